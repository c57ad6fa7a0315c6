import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandsWithoutRoot, type Ending } from '@resource-catalogue/testing/running-program';
import { oneOfEach } from '@resource-catalogue/database/testing/one-of-each';
import { createBareDatabase } from '@resource-catalogue/database/testing/databases';
import { connectPostgres } from '@resource-catalogue/database';
import { exportFolder } from '@resource-catalogue/transfer/testing/transfer';

describe('a user without access rights', () => {
  let folder: string;
  let endings: Ending[];
  let server: Awaited<ReturnType<typeof createBareDatabase>>;
  const closed: string[] = [];
  const at = (name: string) => join(folder, name);

  async function close(name: string, mode: number): Promise<void> {
    await chmod(at(name), mode);
    closed.push(at(name));
  }

  // One process runs all commands, so a failed command must not affect the next one.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-rights-'));
    server = await createBareDatabase();
    const database = await connectPostgres(server.url);
    await database.exec(oneOfEach);
    await exportFolder(database, at('before'));
    await database.close();
    for (const name of ['changed', 'unknown', 'hidden']) await cp(at('before'), at(name), { recursive: true });

    await mkdir(at('mine'));
    await writeFile(at('mine/users.ndjson'), 'older');
    await close('mine', 0o500);

    await rm(at('changed/manifest.json'));
    const users = await readFile(at('changed/users.ndjson'), 'utf8');
    await writeFile(at('changed/users.ndjson'), users.replaceAll('"time_zone":"', '"time_zone":"New'));
    await close('changed/bookings.ndjson', 0o000);

    await mkdir(at('rejects'));
    await close('rejects', 0o500);
    await close('unknown/manifest.json', 0o000);
    await close('hidden', 0o000);

    endings = await commandsWithoutRoot(
      { DATABASE_URL: server.url },
      ['export', at('mine')],
      ['export', at('mine/inner')],
      ['import', at('changed')],
      ['import', at('unknown')],
      ['import', at('hidden')],
      ['import', at('hidden/users.ndjson')],
      ['import', at('before/users.ndjson'), '--continue', '--rejects', at('rejects/left')],
      ['export', at('after')],
    );
  });
  afterAll(async () => {
    for (const path of closed) await chmod(path, 0o700);
    await rm(folder, { recursive: true, force: true });
    await server.drop();
  });

  it.each([
    [0, 'exported', 'mine', 'written'],
    [1, 'exported', 'mine/inner', 'written'],
    [2, 'imported', 'changed/bookings.ndjson', 'read'],
    [3, 'imported', 'unknown/manifest.json', 'read'],
    [4, 'imported', 'hidden', 'read'],
    [5, 'imported', 'hidden/users.ndjson', 'read'],
    [6, 'imported', 'rejects/left', 'written'],
  ])(
    'without access rights, command %i reports that nothing was %s, because %s cannot be %s',
    (index, done, name, access) => {
      const { code, stdout, stderr = '' } = endings[index] ?? {};
      const what = access === 'written' && done === 'imported' ? `the --rejects directory ${at(name)}` : at(name);
      // Progress appears only on a slow machine.
      const errors = stderr.replace(/^((?:reading|exporting) .*\n)*/, '');
      const reason = `${what} cannot be ${access} because this user lacks permission.\n`;
      const because = access === 'read' ? reason : `Nothing was ${done}: ${reason}`;
      expect({ code, stdout, errors }).toEqual({ code: 1, stdout: '', errors: because });
    },
  );

  it('commands without access rights change nothing', async () => {
    expect(await readdir(at('mine'))).toEqual(['users.ndjson']);
    expect(await readFile(at('mine/users.ndjson'), 'utf8')).toBe('older');
    expect(endings.at(-1)?.code).toBe(0);
    for (const name of await readdir(at('before')))
      if (name !== 'manifest.json')
        expect(await readFile(at(`after/${name}`))).toEqual(await readFile(at(`before/${name}`)));
  });
});
