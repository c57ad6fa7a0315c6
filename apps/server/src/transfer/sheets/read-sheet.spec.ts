import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { scratchFolder } from '../../../test/support/transfer.js';
import { readSheet, type SheetRow } from './read-sheet.js';

describe('a sheet', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;

  beforeEach(async () => {
    folder = await scratchFolder();
  });
  afterEach(() => folder.drop());

  async function sheetOf(content: string | Buffer) {
    const path = join(folder.path, 'members.csv');
    await writeFile(path, content);
    const { head, rows } = await readSheet(path);
    const all: SheetRow[] = [];
    for await (const batch of rows) all.push(...batch);
    return { head, rows: all, shown: all.map(({ line, cells }) => [line, Object.fromEntries(cells)]) };
  }

  it('is read as spreadsheets write it, with the line on which each row begins', async () => {
    const { head, rows, shown } = await sheetOf(
      '\ufeffnumber;note;;\r\nM-1;"two\r\n\r\nlines; ""quoted""";;\r\n;;;\r\n\r\nM-2;\'=1+1\r\nM-3;;x\r\n',
    );
    expect(head).toEqual({ headers: ['number', 'note', '', ''], delimiter: ';', text: 'number;note;;' });
    expect(shown).toEqual([
      [2, { number: 'M-1', note: 'two\n\nlines; "quoted"' }],
      [7, { number: 'M-2', note: '=1+1' }],
      [8, { number: 'M-3' }],
    ]);
    expect(rows.map(({ text }) => text)).toEqual(['M-1;"two\n\nlines; ""quoted""";;', "M-2;'=1+1", 'M-3;;x']);
    expect(rows.map(({ problem }) => problem)).toEqual([
      null,
      null,
      'has a value in column 3, which has no name in the first line',
    ]);
  });

  it('may have tabs, and commas inside of the names of its columns', async () => {
    const { head } = await sheetOf('number\t"a,b,c,d"\tnote\nM-1\tx\ty\n');
    expect(head.headers).toEqual(['number', 'a,b,c,d', 'note']);
  });

  it.each([
    ['', / is empty\. It must begin with the names of columns\.$/],
    ['number,note,number\n', /:1 has the column number twice\.$/],
    ['number,note\nM-1,x\nM-2,"open\nM-3,x\n', /:3 begins a row with a quote that nothing closes\.$/],
    ['number,note\nM-1,x\nM-2,3" pipe\n', /:3 has a quote inside a value: /],
    [Buffer.from('number,note\nM-1,caf\xe9\n', 'latin1'), / is not UTF-8 in line 2\. Save it as UTF-8\.$/],
  ])('is refused where it is %j', async (content, message) => {
    await expect(sheetOf(content)).rejects.toThrow(message);
  });
});
