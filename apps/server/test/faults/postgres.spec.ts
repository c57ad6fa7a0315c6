import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken } from '../../src/auth/token-admin.js';
import { connectPostgres } from '../../src/database/postgres.js';
import { seedDatabase } from '../../src/demo/seed-database.js';
import { Load, usualRequests } from '../http/support/load.js';
import { startProcess } from '../projects/support/processes.js';
import { Writer } from '../projects/support/workshop.js';
import { startService } from '../start/running-program.js';
import { timed } from '../support/figures.js';
import { textOf } from '../support/json.js';
import { MovingName } from '../support/moving-name.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { clientOf } from '../support/requests.js';
import { freePort } from '../support/sockets.js';
import { until } from '../support/until.js';

const rounds = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 2);

/** The service as a process on a server of its own, under load from here. */
async function serviceOn(cluster: PostgresCluster) {
  await cluster.query('postgres', 'CREATE DATABASE catalogue');
  const database = await connectPostgres(cluster.url('catalogue'));
  const at = new Date('2026-03-01T12:00:00.000Z');
  await seedDatabase(database, { bookings: 100, seed: 7, at }, () => undefined);
  const quota = { requests: 10_000_000, seconds: 60 };
  const scopes = ['read', 'projects:write'] as const;
  const { token } = await createToken(database.prisma, { name: 'test', scopes, quota, expiresAt: null });
  const author = (await database.prisma.member.findFirstOrThrow({ where: { soft_deleted_at: null } })).id;
  await database.close();
  return {
    token,
    author,
    start: async (databaseUrl = cluster.url('catalogue')) => {
      const location = { databaseUrl, dataDir: tmpdir() };
      const { program, url } = await startProcess({ location });
      const client = clientOf(url, token);
      const writer = new Writer(client, author);
      const project = textOf((await writer.make())['id']);
      const requests = usualRequests({ url, token, project, author });
      const statuses = async () =>
        (await Promise.all(requests.map((request) => request()))).map(({ status }) => status);
      const answered = () => until(async () => (await statuses()).every((status) => status < 500));
      return { program, client, writer, requests, statuses, answered };
    },
  };
}

const done = [200, 200, 200, 200, 201];

it('a PostgreSQL that is not there when the service starts is named in one line', async () => {
  const port = await freePort();
  const { ended } = startService({ DATABASE_URL: `postgresql://postgres:hunter2@127.0.0.1:${port}/catalogue` });
  const { code, stdout, stderr } = await ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]*\b127\.0\.0\.1\b[^\n]*\n$/);
  expect(stderr).not.toContain('hunter2');
});

if (postgresPrograms !== null)
  describe('a PostgreSQL server', () => {
    let cluster: PostgresCluster;
    let home: Awaited<ReturnType<typeof serviceOn>>;
    beforeAll(async () => {
      cluster = await PostgresCluster.primary();
      home = await serviceOn(cluster);
    });
    afterAll(() => cluster.remove());

    it('ERR-6: stopped and started under load is 503 with Retry-After meanwhile, and the same process answers again', async () => {
      const { program, requests, statuses, answered } = await home.start();
      const load = new Load(requests);
      for (let round = 0; round < rounds; round += 1) {
        await load.moved();
        await cluster.stop();
        await timed('PostgreSQL stopped: everything is 503', () => refused(statuses));
        await load.moved();
        await cluster.start();
        await timed('PostgreSQL started: everything is answered', answered);
      }
      await load.stop();
      expect([...load.unexpected]).toEqual([]);
      expect(await statuses()).toEqual(done);
      expect(program.child.exitCode).toBeNull();
    });

    it('ERR-6: that fails over to its standby under load is 503 until the name has moved, and the same process goes on', async () => {
      const standby = await cluster.standby();
      const name = new MovingName(cluster.port);
      await name.open();
      try {
        const { program, requests, statuses, answered } = await home.start(
          `postgresql://postgres@127.0.0.1:${name.port}/catalogue`,
        );
        const load = new Load(requests);
        await load.moved();
        await cluster.stop();
        await refused(statuses);
        await standby.promote();
        name.moveTo(standby.port);
        await timed('the name of the primary has moved: everything is answered', answered);
        await load.moved();
        await load.stop();
        expect([...load.unexpected]).toEqual([]);
        expect(await statuses()).toEqual(done);
        expect(program.child.exitCode).toBeNull();
      } finally {
        name.close();
        await standby.remove();
        await cluster.start();
      }
    });

    it('ERR-6: that hangs under load is 503 with Retry-After, and goes on where it was', async () => {
      const { program, requests, statuses, answered } = await home.start();
      const load = new Load(requests);
      await load.moved();
      await cluster.pause();
      try {
        await timed('PostgreSQL hangs: everything is 503', () => refused(statuses));
      } finally {
        await cluster.goOn();
      }
      await timed('PostgreSQL goes on: everything is answered', answered);
      await load.stop();
      expect([...load.unexpected]).toEqual([]);
      expect(await statuses()).toEqual(done);
      expect(program.child.exitCode).toBeNull();
    });
  });

const refused = (statuses: () => Promise<readonly number[]>) =>
  until(async () => (await statuses()).every((status) => status === 503));

/** A text that does not get shorter where it is stored. */
const noise = (seed: number): string =>
  createHash('shake256', { outputLength: 40_000 }).update(String(seed)).digest('hex');

/** Whether this user may have a small disk; `npm test` says at its end what was not run. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

if (postgresPrograms !== null && mayMount)
  it('ERR-6: a PostgreSQL whose disk is full refuses writes with 503 and Retry-After, and takes them when there is space', async () => {
    const place = await mkdtemp(join(tmpdir(), 'catalogue-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', place]);
    expect(status).toBe(0);
    await chmod(place, 0o777);
    const cluster = await PostgresCluster.primary(place);
    try {
      const { writer, program, answered } = await (await serviceOn(cluster)).start();
      const { id } = await writer.make();
      const filling = join(place, 'filling');
      await writeFile(filling, Buffer.alloc(160 * 1024 * 1024)).catch(() => undefined);
      // What has room in the files that there are is still stored.
      let answer = await writer.patch(id, { description: noise(0) });
      for (let count = 1; answer.status === 200 && count < 400; count += 1) {
        answer = await writer.patch(id, { description: noise(count) });
      }
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
      await rm(filling);
      // A server that could not write its log has ended by itself.
      await cluster.stop().catch(() => undefined);
      await cluster.start();
      await timed('PostgreSQL has room again and was started: everything is answered', answered);
      await writer.make();
      expect(program.child.exitCode).toBeNull();
    } finally {
      await cluster.remove();
      spawnSync('umount', ['--lazy', place]);
      await rm(place, { recursive: true });
    }
  });
