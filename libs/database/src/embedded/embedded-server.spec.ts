import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '@resource-catalogue/testing/until';
import { type EmbeddedServer, openServer } from './embedded-server.js';

const unsafe = ['fsync=off'];
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let parent: string;
const used: EmbeddedServer[] = [];

beforeEach(async () => void (parent = await mkdtemp(join(tmpdir(), 'catalogue-embedded-'))));
afterEach(async () => {
  for (const server of used.splice(0)) await server.release();
  await rm(parent, { recursive: true, force: true, maxRetries: 10 });
});

async function open(directory: string): Promise<EmbeddedServer> {
  const server = await openServer(directory, unsafe);
  used.push(server);
  return server;
}

async function leave(server: EmbeddedServer): Promise<void> {
  used.splice(used.indexOf(server), 1);
  await server.release();
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Another process that uses the server until it is killed, here or in its own container. */
async function otherProcess(directory: string, work = '', container: readonly string[] = []) {
  const program = path('../../test/support/hold-server.ts');
  const hooks = path('../../../../tools/typescript.mjs');
  const words = [...container, process.execPath, '--import', hooks, program, directory, work];
  const child = spawn(words[0] ?? '', words.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

/** Runs a command with its own process ids, as in a container. */
const container = ['unshare', '--pid', '--fork', '--kill-child'];
const mayContain = spawnSync('unshare', [...container.slice(1), 'true']).status === 0;

const lockFile = (directory: string) => join(directory, 'pgdata/postmaster.pid');
const serverPid = async (directory: string) => Number((await readFile(lockFile(directory), 'utf8')).split('\n')[0]);
const untilStopped = (directory: string) => until(() => !existsSync(lockFile(directory)));

describe('the server of a data directory', () => {
  it('is created with checksums, shared by its users, and ends with the last one', async () => {
    const directory = join(parent, 'Räume und "mehr"', 'data');
    const first = await open(directory);
    expect(await query(first.url, 'SHOW data_checksums')).toBe('on');
    const second = await open(directory);
    expect(await query(second.url, 'SELECT pg_postmaster_start_time()::text')).toBe(
      await query(first.url, 'SELECT pg_postmaster_start_time()::text'),
    );
    await leave(first);
    expect(await query(second.url, 'SELECT 1')).toBe(1);
    await leave(second);
    expect(existsSync(lockFile(directory))).toBe(false);
    expect((await readdir(directory)).sort()).toEqual(['log', 'pgdata', 'users']);
  });

  it('is one server, however many users start it at once', async () => {
    const directory = join(parent, 'data');
    for (let round = 0; round < 3; round += 1) {
      const servers = await Promise.all(Array.from({ length: 4 }, () => open(directory)));
      const starts = servers.map(({ url }) => query(url, 'SELECT pg_postmaster_start_time()::text'));
      expect(new Set(await Promise.all(starts)).size).toBe(1);
      // The next round starts while this server stops.
      void Promise.all(servers.map(leave));
    }
  });

  it('loses nothing when its only user is killed, and ends', async () => {
    const directory = join(parent, 'data');
    const kill = await otherProcess(directory, 'row');
    await kill();
    await untilStopped(directory);
    const { url } = await open(directory);
    expect(await query(url, 'SELECT number FROM kept')).toBe(1);
  });

  it('remains for its other users when the one that started it is killed', async () => {
    const directory = join(parent, 'data');
    const kill = await otherProcess(directory);
    const { url } = await open(directory);
    await kill();
    expect(await query(url, 'SELECT 1')).toBe(1);
  });

  it('is started again when it is killed', async () => {
    const directory = join(parent, 'data');
    const { url } = await open(directory);
    const before = await serverPid(directory);
    process.kill(before, 'SIGKILL');
    await until(() =>
      query(url, 'SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    expect(await serverPid(directory)).not.toBe(before);
  });

  it('starts although another program has the process id of a killed one', async () => {
    const directory = join(parent, 'data');
    await leave(await open(directory));
    await writeFile(lockFile(directory), `${process.pid}\n${directory}\n1\n5432\n\n\n1 1\nready\n`);
    await writeFile(join(directory, 'pgdata/.s.PGSQL.5432.lock'), `${process.pid}\n`);
    const { url } = await open(directory);
    expect(await query(url, 'SELECT 1')).toBe(1);
  });

  if (mayContain)
    it('is shared with another container, and recovered when that is killed', async () => {
      const directory = join(parent, 'data');
      const kill = await otherProcess(directory, 'row', container);
      const first = await open(directory);
      expect(await query(first.url, 'SELECT number FROM kept')).toBe(1);
      await kill();
      await leave(first);
      const { url } = await open(directory);
      expect(await query(url, 'SELECT number FROM kept')).toBe(1);
    });

  it('is found by psql', async () => {
    const { psql } = await open(join(parent, `it's data`));
    expect(psql).toBe(`psql -h '${parent}/it'\\''s data/pgdata' -U postgres`);
  });

  it('needs a password over TCP, if a path is too long for a socket', async () => {
    const directory = join(parent, 'x'.repeat(100));
    const { url, psql } = await open(directory);
    const { port, password } = new URL(url);
    expect(psql).toBe(`PGPASSFILE=${directory}/pgdata/pgpass psql -h 127.0.0.1 -p ${port} -U postgres`);
    expect(await readFile(join(directory, 'pgdata/pgpass'), 'utf8')).toBe(`127.0.0.1:*:*:postgres:${password}\n`);
    expect(await query(url, 'SELECT 1')).toBe(1);
    await expect(query(url.replace(password, 'guess'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await open(directory)).url).toBe(url);
  });

  it('can be used by its owner only', async () => {
    const directory = join(parent, 'data');
    await open(directory);
    expect(
      execFileSync('stat', ['-c', '%a', join(directory, 'pgdata'), join(directory, 'users')], { encoding: 'utf8' }),
    ).toBe('700\n600\n');
  });
});

describe('a data directory that cannot be used', () => {
  const contents = async () => (await readdir(parent, { recursive: true })).sort();

  it.each([
    ['notes.txt', /^The data directory .* has no database but is not empty \(notes\.txt\): /],
    ['postgres/PG_VERSION', /^The data directory .* has a database in an older format: export it with /],
  ])('is left unchanged if it contains %s', async (name, message) => {
    await mkdir(join(parent, 'postgres'));
    await writeFile(join(parent, name), '');
    const before = await contents();
    await expect(openServer(parent)).rejects.toThrow(message);
    expect(await contents()).toEqual(before);
  });

  it('is reported with the message of PostgreSQL', async () => {
    const directory = join(parent, 'data');
    await leave(await open(directory));
    await appendFile(join(directory, 'pgdata/postgresql.conf'), 'no_such_setting = 1\n');
    await expect(openServer(directory)).rejects.toThrow(
      /^The database in the data directory .*data cannot be started \(.*contains errors\): see .*data\/log\.$/,
    );
  });
});
