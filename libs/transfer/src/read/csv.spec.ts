import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { type ImportLimits, importLimits } from '../import-limits.js';
import { openBytes, type ReadWatch } from './byte-source.js';
import { csvTable } from './csv.js';
import { CsvParser } from './csv-parser.js';

const mebibyte = 1024 * 1024;

describe('a CSV file', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await newFolder();
  });

  async function read(content: string | Buffer, limits?: ImportLimits, watch?: ReadWatch) {
    const path = join(folder, 'members.csv');
    await writeFile(path, content);
    const table = await csvTable(await openBytes(path), limits);
    const rows: unknown[][] = [];
    for await (const { row, line, cells } of table.rows(watch)) rows.push([row, line, ...cells]);
    return { table, rows, cells: rows.map((row) => row.slice(2)) };
  }

  it('reads the cells that spreadsheet programs write, with the number and the first line of each row', async () => {
    const { table, rows } = await read(
      '\ufeffnumber;note;;\r\nM-1;"two\r\n\r\nlines; ""quoted""";;\r\n;;;\r\n\r\nM-2;\'=1+1\r\nM-3;;x\r\n',
    );
    expect(table).toMatchObject({ name: 'members', notes: [], decimalComma: true });
    expect(rows).toEqual([
      [1, 1, 'number', 'note', '', ''],
      [2, 2, 'M-1', 'two\r\n\r\nlines; "quoted"', '', ''],
      [5, 7, 'M-2', "'=1+1"],
      [6, 8, 'M-3', '', 'x'],
    ]);
  });

  it('accepts mixed line ends, and keeps those inside texts', async () => {
    const { rows } = await read('note\r\n"a\r\nb\n \nc"\nx\ry');
    expect(rows).toEqual([
      [1, 1, 'note'],
      [2, 2, 'a\r\nb\n \nc'],
      [3, 6, 'x'],
      [4, 7, 'y'],
    ]);
  });

  it('reads the cells that were written, in chunks of any size', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'ä', ' ', ',', ';', '"', '\r', '\n', "'") });
    const records = fc.array(fc.array(texts, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(records, fc.constantFrom('\n', '\r\n', '\r'), fc.integer({ min: 1, max: 9 }), (rows, end, size) => {
        const text = rows.map((cells) => cells.map(quoted).join(',') + end).join('');
        const parser = new CsvParser('a.csv', ',');
        const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        const found = [...chunks.flatMap((chunk) => [...parser.parse(chunk)]), ...parser.end()];
        const written = rows.map((cells, index) => ({ row: index + 1, cells }));
        expect(found.map(({ row, cells }) => ({ row, cells }))).toEqual(
          written.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
        );
      }),
    );
  });

  it('reads the same rows wherever chunks end', async () => {
    const text = 'name,note\r\n"Säge, ""groß""",  "a\r\nb" \r\n\r\nBohrer,3" pipe\r\n';
    for (const end of ['\r\n', '\n']) {
      for (let shift = 0; shift < text.length; shift += 1) {
        const filler = `${'x'.repeat(64 * 1024 - shift - 2 - end.length)},y`;
        const { rows } = await read(`${filler}${end}${text}`);
        expect(rows.slice(1)).toEqual([
          [2, 2, 'name', 'note'],
          [3, 3, 'Säge, "groß"', 'a\r\nb'],
          [5, 6, 'Bohrer', '3" pipe'],
        ]);
      }
    }
  });

  it.each<[string, string, unknown[][]]>([
    [
      'specified by `sep=`',
      'sep=|\r\na,b|c\r\n1,2|3\r\n',
      [
        ['a,b', 'c'],
        ['1,2', '3'],
      ],
    ],
    [
      'a tab, with commas in headers',
      'number\t"a,b,c,d"\tnote\nM-1\tx\ty\n',
      [
        ['number', 'a,b,c,d', 'note'],
        ['M-1', 'x', 'y'],
      ],
    ],
    [
      'a semicolon, with more commas in texts',
      'Name;Use;No\nSaw;cut, bevel, groove, only with training;1\nMill;metal, wood, a, b, c;2\n',
      [
        ['Name', 'Use', 'No'],
        ['Saw', 'cut, bevel, groove, only with training', '1'],
        ['Mill', 'metal, wood, a, b, c', '2'],
      ],
    ],
    [
      'a semicolon, with as many commas in each text',
      'Name;Use\nSaw;a, b, c\nMill;d, e, f\nDrill;g, h, i;j\n',
      [
        ['Name', 'Use'],
        ['Saw', 'a, b, c'],
        ['Mill', 'd, e, f'],
        ['Drill', 'g, h, i', 'j'],
      ],
    ],
    [
      'a semicolon, with decimal commas below a title',
      'Prices, 2026\nPlan;Price\nDay;12,50\nMonth;39,00\n',
      [['Prices, 2026'], ['Plan', 'Price'], ['Day', '12,50'], ['Month', '39,00']],
    ],
    [
      'a comma, with lists between semicolons',
      'Name,Tags\nSaw,a;b;c\nMill,d;e;f\n',
      [
        ['Name', 'Tags'],
        ['Saw', 'a;b;c'],
        ['Mill', 'd;e;f'],
      ],
    ],
    [
      'a comma, with rows of different lengths',
      'A,B,C,D\n1\n1,2;3\n1,2;3,4\n1;1,2\n',
      [['A', 'B', 'C', 'D'], ['1'], ['1', '2;3'], ['1', '2;3', '4'], ['1;1', '2']],
    ],
    [
      'inside lines that are each one quoted cell',
      '"Name,Use"\r\n"Saw,""cut, bevel"""\r\n',
      [
        ['Name', 'Use'],
        ['Saw', 'cut, bevel'],
      ],
    ],
    [
      'inside lines of which some are one quoted cell',
      '"Name,Use"\n"Saw,cut"\n"Mill,mill"\nDrill,bore\n',
      [
        ['Name', 'Use'],
        ['Saw', 'cut'],
        ['Mill', 'mill'],
        ['Drill', 'bore'],
      ],
    ],
    [
      'inside quoted lines that another program padded',
      '"Name,Use";;\n"Saw,cut";;\n',
      [
        ['Name', 'Use'],
        ['Saw', 'cut'],
      ],
    ],
    [
      'inside a single line that is one quoted cell',
      'Name,Use\n"Saw,cut"\n"a, b, c"\n',
      [['Name', 'Use'], ['Saw', 'cut'], ['a, b, c']],
    ],
  ])('detects the delimiter %s', async (_, content, cells) => {
    expect((await read(content)).cells).toEqual(cells);
  });

  it('accepts spaces around quotes, quotes inside cells, and a title with an open quote', async () => {
    const { cells } = await read('Tools,"big\nName;Size\nSaw; "3 m"  \nPipe;3"\n');
    expect(cells).toEqual([['Tools,"big'], ['Name', 'Size'], ['Saw', '3 m'], ['Pipe', '3"']]);
  });

  it('reads a compressed file, and reports progress and the digest of the file', async () => {
    const content = gzipSync('name\nSaw\n');
    const seen: unknown[] = [];
    const watch = {
      onBytes: (done: number, total: number) => seen.push(done, total),
      onDigest: (sum: string) => seen.push(sum.length),
    };
    expect((await read(content, undefined, watch)).cells).toEqual([['name'], ['Saw']]);
    expect(seen).toEqual([content.length, content.length, 64]);
  });

  it('rejects a compressed file that expands without end', async () => {
    await expect(read(gzipSync('name\n'.repeat(16 * mebibyte)))).rejects.toThrow(
      /expands to more than 200 times its size\./,
    );
  });

  it.each<[string, RegExp, Partial<ImportLimits>?]>([
    ['a,b\nM-1,x\nM-2,"open\nM-3,x\n', /:3 begins a row with a quote that is never closed, in column 2, b\. /],
    [
      'a,b\nM-1,x\n"M-2" or 3,x\n',
      /:3 has text after the closing quote of column 1, a\. Double the quotes inside the cell\.$/,
    ],
    ['"a,b";\n"1,2";\n"3,4";\n"5,6";7\n', /:4 must be one quoted cell, like the other lines of this file\. /],
    ['a,b\n1,2\n\n1,"2\n",\n', /:4 has more than 2 columns, the maximum\. Remove the others\.$/, { columns: 2 }],
    ['a,b,c\n1,2\n', /:1 has more than 2 columns, /, { columns: 2 }],
    ['a,b\n1,2\n\n\n1,2\n', /:4 is row 3, but the maximum is 2\. Split the file\.$/, { rows: 2 }],
  ])('rejects the content %j: %s', async (content, message, ...[limits]) => {
    await expect(read(content, { ...importLimits, ...limits })).rejects.toThrow(message);
  });

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
  ])('stops reading a file with %s', async (_, beginning, more, message) => {
    let read = 0;
    const watch = { onBytes: (done: number) => (read = done), onDigest: () => undefined };
    const path = join(folder, 'members.csv');
    await writeFile(path, beginning + more.repeat((4 * mebibyte) / more.length));
    const table = await csvTable(await openBytes(path), { ...importLimits, rowBytes: mebibyte });
    const reading = table.rows(watch);
    await expect(
      reading
        .next()
        .then(() => reading.next())
        .then(() => reading.next()),
    ).rejects.toThrow(message);
    expect(read).toBeLessThan(2 * mebibyte);
  });
});
