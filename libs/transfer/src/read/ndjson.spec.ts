import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fieldTable } from '@resource-catalogue/contracts';
import { catalogueDefinitions, definitions } from '@resource-catalogue/read';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { importLimits } from '../import-limits.js';
import { readLines, readRows } from './ndjson.js';

describe('an NDJSON file', () => {
  let path: string;

  beforeEach(async () => {
    path = join(await newFolder(), 'members.ndjson');
  });

  async function rowsOf(content: string | Buffer) {
    await writeFile(path, content);
    const rows: unknown[] = [];
    for await (const batch of readRows({ path, collection: 'members' }, catalogueDefinitions)) rows.push(...batch);
    return rows;
  }

  async function linesOf(content: string | Buffer, rowBytes: number) {
    await writeFile(path, content);
    const lines: unknown[] = [];
    for await (const batch of readLines(path, undefined, { ...importLimits, rowBytes })) lines.push(...batch);
    return lines;
  }

  it('has a value for each line that is not blank, with its number and text', async () => {
    const content = '\ufeff{"id":1.0}\n\n \r\n[2]\r\n"Säge"';
    const rows = [
      { line: 1, value: { id: 1 }, text: '{"id":1.0}' },
      { line: 4, value: [2], text: '[2]\r' },
      { line: 5, value: 'Säge', text: '"Säge"' },
    ];
    expect(await rowsOf(content)).toEqual(rows);
    expect(await rowsOf(gzipSync(content))).toEqual(rows);
  });

  it('reports lines that are not JSON, have a duplicate key or are too long', async () => {
    expect(await rowsOf('{"id":1\n{"a":{"b":1,"b":2}}\n')).toEqual([
      { line: 1, problem: expect.stringMatching(/^must be a JSON object on one line \(.+\)$/) },
      { line: 2, problem: '/a/b is a duplicate key: remove one' },
    ]);
    const mebibyte = 1024 * 1024;
    const long = 'x'.repeat(mebibyte);
    expect(await linesOf(`${long}y\n${long}\nz`, mebibyte)).toEqual([
      { line: 1, text: null, problem: 'is longer than 1 MiB, the maximum' },
      { line: 2, text: long },
      { line: 3, text: 'z' },
    ]);
  });

  it('keeps characters whose bytes are in two chunks', async () => {
    const long = `${'x'.repeat(64 * 1024 - 1)}äöü`;
    expect(await linesOf(`${long}\n€`, importLimits.rowBytes)).toEqual([
      { line: 1, text: long },
      { line: 2, text: '€' },
    ]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    [
      'not UTF-8',
      Buffer.from('{}\n"caf\xe9"\n', 'latin1'),
      /members\.ndjson:2 is not UTF-8\. Save the file as UTF-8\.$/,
    ],
    [
      'incomplete',
      gzipSync('{"id":1}\n'.repeat(1000)).subarray(0, 40),
      /cannot be read because it is damaged or incomplete/,
    ],
  ])('rejects a file that is %s', async (_, content, message) => {
    await expect(rowsOf(content)).rejects.toThrow(message);
  });

  it('rejects a file with rows of another collection', async () => {
    const row = Object.fromEntries([...fieldTable(definitions.spaces.dto).keys()].map((key) => [key, null]));
    await expect(rowsOf(JSON.stringify(row))).rejects.toThrow(/has rows of spaces, not of members\. Rename it\.$/);
  });
});
