import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { openDatabase } from '@resource-catalogue/database';
import { exportToFolder } from '@resource-catalogue/transfer';
import { catalogueOfNobody, type Ending } from '@resource-catalogue/testing/running-program';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { silent } from '@resource-catalogue/transfer/testing/transfer';

describe('a user without the right', () => {
  let place: string;
  let endings: Ending[];
  const closed: string[] = [];
  const inPlace = (...names: readonly string[]) => join(place, ...names);

  async function close(path: string, mode: number): Promise<void> {
    await chmod(path, mode);
    closed.push(path);
  }

  // One process for all commands, which no command that is refused may disturb.
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'catalogue-rights-'));
    const location = { dataDir: inPlace('data'), databaseUrl: null };
    await fillSmallFiles(location.dataDir);
    const database = await openDatabase(location);
    const plain = { format: 'ndjson', gzip: false } as const;
    await exportToFolder(database, catalogueDefinitions, inPlace('before'), plain, silent);
    await database.close();
    for (const name of ['changed', 'unknown', 'hidden']) {
      await cp(inPlace('before'), inPlace(name), { recursive: true });
    }

    await mkdir(inPlace('mine'));
    await writeFile(inPlace('mine/users.ndjson'), 'older');
    await close(inPlace('mine'), 0o500);

    await rm(inPlace('changed/manifest.json'));
    const users = String(await readFile(inPlace('changed/users.ndjson')));
    await writeFile(inPlace('changed/users.ndjson'), users.replaceAll('"time_zone":"', '"time_zone":"New'));
    await close(inPlace('changed/bookings.ndjson'), 0o000);

    await close(inPlace('unknown/manifest.json'), 0o000);
    await mkdir(inPlace('rejects'));
    await close(inPlace('rejects'), 0o500);
    await close(inPlace('hidden'), 0o000);

    endings = await catalogueOfNobody(
      { DATA_DIR: location.dataDir },
      ['export', inPlace('mine')],
      ['export', inPlace('mine/inner')],
      ['import', inPlace('changed')],
      ['export', inPlace('after')],
      ['import', inPlace('unknown')],
      ['import', inPlace('before/users.ndjson'), '--continue', '--rejects', inPlace('rejects/left')],
      ['import', inPlace('hidden')],
      ['import', inPlace('hidden/users.ndjson')],
    );
  });
  afterAll(async () => {
    for (const path of closed) await chmod(path, 0o700);
    await rm(place, { recursive: true, force: true });
  });

  function refused(index: number, because: string): void {
    const ending = endings[index];
    // A slow machine shows progress meanwhile.
    const said = ending?.stderr.replace(/^((?:reading|exporting) .*\n)*/, '');
    expect([ending?.code, ending?.stdout, said]).toEqual([1, '', `${because}\n`]);
  }

  it('to write a folder exports nothing, and leaves what is there', async () => {
    const reason = 'cannot be written, this user has no right to.';
    refused(0, `Nothing was exported: ${inPlace('mine')} ${reason}`);
    refused(1, `Nothing was exported: ${inPlace('mine/inner')} ${reason}`);
    expect(await readdir(inPlace('mine'))).toEqual(['users.ndjson']);
    expect(String(await readFile(inPlace('mine/users.ndjson')))).toBe('older');
  });

  it('to read a file imports nothing of the others either', async () => {
    const bookings = inPlace('changed/bookings.ndjson');
    refused(2, `Nothing was imported: ${bookings} cannot be read, this user has no right to.`);
    expect(endings[3]?.code).toBe(0);
    for (const name of await readdir(inPlace('before'))) {
      if (name === 'manifest.json') continue;
      expect(await readFile(inPlace('after', name))).toEqual(await readFile(inPlace('before', name)));
    }
  });

  it('to read a folder or its manifest, or to write what is left out, does not even begin', () => {
    const unreadable = (path: string) => `Nothing was imported: ${path} cannot be read, this user has no right to.`;
    refused(4, unreadable(inPlace('unknown/manifest.json')));
    refused(
      5,
      `Nothing was imported: the folder ${inPlace('rejects/left')} of --rejects cannot be written, this user has no right to.`,
    );
    refused(6, unreadable(inPlace('hidden')));
    refused(7, unreadable(inPlace('hidden/users.ndjson')));
  });
});
