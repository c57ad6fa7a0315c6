import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { openTables } from './tables.js';

const rows = [
  ['Name', 'Since', 'Price'],
  ['Säge, groß', new Date('2026-03-01T00:00:00Z'), 12.5],
  ['00042', null, '#N/A'],
];

describe('the tables of a file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await newFolder();
  });

  async function opened(name: string, contents: string | Uint8Array) {
    const path = join(folder, name);
    await writeFile(path, contents);
    const found: Record<string, unknown[][]> = {};
    for (const table of await openTables(path)) {
      const all: unknown[][] = (found[table.name] = []);
      for await (const { row, line, cells } of table.rows()) all.push([row, line, ...cells]);
    }
    return found;
  }

  it.each([
    ['.xlsx', writeXlsx],
    ['.ods', writeOds],
  ] as const)('are the visible sheets of an %s workbook', async (extension, write) => {
    const book = await write({
      sheets: [
        { name: 'Tools', rows },
        { name: 'Old', rows: [['gone']], ...(extension === '.xlsx' && { hidden: true }) },
      ],
    });
    expect(await opened(`inventory${extension}`, book)).toEqual({
      Tools: [
        [1, 1, 'Name', 'Since', 'Price'],
        [2, 2, 'Säge, groß', new Date('2026-03-01T00:00:00Z'), 12.5],
        [3, 3, '00042', null, null],
      ],
      ...(extension === '.ods' && { Old: [[1, 1, 'gone']] }),
    });
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffName;Größe\r\nSäge;2\r\n')],
    ['UTF-16', Buffer.from('\ufeffName;Größe\r\nSäge;2\r\n', 'utf16le')],
    ['Windows-1252', Buffer.from('Name;Größe\r\nSäge;2\r\n', 'latin1')],
    ['text after `sep=;`', Buffer.from('sep=;\r\nName;Größe\r\nSäge;2\r\n')],
    ['lines that are each quoted as a whole', Buffer.from('"Name,Größe"\r\n"Säge,2"\r\n')],
    ['tabs', Buffer.from('Name\tGröße\nSäge\t2\n')],
  ])('have the cells of a CSV file with %s', async (_, bytes) => {
    const { list = [] } = await opened('list.csv', bytes);
    expect(list.map((row) => row.slice(2).join('|')).filter((row) => row !== '')).toEqual(['Name|Größe', 'Säge|2']);
  });

  it('have rows with their number and their first line in a CSV file', async () => {
    const { lines } = await opened('lines.csv', 'name\n"one\ntwo"\n\nx\n');
    expect(lines?.map((row) => row.join('|'))).toEqual(['1|1|name', '2|2|one\ntwo', '3|4|', '4|5|x']);
  });

  it('may have a title with an open quote above them', async () => {
    const { title } = await opened('title.csv', 'Tools,"big\nName;Size\nSaw;2\n');
    expect(title?.[1]).toEqual([2, 2, 'Name', 'Size']);
  });

  it.each([
    ['a truncated workbook', 'inventory.xlsx', Buffer.from('PK\u0003\u0004broken')],
    ['a workbook with a password', 'secret.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('are rejected for %s', async (_, name, bytes) => {
    await expect(opened(name, bytes)).rejects.toThrow(
      /is not a workbook that can be read \(.*\)\. Save it as \.xlsx, without a password\.$/,
    );
  });

  it('are those of all files in a directory, with extensions in any case', async () => {
    for (const name of ['A.CSV', 'b.csv', '.c.csv', 'd.md']) await writeFile(join(folder, name), 'Name\n');
    expect((await openTables(folder)).map(({ name }) => name)).toEqual(['A', 'b']);
  });

  it('are rejected for an endless file', async () => {
    await expect(openTables('/dev/zero')).rejects.toThrow('/dev/zero has more than 64 MiB, the maximum.');
  });

  it('are rejected for a small workbook whose declared expanded size is gigabytes or missing', async () => {
    const book = Buffer.from(await writeXlsx({ sheets: [{ name: 'Tools', rows }] }));
    const entry = book.indexOf('PK\u0001\u0002');
    for (const size of [600 * 1024 * 1024, 0]) {
      book.writeUInt32LE(size, entry + 24);
      await expect(opened('bomb.xlsx', book)).rejects.toThrow(/bomb\.xlsx expands to more than 512 MiB, the maximum\./);
    }
  });
});
