import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { asArray, asObject } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { startTestService, type TestService } from '@resource-catalogue/server/testing/service';
import { exportFolder, silent } from '@resource-catalogue/transfer/testing/transfer';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { exportToFolder, exportToStream, withSnapshot } from '@resource-catalogue/transfer';

const plain = { format: 'ndjson', gzip: false } as const;
const named = (own: string) => catalogueDefinitions.filter(({ name }) => name === own);
const [spaces, bookings] = [named('spaces'), named('bookings')];

describe('an export', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    folder = await newFolder();
  });

  const read = (file: string) => readFile(join(folder, file));

  /** The JSON texts of a list's rows, cut from the response bodies. */
  async function listed(collection: string): Promise<string[]> {
    const texts: string[] = [];
    let path: string | null = `/api/v1/${collection}?limit=200&sort=created_at`;
    while (path !== null) {
      const page = await service.request(path);
      const body = asObject(page.json());
      const rows = asArray(body['data']).map((row) => JSON.stringify(row));
      expect(page.text.startsWith(`{"data":[${rows.join(',')}],"links":`)).toBe(true);
      texts.push(...rows);
      const next = asObject(body['links'])['next'];
      path = typeof next === 'string' ? next.slice(service.url.length) : null;
    }
    return texts.sort();
  }

  it('an export contains all rows of all collections as the API shows them, and its manifest has their number', async () => {
    const manifest = await exportFolder(service.database, folder);
    expect(JSON.parse(String(await read('manifest.json')))).toEqual(manifest);
    expect((await readdir(folder)).length).toBe(catalogueDefinitions.length + 1);
    for (const { collection, file, rows, sha256 } of manifest.files) {
      const bytes = await read(file);
      const lines = String(bytes).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.length).toBe(rows);
      expect(lines.sort()).toEqual(await listed(collection));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  it('an export is a snapshot despite concurrent writes', async () => {
    const seen = await withSnapshot(service.database, async (rowsOf) => {
      const texts: string[] = [];
      for (const definition of spaces) {
        await rowsOf(definition).next();
        await service.database.exec(`UPDATE spaces SET name = name || '!'`);
        for await (const batch of rowsOf(definition)) texts.push(...batch);
        await service.database.exec(`UPDATE spaces SET name = left(name, -1)`);
      }
      return texts;
    });
    expect(seen.sort()).toEqual(await listed('spaces'));
  });

  it('an export may wait ten minutes for a slow reader', async () => {
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

  it('an export can be compressed, and written to a stream', async () => {
    await exportFolder(service.database, folder, { gzip: true });
    const chunks: Buffer[] = [];
    const target = new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) });
    for (const definition of bookings) await exportToStream(service.database, definition, target, plain, silent);
    expect(gunzipSync(await read('bookings.ndjson.gz')).equals(Buffer.concat(chunks))).toBe(true);
  });

  const expectFailure = (place: string, reason: string) =>
    expect(exportToFolder(service.database, spaces, place, plain, silent)).rejects.toThrow(
      `Nothing was exported: ${place} cannot be written because ${reason}.`,
    );

  it('an export to a full disk leaves the previous files and reports it', async () => {
    await writeFile(join(folder, 'spaces.ndjson'), 'older');
    await symlink('/dev/full', join(folder, 'spaces.ndjson.part'));
    await expectFailure(folder, 'its disk is full');
    expect([await readdir(folder), String(await read('spaces.ndjson'))]).toEqual([['spaces.ndjson'], 'older']);
  });

  it('an export to a directory without write access reports it', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await mkdir(join(folder, 'spaces.ndjson.part'));
    await expectFailure(join(file, 'inner'), 'part of the path is a file');
    await expectFailure(file, 'part of the path is a file');
    await expectFailure(folder, 'it is a directory');
  });
});
