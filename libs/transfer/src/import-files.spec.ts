import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { asObject } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { changedTables, everyRow, exportFolder, importFolder } from '../test/support/transfer.js';
import { findUnread } from './import-files.js';
import { importLimits } from './import-limits.js';
import { writeRejects } from './export/rejects.js';

describe('an import of files', () => {
  let seeded: TestDatabase;
  let before: Awaited<ReturnType<typeof everyRow>>;
  let folder: string;

  beforeAll(async () => {
    seeded = await seededDatabase();
    before = await everyRow(seeded.database);
  });
  afterAll(async () => {
    // None of the tests stores anything.
    expect(await everyRow(seeded.database)).toEqual(before);
    await seeded.drop();
  });
  beforeEach(async () => {
    folder = await newFolder();
  });

  const at = (name: string) => join(folder, name);
  const lines = (name: string) => `${(before[name] ?? []).join('\n')}\n`;
  const imported = (path = folder, continueOnError = false) =>
    importFolder(seeded.database, path, { dryRun: true, continueOnError });

  it('accepts exports, compressed or not, and files with other line ends', async () => {
    await exportFolder(seeded.database, folder, { gzip: true });
    expect((await imported()).result).toMatchObject({ errors: 0, stored: false });
    await writeFile(at('spaces.ndjson'), `\ufeff${lines('spaces').replaceAll('\n', '\r\n')}\r\n`);
    const { result } = await imported(at('spaces.ndjson'));
    expect(result).toMatchObject({ errors: 0, lines: before['spaces']?.length });
  });

  it.each<[what: string, name: string, content: () => string | Buffer, because: RegExp]>([
    [
      'a truncated compressed file',
      'bookings.ndjson.gz',
      () => gzipSync(lines('bookings')).subarray(0, -2000),
      /^\S+bookings\.ndjson\.gz cannot be read because it is damaged or incomplete \(.*\)\.$/,
    ],
    [
      'a line that is not UTF-8',
      'spaces.ndjson',
      () => Buffer.from('\n{"id":"\xe9"}\n', 'latin1'),
      /^\S+spaces.ndjson:2 is not UTF-8\. /,
    ],
    [
      'the file of another collection',
      'bookings.ndjson',
      () => lines('members'),
      /^\S+bookings\.ndjson has rows of members, not of bookings\. Rename it\.$/,
    ],
    [
      'an unknown collection',
      'unicorns.ndjson',
      () => '{}\n',
      /unicorns\.ndjson does not match a collection\. Expected a name like bookings\.ndjson, bookings\.ndjson\.gz or bookings\.csv\.$/,
    ],
    [
      'a misspelt collection',
      'machine units.csv',
      () => 'sku\n',
      /machine units\.csv does not match a collection\. Did you mean machine_units\.csv\?$/,
    ],
    [
      'a workbook',
      'machines.xlsx',
      () => '',
      /machines\.xlsx is not imported: write a mapping for it with: resource-catalogue sheet, and import it with --mapping\.$/,
    ],
    [
      'an invalid manifest',
      'manifest.json',
      () => '{}',
      /manifest\.json is not a valid manifest\. Correct or delete it\.$/,
    ],
  ])('rejects %s', async (_, name, content, because) => {
    await writeFile(at(name), content());
    await expect(imported()).rejects.toThrow(because);
  });

  it('rejects a newer version of the API, and files that do not match their manifest', async () => {
    const manifest = await exportFolder(seeded.database, folder);
    await writeFile(at('spaces.ndjson'), lines('spaces').replace('"name":"', '"name":"A '));
    await expect(imported()).rejects.toThrow(/spaces\.ndjson does not match its manifest\. /);
    await writeFile(at('manifest.json'), JSON.stringify({ ...manifest, interface_version: 2 }));
    await expect(imported()).rejects.toThrow(
      /manifest\.json has API version 2, but this program supports versions up to 1: /,
    );
  });

  it('rejects a line that is too long without keeping it in memory, and reads the others', async () => {
    const [first = '', ...rest] = before['spaces'] ?? [];
    const long = 'a'.repeat(importLimits.rowBytes + 1024 * 1024);
    await writeFile(at('spaces.ndjson'), [first, long, ...rest, 'x'].join('\n'));
    const { messages, result } = await imported();
    expect(messages).toEqual([
      `spaces.ndjson:2 is longer than ${importLimits.rowBytes / 1024 / 1024} MiB, the maximum`,
      expect.stringMatching(new RegExp(`:${rest.length + 3} must be a JSON object on one line \\(`)),
    ]);
    expect(result.lines).toBe(rest.length + 3);
  });

  it('rejects a line with a duplicate key, and points to it', async () => {
    await writeFile(at('spaces.ndjson'), lines('spaces').replace('"country_code":', '"city":"Kiel","country_code":'));
    expect((await imported()).messages).toEqual([
      expect.stringMatching(/^spaces.ndjson:\d+ \/address\/city is a duplicate key: remove one$/),
    ]);
  });

  it('rejects missing paths, directories without files, and a directory instead of a file', async () => {
    await expect(imported(at('none'))).rejects.toThrow(/none cannot be read because it does not exist\.$/);
    await expect(imported()).rejects.toThrow(
      /: no file in \S+ has a name like bookings\.ndjson, bookings\.ndjson\.gz or bookings\.csv\.$/,
    );
    await mkdir(at('spaces.ndjson'));
    await expect(imported()).rejects.toThrow(/spaces\.ndjson cannot be read because it is a directory\.$/);
  });

  it('reports unread files such as workbooks, but not files that other programs leave behind', async () => {
    await writeFile(at('Users.CSV'), 'email,first_name,last_name\ndot@example.org,Dot,Lee\n');
    const unread = ['machines.xlsx', 'plans.ods', 'users.json'];
    for (const name of [...unread, 'notes.txt', '._users.csv', '.DS_Store', '~$users.xlsx', '~$machines.csv'])
      await writeFile(at(name), 'x');
    const named = await findUnread([folder], catalogueDefinitions);
    expect(named.map((text) => basename(text.split(' ')[0] ?? '')).sort()).toEqual(unread);
    expect(await imported()).toMatchObject({ messages: [], result: { lines: 1 } });
  });

  it('rejects invalid lines and those that refer to them, and writes them to files to be corrected', async () => {
    const space = asObject(JSON.parse(before['spaces']?.[0] ?? ''));
    const [one, two, three] = ['1', '2', '3'].map((digit) => `0198c1bb-b4b8-73bd-840b-d683a4c7f2e${digit}`);
    const wrong = JSON.stringify({ ...space, id: one, slug: 'No Slug' });
    const child = JSON.stringify({ ...space, id: two, slug: 'child', parent: { id: one } });
    const good = JSON.stringify({ ...space, id: three, slug: 'good' });
    await writeFile(at('spaces.ndjson'), `${wrong}\n${good}\n${child}\n`);
    const { files, result, messages } = await imported(folder, true);
    expect(messages).toEqual([
      expect.stringMatching(/:1 \/slug must be words of a-z and 0-9 with .*, not `No Slug`; did you mean `no-slug`\?$/),
      expect.stringMatching(
        /:3 \/parent\/id must be an id of spaces: \S+ is neither in these files nor in the catalogue$/,
      ),
    ]);
    expect(changedTables(result)).toEqual([['spaces', 1, 0]]);
    const rejects = at('rejects');
    await writeRejects(rejects, files, result.rejected, messages);
    expect((await readdir(rejects)).sort()).toEqual(['errors.txt', 'spaces.ndjson']);
    const rejected = await readFile(join(rejects, 'spaces.ndjson'), 'utf8');
    expect(rejected).toBe(`${wrong}\n${child}\n`);
    await writeFile(join(rejects, 'spaces.ndjson'), rejected.replace('No Slug', 'a-slug'));
    expect((await imported(rejects)).result.errors).toBe(0);
  });
});
