import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { type ImportLimits, importLimits } from '../import-limits.js';
import { readSheet, type SheetRow } from './read-sheet.js';

describe('a sheet', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await newFolder();
  });

  async function sheetOf(content: string | Buffer, limits?: ImportLimits) {
    const path = join(folder, 'members.csv');
    await writeFile(path, content);
    const { head, rows } = await readSheet(path, undefined, limits);
    const all: SheetRow[] = [];
    for await (const batch of rows) all.push(...batch);
    return { head, rows: all, shown: all.map(({ row, line, cells }) => [row, line, Object.fromEntries(cells)]) };
  }

  it('is parsed as written by spreadsheet programs, with the number and the first line of each row', async () => {
    const { head, rows, shown } = await sheetOf(
      '\ufeffnumber;note;;\r\nM-1;"two\r\n\r\nlines; ""quoted""";;\r\n;;;\r\n\r\nM-2;\'=1+1\r\nM-3;;x\r\n',
    );
    expect(head).toMatchObject({ headers: ['number', 'note', '', ''], decimalComma: true, text: 'number;note;;' });
    expect(shown).toEqual([
      [2, 2, { number: 'M-1', note: 'two\r\n\r\nlines; "quoted"' }],
      [5, 7, { number: 'M-2', note: '=1+1' }],
      [6, 8, { number: 'M-3' }],
    ]);
    expect(rows.map(({ text }) => text)).toEqual(['M-1;"two\r\n\r\nlines; ""quoted""";;', "M-2;'=1+1", 'M-3;;x']);
    expect(rows.map(({ problems }) => problems[0]?.detail[0] ?? null)).toEqual([
      null,
      null,
      'has a value in column 3, which has no name in the first line',
    ]);
  });

  it('may be separated by tabs, and have commas in the names of columns', async () => {
    const { head } = await sheetOf('number\t"a,b,c,d"\tnote\nM-1\tx\ty\n');
    expect(head.headers).toEqual(['number', 'a,b,c,d', 'note']);
  });

  it('may mix line ends, and keeps those inside texts', async () => {
    const { shown } = await sheetOf('note\r\n"a\r\nb\n \nc"\nx\ry');
    expect(shown).toEqual([
      [2, 2, { note: 'a\r\nb\n \nc' }],
      [3, 6, { note: 'x' }],
      [4, 7, { note: 'y' }],
    ]);
  });

  it.each<[string, RegExp, Partial<ImportLimits>?]>([
    ['', / is empty\. It must begin with column names\.$/],
    ['number,note,number\n', /:1 has the column number more than once\. Keep one of each\.$/],
    ['a,b\nM-1,x\nM-2,"open\nM-3,x\n', /:3 begins a row with a quote that is never closed, in column 2, b\. /],
    ['a,b\nM-1,x\nM-2,3" pipe\n', /:3 has a quote inside a value of column 2, b\. /],
    ['number,note\nM-1,caf\xe9\n', /:2 is not UTF-8\. Save the file as UTF-8\.$/],
    ['a,b\n1,2\n\n1,"2\n",\n', /:4 has more than 2 columns, the maximum\. Remove the others\.$/, { columns: 2 }],
    ['a,b,c\n1,2\n', /:1 has more than 2 columns, /, { columns: 2 }],
    ['a,b\n1,2,3,"4"\n', /:2 has more than 2 columns, /, { columns: 2 }],
    ['a,b\n1,2\n1,2\n1,2\n', /:4 has row 3, and a file has 2 at most\. Split it\.$/, { rows: 2 }],
  ])('with the content %j is rejected: %s', async (content, message, ...[limits]) => {
    const reading = sheetOf(Buffer.from(content, 'latin1'), { ...importLimits, ...limits });
    await expect(reading).rejects.toThrow(message);
  });

  it('with values in many unnamed columns reports the first ten and the total', async () => {
    const { rows } = await sheetOf(`number\nM-1${',x'.repeat(11)}\n`);
    expect(rows[0]?.problems[0]?.detail[0]).toBe(
      'has a value in columns 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … (11 in total), which have no name in the first line',
    );
  });

  const mebibyte = 1024 * 1024;
  /** A sixteenth of the maximum. */
  const limits = { ...importLimits, rowBytes: importLimits.rowBytes / 16 };
  const head = 'number,note\nM-1,x\n';

  it.each([
    [
      'an open quote',
      `${head}M-2,"open\n`,
      'M-3,y\n',
      /:3 begins a row longer than 1 MiB, .* Is a quote there never closed\?$/,
    ],
    ['endless columns', `${head}M-2`, ',', /:3 has more than 16384 columns, the maximum\. /],
    ['an endless header', 'number', ',note', /:1 has more than 16384 columns, /],
  ])('with %s is not read to its end', async (_, beginning, more, message) => {
    const path = join(folder, 'members.csv');
    await writeFile(path, beginning + more.repeat((4 * mebibyte) / more.length));
    let read = 0;
    const watch = { onBytes: (done: number) => (read = done), onDigest: () => undefined };
    const reading = readSheet(path, watch, limits).then(async ({ rows }) => {
      for await (const batch of rows) expect(batch.length).toBeLessThanOrEqual(1000);
    });
    await expect(reading).rejects.toThrow(message);
    expect(read).toBeLessThan(2 * mebibyte);
  });
});
