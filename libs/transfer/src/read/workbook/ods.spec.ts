import { describe, expect, it } from '@jest/globals';
import { ods, readTables } from '../../../test/support/workbooks.js';

const at = (text: string): Date => new Date(`${text}Z`);

const odsText = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;

describe('a workbook of LibreOffice', () => {
  const table = (rows: string): Buffer =>
    ods(`<table:table table:name="Tools" table:style-name="shown">${rows}</table:table>`);
  const row = (cells: string, attributes = ''): string => `<table:table-row ${attributes}>${cells}</table:table-row>`;

  it('keeps the lines of a cell, and leaves out comments', async () => {
    const cells = `<table:table-cell office:value-type="string"><office:annotation><text:p>check</text:p></office:annotation><text:p>Laser</text:p><text:p>Band<text:s text:c="2"/>saw<text:line-break/><text:span>a\n b</text:span></text:p></table:table-cell>`;
    expect((await readTables('book.ods', table(row(cells)))).rows).toEqual({ Tools: [[1, 'Laser\nBand  saw\na b']] });
  });

  it('is read with its numbers, money, dates, times and booleans', async () => {
    const cell = (type: string, value: string, shown = ''): string =>
      `<table:table-cell office:value-type="${type}" ${value}><text:p>${shown}</text:p></table:table-cell>`;
    const cells = [
      cell('float', 'office:value="42"', '00042'),
      cell('float', 'office:value="0.5"', '0,5'),
      cell('float', 'office:value="1234567890123456"', '1234567890123456'),
      cell('currency', 'office:currency="EUR" office:value="39"', '39,00 €'),
      cell('percentage', 'office:value="0.2"', '20%'),
      cell('date', 'office:date-value="2026-03-01"', '01.03.26'),
      cell('date', 'office:date-value="2026-03-01T09:30:00"', '01.03.26'),
      cell('time', 'office:time-value="PT09H30M00S"', '09:30'),
      cell('boolean', 'office:boolean-value="true"', 'WAHR'),
      cell('string', 'calcext:value-type="error" office:string-value=""', '#REF!'),
    ];
    const { rows, notes } = await readTables('book.ods', table(row(cells.join(''))));
    expect(rows).toEqual({
      Tools: [
        [
          1,
          '00042',
          0.5,
          '1234567890123456',
          '39.00 EUR',
          0.2,
          at('2026-03-01T00:00:00'),
          at('2026-03-01T09:30:00'),
          at('1899-12-31T09:30:00'),
          true,
          null,
        ],
      ],
    });
    expect(notes).toEqual(['1 cell with an error such as #REF! is read as empty']);
  });

  it('is read with its repeated and merged cells, but without hidden rows and sheets', async () => {
    const merged = `<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>Laser</text:p></table:table-cell>`;
    const rows = [
      row(merged + odsText('1')),
      row(`<table:covered-table-cell/>${odsText('2')}`),
      row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="2"'),
      row(odsText('Sold'), 'table:visibility="collapse"'),
      row(odsText('Lost'), 'table:visibility="filter"'),
      row(
        '<table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="1"/>',
        'table:number-rows-repeated="2"',
      ),
      row('<table:table-cell/>', 'table:number-rows-repeated="1048568"'),
    ];
    const sheets = `<table:table table:name="Tools" table:style-name="shown">${rows.join('')}</table:table><table:table table:name="Old" table:style-name="hidden">${row(odsText('x'))}</table:table><table:table table:name="More">${row(odsText('y'))}</table:table>`;
    const found = await readTables('book.ods', ods(sheets));
    expect(found.rows).toEqual({
      Tools: [
        [1, 'Laser', '1'],
        [2, 'Laser', '2'],
        [7, 1, 1],
        [8, 1, 1],
      ],
      More: [[1, 'y']],
    });
    expect(found.notes).toEqual(['the hidden sheet Old is left out', '2 hidden rows are left out']);
  });
});
