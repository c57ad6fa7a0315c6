import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { startTestService, type TestService } from '@resource-catalogue/server/testing/service';
import { scratchFolder, silent } from '@resource-catalogue/transfer/testing/transfer';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { exportToFolder, exportToStream, withSnapshot } from '@resource-catalogue/transfer';

const plain = { format: 'ndjson', gzip: false } as const;

describe.each(databaseKinds)('an export of %s', (kind) => {
  let service: TestService;
  const definitions = catalogueDefinitions;
  let folder: Awaited<ReturnType<typeof scratchFolder>>;

  beforeAll(async () => {
    service = await startTestService(kind);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    folder = await scratchFolder();
  });
  afterEach(() => folder.drop());

  const named = (...names: string[]) => definitions.filter(({ name }) => names.includes(name));
  const read = (file: string) => readFile(join(folder.path, file));

  /** The texts of a list's rows, cut out of the pages as they come over the wire. */
  async function listed(collection: string): Promise<string[]> {
    const texts: string[] = [];
    let path: string | null = `/api/v1/${collection}?limit=200&sort=created_at`;
    while (path !== null) {
      const page = await service.request(path);
      const body = objectOf(page.json());
      const data = page.text.slice('{"data":['.length, page.text.indexOf('],"links":'));
      const rows = arrayOf(body['data']).map((row) => JSON.stringify(row));
      expect(rows.join(',')).toBe(data);
      texts.push(...rows);
      const next = objectOf(body['links'])['next'];
      path = typeof next === 'string' ? next.slice(service.url.length) : null;
    }
    return texts.sort();
  }

  it('has every row of every collection as the API shows it, and says so in its manifest', async () => {
    const manifest = await exportToFolder(service.database, definitions, folder.path, plain, silent);
    expect(objectOf(JSON.parse(String(await read('manifest.json'))))).toEqual(manifest);
    expect((await readdir(folder.path)).length).toBe(definitions.length + 1);
    for (const { collection, file, rows, sha256 } of manifest.files) {
      const bytes = await read(file);
      const lines = String(bytes).split('\n');
      expect(lines.pop()).toBe('');
      expect([...lines].sort()).toEqual(await listed(collection));
      expect(lines.length).toBe(rows);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  it('shows one moment while others write', async () => {
    if (kind === 'embedded') return expect(kind).toBe('embedded');
    const [spaces] = named('spaces');
    const seen = await withSnapshot(service.database, async (rowsOf) => {
      await rowsOf(spaces!).next();
      await service.database.exec(`UPDATE spaces SET name = name || '!'`);
      const texts: string[] = [];
      for await (const batch of rowsOf(spaces!)) texts.push(...batch);
      await service.database.exec(`UPDATE spaces SET name = left(name, -1)`);
      return texts;
    });
    expect(seen.sort()).toEqual(await listed('spaces'));
  });

  it('may wait for its reader for longer than other transactions may do nothing', async () => {
    if (kind === 'embedded') return expect(kind).toBe('embedded');
    const { database } = service;
    const limit = { text: `SELECT current_setting('idle_in_transaction_session_timeout')` };
    const limits: unknown[] = [];
    const snapshot: Database['source']['snapshot'] = (work) =>
      database.source.snapshot(async (inside) => {
        const result = await work(inside);
        limits.push(await inside.query(limit, []));
        return result;
      });
    await withSnapshot({ ...database, source: { ...database.source, snapshot } }, () => Promise.resolve());
    expect(limits).toEqual([[['10min']]]);
  });

  it('is compressed where that is asked for, and goes to a stream', async () => {
    await exportToFolder(service.database, named('bookings'), folder.path, { ...plain, gzip: true }, silent);
    const chunks: Buffer[] = [];
    const target = new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) });
    await exportToStream(service.database, named('bookings')[0]!, target, plain, silent);
    expect(gunzipSync(await read('bookings.ndjson.gz')).equals(Buffer.concat(chunks))).toBe(true);
  });

  it('has a column for each value in a table for spreadsheets, and nothing that one would run', async () => {
    const database = { ...service.database };
    await database.exec(`UPDATE spaces SET email = '=1+1', phone = 'a "b", c' WHERE parent_id IS NULL`);
    await exportToFolder(database, named('spaces'), folder.path, { ...plain, format: 'csv' }, silent);
    const [header, ...lines] = String(await read('spaces.csv')).split('\r\n');
    expect(header).toMatch(/^\ufeffid,parent\.id,parent\.name,slug,.*address\.street,.*opening_hours,/);
    expect(lines.at(-1)).toBe('');
    expect(lines.some((line) => line.includes(`,'=1+1,"a ""b"", c",`))).toBe(true);
  });

  it('that finds no room leaves what there was, and says so', async () => {
    await writeFile(join(folder.path, 'spaces.ndjson'), 'older');
    await symlink('/dev/full', join(folder.path, 'spaces.ndjson.part'));
    const full = exportToFolder(service.database, named('spaces'), folder.path, plain, silent);
    await expect(full).rejects.toThrow(/^Nothing was exported: .* cannot be written, its disk is full\.$/);
    expect([await readdir(folder.path), String(await read('spaces.ndjson'))]).toEqual([['spaces.ndjson'], 'older']);
  });

  it('that may not write its folder says so', async () => {
    await writeFile(join(folder.path, 'file'), '');
    await mkdir(join(folder.path, 'spaces.ndjson.part'));
    for (const [place, reason] of [
      [join(folder.path, 'file', 'inner'), 'there is a file where a folder should be'],
      [join(folder.path, 'file'), 'there is a file where a folder should be'],
      [folder.path, 'it is a folder'],
    ] as const) {
      const refused = exportToFolder(service.database, named('spaces'), place, plain, silent);
      await expect(refused).rejects.toThrow(`Nothing was exported: ${place} cannot be written, ${reason}.`);
    }
  });
});
