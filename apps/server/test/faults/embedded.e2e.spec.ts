import { once } from 'node:events';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import {
  banner,
  catalogue,
  emptyFolder,
  fetchStatus,
  newFolder,
  type RunningProgram,
  seededFolder,
  startCommand,
  startService,
} from '@resource-catalogue/testing/running-program';
import { until } from '@resource-catalogue/testing/until';

const lock = (dataDir: string): string => join(dataDir, 'pgdata/postmaster.pid');
const untilServerEnds = (dataDir: string): Promise<void> => until(() => !existsSync(lock(dataDir)));

async function kill({ child }: RunningProgram): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it.each<[phase: string, isReached: (dataDir: string) => Promise<boolean>]>([
  ['creates the cluster', async (dataDir) => (await readdir(dataDir)).some((name) => name.startsWith('pgdata-new-'))],
  ['starts the server', (dataDir) => Promise.resolve(existsSync(lock(dataDir)))],
  ['migrates or fills the database', (dataDir) => Promise.resolve(existsSync(join(dataDir, 'pgdata/.s.PGSQL.5432')))],
])('a first start killed while it %s leaves no server, and the next start succeeds', async (_, isReached) => {
  const dataDir = await newFolder();
  const first = startService({ DATA_DIR: dataDir });
  await until(() => isReached(dataDir), first.ended);
  await kill(first);
  await untilServerEnds(dataDir);
  const { url, token } = await banner(startService({ DATA_DIR: dataDir }));
  expect(await fetchStatus(`${url}/api/v1/bookings?limit=1`, token)).toBe(200);
});

it('WRITE-9: an import killed while it runs stores all rows or none, and leaves no server', async () => {
  const [dataDir, folder] = [await emptyFolder(), await newFolder()];
  const seeded = await seededFolder();
  expect(await catalogue({ DATA_DIR: seeded }, 'export', folder)).toMatchObject({ code: 0 });
  const importing = startCommand({ DATA_DIR: dataDir }, 'import', folder);
  await until(() => existsSync(lock(dataDir)), importing.ended);
  await kill(importing);
  await untilServerEnds(dataDir);
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const [[stored] = []] = await database.source.query({ text: 'SELECT count(*)::text FROM bookings' }, []);
  await database.close();
  expect(['0', '300']).toContain(stored);
});

it('commands and a second service use the directory of a running one, whose server ends with the last of them', async () => {
  const dataDir = await seededFolder();
  const first = startService({ DATA_DIR: dataDir });
  const second = startService({ DATA_DIR: dataDir });
  const [one, two] = [await banner(first), await banner(second)];
  const made = await catalogue({ DATA_DIR: dataDir }, 'tokens', 'create', '--json', '--name', 'a', '--scopes', 'read');
  const token = /rct_\w+/.exec(made.stdout)?.[0];
  await kill(first);
  await expect(fetchStatus(one.url, token)).rejects.toThrow('fetch failed');
  expect(await fetchStatus(`${two.url}/api/v1/spaces`, token)).toBe(200);
  second.child.kill();
  expect((await second.ended).code).toBe(0);
  expect(existsSync(lock(dataDir))).toBe(false);
});

it('the service starts in a directory that only its owner can enter, with any locale and time zone', async () => {
  const parent = join(await newFolder(), 'Räume & "Maschinen"');
  await mkdir(parent);
  await chmod(parent, 0o700);
  const dataDir = join(parent, 'data');
  const service = startService({ DATA_DIR: dataDir, LANG: 'xx_YY.UTF-8', TZ: 'Mars/Olympus', LC_ALL: 'tr_TR' });
  const { url, token } = await banner(service);
  expect(await fetchStatus(`${url}/api/v1/spaces`, token)).toBe(200);
  service.child.kill();
  expect((await service.ended).code).toBe(0);
  expect(existsSync(lock(dataDir))).toBe(false);
});
