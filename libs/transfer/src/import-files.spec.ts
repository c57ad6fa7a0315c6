import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { objectOf } from '@resource-catalogue/testing/json';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { everyRow, importFolder, scratchFolder, silent } from '../test/support/transfer.js';
import { exportToFolder } from './export-files.js';
import { findUnread } from './import-files.js';
import { importLimits } from './import-limits.js';
import { writeRejects } from './rejects.js';

describe('an import of files', () => {
  let seeded: TestDatabase;
  const definitions = catalogueDefinitions;
  let before: Awaited<ReturnType<typeof everyRow>>;
  let folder: Awaited<ReturnType<typeof scratchFolder>>;

  beforeAll(async () => {
    seeded = await seededDatabase('embedded');
    before = await everyRow(seeded.database);
  });
  afterAll(async () => {
    // None of them stores anything.
    expect(await everyRow(seeded.database)).toEqual(before);
    await seeded.drop();
  });
  beforeEach(async () => {
    folder = await scratchFolder();
  });
  afterEach(() => folder.drop());

  const at = (name: string) => join(folder.path, name);
  const lines = (name: string) => `${(before[name] ?? []).join('\n')}\n`;
  const exported = (gzip = false) =>
    exportToFolder(seeded.database, definitions, folder.path, { format: 'ndjson', gzip }, silent);

  const imported = (path = folder.path, continueOnError = false) =>
    importFolder(seeded.database, path, { dryRun: true, continueOnError });

  const refused = (because: RegExp) => expect(imported()).rejects.toThrow(because);

  it('takes exports, compressed or not, and files with other line ends', async () => {
    await exported(true);
    expect((await imported()).result).toMatchObject({ errors: 0, stored: false });
    await writeFile(at('spaces.ndjson'), `\ufeff${lines('spaces').replaceAll('\n', '\r\n')}\r\n`);
    const { result } = await imported(at('spaces.ndjson'));
    expect(result).toMatchObject({ errors: 0, lines: before['spaces']?.length });
  });

  it('refuses a compressed file that is cut off', async () => {
    const whole = gzipSync(lines('bookings'));
    await writeFile(at('bookings.ndjson.gz'), whole.subarray(0, whole.length - 2000));
    await refused(
      /^Nothing was imported: \S+bookings\.ndjson\.gz cannot be read, it is damaged or incomplete \(.*\)\.$/,
    );
  });

  it('refuses a file that is not UTF-8, and names the line', async () => {
    await writeFile(
      at('spaces.ndjson'),
      Buffer.concat([Buffer.from(lines('spaces')), Buffer.from('{"id":"\xe9"}\n', 'latin1')]),
    );
    await refused(
      new RegExp(`^Nothing was imported: \\S+spaces.ndjson:${(before['spaces']?.length ?? 0) + 1} is not UTF-8\\. `),
    );
  });

  it('refuses a line that is too long without holding it, and reads those around it', async () => {
    const [first = '', ...rest] = before['spaces'] ?? [];
    const long = Buffer.alloc(importLimits.rowBytes + 1024 * 1024, 'a');
    await writeFile(
      at('spaces.ndjson'),
      Buffer.concat([Buffer.from(`${first}\n`), long, Buffer.from(`\n${rest.join('\n')}\nx`)]),
    );
    const { messages, result } = await imported();
    expect(messages).toEqual([
      `spaces.ndjson:2 is longer than ${importLimits.rowBytes / 1024 / 1024} MiB, the maximum`,
      expect.stringMatching(new RegExp(`:${rest.length + 3} must be a JSON object on one line \\(`)),
    ]);
    expect(result.lines).toBe(rest.length + 3);
  });

  it('refuses the file of another collection', async () => {
    await writeFile(at('bookings.ndjson'), lines('members'));
    await refused(/^Nothing was imported: \S+bookings\.ndjson has rows of members, not of bookings\. Rename it\.$/);
    await writeFile(at('lockers.ndjson'), lines('members'));
    await refused(
      /lockers\.ndjson does not match a collection\. Expected a name like bookings\.ndjson, bookings\.ndjson\.gz or bookings\.csv\.$/,
    );
  });

  it('refuses a newer version of the interface, and a manifest that says something else', async () => {
    await exported();
    const manifest = objectOf(JSON.parse(String(await readFile(at('manifest.json')))));
    await writeFile(at('spaces.ndjson'), lines('spaces').replace('"name":"', '"name":"A '));
    await refused(/spaces\.ndjson does not match its manifest\. /);
    await writeFile(at('manifest.json'), JSON.stringify({ ...manifest, interface_version: 2 }));
    await refused(/manifest\.json is of version 2 of the interface, and this program knows versions up to 1: /);
    await writeFile(at('manifest.json'), '{}');
    await refused(/manifest\.json is not the manifest of an export\. Correct or delete it\.$/);
  });

  it('refuses a line that has a key twice, and points to it', async () => {
    await writeFile(at('spaces.ndjson'), lines('spaces').replace('"country_code":', '"city":"Kiel","country_code":'));
    const line = (before['spaces'] ?? []).findIndex((text) => text.includes('"country_code":')) + 1;
    expect((await imported()).messages).toEqual([
      `spaces.ndjson:${line} /address/city is a duplicate: an object has each key once`,
    ]);
  });

  it('refuses missing paths, folders without files, and a folder instead of a file', async () => {
    await expect(imported(at('none'))).rejects.toThrow(/none cannot be read, it does not exist\.$/);
    await refused(/: no file in \S+ has a name like bookings\.ndjson, bookings\.ndjson\.gz or bookings\.csv\.$/);
    await mkdir(at('spaces.ndjson'));
    await refused(/spaces\.ndjson cannot be read, it is a folder\.$/);
  });

  it('names files that it does not read, such as workbooks, but not those that other programs leave behind', async () => {
    const head = 'email,first_name,last_name\n';
    await writeFile(at('Users.CSV'), `${head}dot@example.org,Dot,Lee\n`);
    for (const name of ['._users.csv', '.DS_Store', '~$users.xlsx', '~$machines.csv']) await writeFile(at(name), 'x');
    for (const name of ['machines.xlsx', 'plans.ods', 'users.json', 'notes.txt']) await writeFile(at(name), 'x');
    expect(
      (await findUnread([folder.path], definitions)).map((text) => basename(text.split(' ')[0] ?? '')).sort(),
    ).toEqual(['machines.xlsx', 'plans.ods', 'users.json']);
    const found = await importFolder(seeded.database, folder.path, { dryRun: true });
    expect(found).toMatchObject({ messages: [], result: { lines: 1 } });
    await rm(at('Users.CSV'));
    await refused(
      /machines\.xlsx is not imported: write a mapping for it with: resource-catalogue sheet, and import it with --mapping\.$/,
    );
    await writeFile(at('machine units.csv'), 'sku\n');
    await refused(/machine units\.csv does not match a collection\. Did you mean machine_units\.csv\?$/);
  });

  it('rejects wrong lines and those that refer to them, and writes them to be corrected', async () => {
    const spaces = (before['spaces'] ?? []).map((text) => objectOf(JSON.parse(text)));
    const parent =
      spaces.find(({ id }) => spaces.some(({ parent: its }) => its !== null && objectOf(its)['id'] === id)) ?? {};
    const other = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
    const wrong = JSON.stringify({ ...parent, id: other, slug: 'No Slug' });
    const child = JSON.stringify({
      ...parent,
      id: other.replace('0198', '0199'),
      slug: 'child',
      parent: { id: other },
    });
    const good = JSON.stringify({ ...parent, id: other.replace('0198', '019a'), slug: 'good' });
    await writeFile(at('spaces.ndjson'), `${wrong}\n${good}\n${child}\n`);
    const { files, result, messages } = await imported(folder.path, true);
    expect(messages).toEqual([
      expect.stringMatching(/:1 \/slug must be words of a-z and 0-9 with .*, not `No Slug`; did you mean `no-slug`\?$/),
      expect.stringMatching(
        /:3 \/parent\/id must be an id of spaces: \S+ is neither in these files nor in the catalogue$/,
      ),
    ]);
    expect(result.tables.find(({ table }) => table === 'spaces')).toMatchObject({ inserted: 1, updated: 0 });
    await writeRejects(at('rejects'), files, result.rejected, messages);
    expect((await readdir(at('rejects'))).sort()).toEqual(['errors.txt', 'spaces.ndjson']);
    expect(String(await readFile(at('rejects/spaces.ndjson')))).toBe(`${wrong}\n${child}\n`);
    await writeFile(
      at('rejects/spaces.ndjson'),
      String(await readFile(at('rejects/spaces.ndjson'))).replace('No Slug', 'a-slug'),
    );
    expect((await imported(at('rejects'))).result.errors).toBe(0);
  });
});
