import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { readTables, xlsx, zip } from '../../test/support/workbooks.js';
import { openTables } from './open-tables.js';

describe('the tables of a file', () => {
  it('reads old Excel workbooks with their formats, without blank or hidden rows and hidden sheets', async () => {
    const bytes = await readFile(new URL('../../test/files/old-excel.xls', import.meta.url));
    const { rows, notes } = await readTables('book.csv', bytes);
    expect(rows).toEqual({
      Tools: [
        [1, 'Machine', 'No', 'Since', 'Price'],
        [2, 'Laser', '00042', new Date('2026-03-01'), '35.00 $'],
        [3, 'Laser', 7, new Date('1899-12-31T09:00:00Z')],
        [6, 'Saw', 1000, null, null],
      ],
    });
    expect(notes).toEqual([
      'the hidden sheet Old is left out',
      '1 hidden row is left out',
      '1 cell with an error such as #REF! is read as empty',
    ]);
  });

  it.each([
    [
      'a web page',
      'a.xls',
      '\ufeff\n<!-- x --><html><body><table><tr><td>1</td></tr></table></body></html>',
      /a\.xls is a web page, not a workbook: open it in a spreadsheet program, and save it as \.xlsx\.$/,
    ],
    ['a table in HTML', 'a.xls', '<table><tr><td>1</td></tr></table>', /is a web page/],
    ['a web page in UTF-16', 'a.xls', Buffer.from('\ufeff<html>', 'utf16le'), /is a web page/],
    [
      'XML of Excel 2003',
      'a.xls',
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      /is an Excel 2003 XML workbook: open/,
    ],
    ['a calendar', 'a.csv', 'BEGIN:VCALENDAR\nVERSION:2.0\n', /is a calendar, not a table/],
    [
      'another archive',
      'a.xlsx',
      zip({ 'readme.md': 'x' }),
      /is not a workbook that can be read \(the part xl\/workbook\.xml is missing\)\. Save it as \.xlsx/,
    ],
    [
      'a truncated workbook',
      'a.xlsx',
      Buffer.from('PK\u0003\u0004broken'),
      /is not a workbook that can be read \(.*\)\. Save it as \.xlsx, without a password\.$/,
    ],
    [
      'a workbook with a password',
      'a.xlsx',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /is not a workbook that can be read/,
    ],
  ])('rejects %s', async (_, name, content, message) => {
    await expect(readTables(name, content)).rejects.toThrow(message);
  });

  it('recognises workbooks and CSV files whatever their extension', async () => {
    expect(
      (await readTables('a.csv', xlsx({ sheets: { Tools: '<sheetData><row><c><v>7</v></c></row></sheetData>' } })))
        .rows,
    ).toEqual({
      Tools: [[1, 7]],
    });
    expect((await readTables('a.xls', 'Name;Size\nSaw;2\n')).rows).toEqual({
      a: [
        [1, 'Name', 'Size'],
        [2, 'Saw', '2'],
      ],
    });
  });

  it('reads the tables of all files in a directory', async () => {
    const folder = await newFolder();
    for (const name of ['A.CSV', 'b.csv', '.c.csv', '~$d.xlsx', 'e.md']) await writeFile(join(folder, name), 'Name\n');
    expect((await openTables(folder)).map(({ name }) => name)).toEqual(['A', 'b']);
  });
});
