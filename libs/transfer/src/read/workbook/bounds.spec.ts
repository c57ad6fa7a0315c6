import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { ods, readTables, xlsx } from '../../../test/support/workbooks.js';
import { openTables } from '../open-tables.js';

const data = (rows: string): Record<string, string> => ({ Tools: `<sheetData>${rows}</sheetData>` });
const mebibyte = 1024 * 1024;
const number = '<c><v>1</v></c>';

/** Reads without keeping rows. */
async function readAll(path: string): Promise<number> {
  let count = 0;
  for (const table of await openTables(path)) for await (const { cells } of table.rows()) count += cells.length;
  return count;
}

describe('the limits of workbooks', () => {
  it.each<[string, Buffer, RegExp]>([
    [
      'many sheets',
      xlsx({ sheets: Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`S${index}`, ''])) }),
      /has more than 1000 sheets, the maximum\. Split it, or save it as CSV\.$/,
    ],
    [
      'a ZIP bomb',
      xlsx({ sheets: data(''), declared: 300 * mebibyte }),
      /expands to more than 256 MiB, the maximum\. /,
    ],
    [
      'a ZIP bomb with a false size',
      xlsx({ sheets: data(' '.repeat(mebibyte)), declared: 1000 }),
      /not a workbook that can be read \(too many bytes/,
    ],
    [
      'a long text',
      xlsx({ sheets: data('<row><c t="s"><v>0</v></c></row>'), texts: `<si><t>${'x'.repeat(32_768)}</t></si>` }),
      /has a cell with more than 32767 characters, the maximum\./,
    ],
    [
      'a very long text',
      xlsx({ sheets: data(`<row><c t="str"><v>${'x'.repeat(17 * mebibyte)}</v></c></row>`) }),
      /an element is too long/,
    ],
    ['a long attribute', xlsx({ sheets: data(`<row x="${'x'.repeat(17 * mebibyte)}"/>`) }), /an element is too long/],
    [
      'many attributes',
      xlsx({ sheets: data(`<row ${Array.from({ length: 1001 }, (_, index) => `a${index}=""`).join(' ')}/>`) }),
      /an element has too many attributes/,
    ],
    ['nested elements', xlsx({ sheets: data('<row>'.repeat(201)) }), /nested too deeply/],
    [
      'many formats',
      xlsx({ sheets: data(''), formats: Array.from({ length: 65_536 }, () => '0') }),
      /has more than 65536 cell formats, /,
    ],
    [
      'a row without a number',
      xlsx({ sheets: data(`<row r="x">${number}</row>`) }),
      /a row whose number is not between 1 and 1048576/,
    ],
    [
      'a row beyond the last one',
      xlsx({ sheets: data(`<row r="1048577">${number}</row>`) }),
      /a row whose number is not between/,
    ],
    [
      'a cell beyond the last column',
      xlsx({ sheets: data('<row r="2"><c r="XFE2"><v>1</v></c></row>') }),
      /row 2 has a cell beyond column 16384/,
    ],
    [
      'a cell without a column',
      xlsx({ sheets: data('<row r="2"><c r="2"><v>1</v></c></row>') }),
      /row 2 has a cell beyond column/,
    ],
    [
      'many merged cells',
      xlsx({ sheets: { Tools: `<sheetData/><mergeCells>${'<mergeCell ref="A1:A2"/>'.repeat(100_001)}</mergeCells>` } }),
      /has more than 100000 merged cells/,
    ],
    [
      'an invalid area',
      xlsx({ sheets: { Tools: '<sheetData/><mergeCells><mergeCell ref="A1:B"/></mergeCells>' } }),
      /a row whose number is not between/,
    ],
    [
      'a missing text',
      xlsx({ sheets: data('<row><c t="s"><v>1</v></c></row>') }),
      /a cell refers to a text that does not exist/,
    ],
    [
      'a cell with an invalid number',
      xlsx({ sheets: data('<row><c><v>1,5</v></c></row>') }),
      /a cell has "1,5" instead of a number/,
    ],
    ['truncated XML', xlsx({ sheets: { Tools: '<sheetData><row>' } }), /not a workbook that can be read/],
    [
      'many lines in a cell',
      ods(
        `<table:table table:name="T"><table:table-row><table:table-cell>${'<text:p/>'.repeat(40_000)}</table:table-cell></table:table-row></table:table>`,
      ),
      /has a cell with more than 32767 characters/,
    ],
    [
      'a million repeated rows of many repeated cells',
      ods(
        '<table:table table:name="T"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row></table:table>',
      ),
      /has more than 100000000 cells/,
    ],
    [
      'many cells in all sheets together',
      ods(
        Array.from(
          { length: 12 },
          (_, index) =>
            `<table:table table:name="T${index}"><table:table-row table:number-rows-repeated="600"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row></table:table>`,
        ).join(''),
      ),
      /has more than 100000000 cells/,
    ],
    [
      'two sheets with the same part',
      xlsx({ sheets: { Tools: '<sheetData/>', Others: '<sheetData/>' }, part: 1 }),
      /two of its sheets are the same part/,
    ],
    [
      'repeated columns',
      ods(
        '<table:table table:name="T"><table:table-row><table:table-cell table:number-columns-repeated="16385" office:value-type="float" office:value="1"/></table:table-row></table:table>',
      ),
      /row 1 has a cell beyond column 16384/,
    ],
    [
      'repeated rows',
      ods(
        '<table:table table:name="T"><table:table-row table:number-rows-repeated="1048577"><table:table-cell office:value-type="float" office:value="1"/></table:table-row></table:table>',
      ),
      /a row whose number is not between/,
    ],
  ])('rejects %s', async (_, bytes, message) => {
    await expect(readTables('book.xlsx', bytes)).rejects.toThrow(message);
  });

  it('rejects many empty cells before cells in the last column', async () => {
    const rows = Array.from({ length: 6104 }, (_, index) => `<row><c r="XFD${index + 1}"><v>1</v></c></row>`);
    const path = join(await newFolder(), 'book.xlsx');
    await writeFile(path, xlsx({ sheets: data(rows.join('')) }));
    await expect(readAll(path)).rejects.toThrow(/has more than 100000000 cells, the maximum\./);
  });

  it('shares a text that many cells use, and accepts a cell in the last position', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(10);
    const rows = `<row>${cells}</row>`.repeat(20_000);
    const before = process.memoryUsage().heapUsed;
    const { rows: read } = await readTables(
      'book.xlsx',
      xlsx({ sheets: data(rows), texts: `<si><t>${'x'.repeat(32_000)}</t></si>` }),
    );
    expect(read['Tools']).toHaveLength(20_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(300 * mebibyte);
    const last = await readTables(
      'book.xlsx',
      xlsx({ sheets: data('<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>') }),
    );
    expect(last.rows['Tools']?.[0]?.at(-1)).toBe(7);
  });
});
