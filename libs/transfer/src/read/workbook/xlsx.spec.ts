import { describe, expect, it } from '@jest/globals';
import { readTables, xlsx } from '../../../test/support/workbooks.js';

const at = (text: string): Date => new Date(`${text}Z`);

const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

const inSheet = (rows: string, after = ''): { sheets: Record<string, string> } => ({
  sheets: { Tools: `<sheetData>${rows}</sheetData>${after}` },
});

describe('a workbook of Excel', () => {
  it('is read with its texts, numbers, booleans and dates', async () => {
    const { rows, tables } = await readTables(
      'book.xlsx',
      xlsx({
        ...inSheet(
          `<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2"><v>12.5</v></c><c t="b"><v>1</v></c><c s="1"><v>46082.39583</v></c><c s="1"><v>0.375</v></c><c t="d"><v>2026-03-01T09:30:00</v></c><c t="str"><v>x&amp;y_x000D_</v></c></row><row/><row>${text('last')}</row>`,
        ),
        texts: '<si><r><t>Säge</t></r><r><t xml:space="preserve"> 1</t></r><rPh sb="0" eb="1"><t>so</t></rPh></si>',
        formats: ['yyyy\\-mm\\-dd hh:mm'],
      }),
    );
    expect(rows).toEqual({
      Tools: [
        [
          2,
          null,
          'Säge 1',
          12.5,
          true,
          at('2026-03-01T09:30:00'),
          at('1899-12-31T09:00:00'),
          at('2026-03-01T09:30:00'),
          'x&y\r',
        ],
        [4, 'last'],
      ],
    });
    expect(tables[0]).toMatchObject({
      title: expect.stringMatching(/book\.xlsx, sheet Tools$/),
      notes: [],
      decimalComma: false,
    });
  });

  it('is read with empty cells where the number of a shared text is missing', async () => {
    const book = xlsx({
      ...inSheet('<row r="1"><c t="s"><v>0</v></c><c t="s"/></row><row><c t="s"/><c t="s"><v>0</v></c></row>'),
      texts: '<si><t>Machine</t></si>',
    });
    expect((await readTables('book.xlsx', book)).rows).toEqual({
      Tools: [
        [1, 'Machine', null],
        [2, null, 'Machine'],
      ],
    });
  });

  it('repeats the value of merged cells in the rows below, but not in blank rows or to the right', async () => {
    const rows = `<row>${text('Machine')}${text('No')}</row><row>${text('Laser')}${text('1')}</row><row><c/>${text('2')}</row><row><c/></row><row><c/>${text('4')}</row><row>${text('Heading')}</row>`;
    const book = xlsx(inSheet(rows, '<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="A6:B6"/></mergeCells>'));
    expect((await readTables('book.xlsx', book)).rows).toEqual({
      Tools: [
        [1, 'Machine', 'No'],
        [2, 'Laser', '1'],
        [3, 'Laser', '2'],
        [5, null, '4'],
        [6, 'Heading'],
      ],
    });
  });

  it('leaves out hidden rows and sheets, with a note', async () => {
    const book = xlsx({
      sheets: {
        'Old|hidden': '<sheetData><row><c><v>1</v></c></row></sheetData>',
        'Older|veryHidden': '<sheetData/>',
        Tools: `<sheetData><row>${text('Saw')}</row><row hidden="1">${text('Sold')}</row><row hidden="true">${text('Lost')}</row></sheetData>`,
      },
    });
    const { rows, notes } = await readTables('book.xlsx', book);
    expect(rows).toEqual({ Tools: [[1, 'Saw']] });
    expect(notes).toEqual([
      'the hidden sheet Old is left out',
      'the hidden sheet Older is left out',
      '2 hidden rows are left out',
    ]);
  });

  it.each<[string, string, unknown]>([
    ['00000', '42', '00042'],
    ['0000 0000', '1067', '0000 1067'],
    ['&quot;M-&quot;0000', '7', 'M-0007'],
    ['0', '42', 42],
    ['0.00', '42', 42],
    ['#,##0', '1234', 1234],
    ['00000', '42.5', 42.5],
    ['0%', '0.2', 0.2],
    ['&quot;$&quot;#,##0.00', '15', '15.00 $'],
    ['&quot;$&quot;#,##0.00_);[Red]\\(&quot;$&quot;#,##0.00\\)', '1234.5', '1234.50 $'],
    ['[$£-809]#,##0.00', '950', '950.00 £'],
    ['_-* #,##0.00\\ [$€-407]_-', '39', '39.00 €'],
    ['#,##0\\ &quot;€&quot;', '12.5', '12.5 €'],
    ['[$¥-411]#,##0', '1500', '1500 ¥'],
    ['#,##0.00\\ &quot;kr&quot;', '150', '150.00 kr'],
    ['[$CHF] #,##0.00', '35', '35.00 CHF'],
    ['#,##0.000\\ &quot;€&quot;', '1.5', '1.5000 €'],
    ['#,##0.00\\ &quot;€&quot;', '1.255', '1.2550 €'],
    ['#,##0.00\\ _€', '35', 35],
    ['0 &quot;pcs&quot;', '35', 35],
    ['[$-409]d\\-mmm\\-yy', '46082', at('2026-03-01T00:00:00')],
    ['[h]:mm', '1.5', at('1900-01-01T12:00:00')],
  ])('shows with the number format %s the number %s as %j', async (format, value, content) => {
    const book = xlsx({ ...inSheet(`<row><c s="1"><v>${value}</v></c></row>`), formats: [format] });
    expect((await readTables('book.xlsx', book)).rows).toEqual({ Tools: [[1, content]] });
  });

  it('keeps all digits of long numbers, and warns of rounded ones', async () => {
    const cells =
      '<row><c><v>1234567890123456</v></c><c><v>12345678901234567890</v></c><c><v>1.23456789012345E+19</v></c></row>';
    const { rows, notes } = await readTables('book.xlsx', xlsx(inSheet(cells)));
    expect(rows).toEqual({ Tools: [[1, '1234567890123456', '12345678901234567890', 1.23456789012345e19]] });
    expect(notes).toEqual(['1 number has more than 15 digits, which spreadsheet programs do not keep: check it']);
  });

  it('reads errors as empty cells, with a note', async () => {
    const { rows, notes } = await readTables(
      'book.xlsx',
      xlsx(inSheet(`<row>${text('Saw')}<c t="e"><f>X</f><v>#REF!</v></c></row>`)),
    );
    expect(rows).toEqual({ Tools: [[1, 'Saw', null]] });
    expect(notes).toEqual(['1 cell with an error such as #REF! is read as empty']);
  });

  it('may count dates from 1904, as on old Macs, and have times without a day', async () => {
    const cells = '<row><c s="1"><v>44620</v></c><c s="1"><v>0.375</v></c><c s="2"><v>1.5</v></c></row>';
    const properties = '<workbookPr date1904="1"/>';
    const book = xlsx({ ...inSheet(cells), properties, formats: ['d/m/yy', '[h]:mm'] });
    expect((await readTables('book.xlsx', book)).rows).toEqual({
      Tools: [[1, at('2026-03-01T00:00:00'), at('1899-12-31T09:00:00'), at('1900-01-01T12:00:00')]],
    });
  });

  it('cannot forge a line of output by the name of a sheet', async () => {
    const { tables } = await readTables('book.xlsx', xlsx({ sheets: { 'a&#10;b\u0085c': '<sheetData/>' } }));
    expect(tables[0]?.name).toBe('a\\nb\\u0085c');
    expect(tables[0]?.title).toMatch(/, sheet a\\nb\\u0085c$/);
  });
});
