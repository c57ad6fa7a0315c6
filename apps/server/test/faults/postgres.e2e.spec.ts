import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectPostgres, databaseTimeouts } from '@resource-catalogue/database';
import { startService } from '@resource-catalogue/testing/running-program';
import { timed } from '@resource-catalogue/testing/figures';
import { textOf } from '@resource-catalogue/testing/json';
import { lineTo } from '@resource-catalogue/testing/line';
import { freePort } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';
import { Load, steady, usualRequests } from '../http/support/load.js';
import { Writer } from '../projects/support/workshop.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { newToken, startInstance } from '../support/service.js';

const rounds = Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1);

/** In milliseconds: how long these tests wait for an answer that never comes. */
const silence = 3000;

/** The service on a server of its own. An error that nobody catches fails the test, as it would end the process of a service. */
async function serviceOn(databaseUrl: string) {
  const database = await connectPostgres(databaseUrl, { ...databaseTimeouts, silence });
  const { token } = await newToken(database);
  const author = (await database.prisma.member.findFirstOrThrow({ where: { soft_deleted_at: null } })).id;
  const instance = await startInstance(database, token);
  const writer = new Writer(instance, author);
  const project = textOf((await writer.make())['id']);
  const requests = usualRequests({ url: instance.url, token, project, author });
  const statuses = async () => (await Promise.all(requests.map((request) => request()))).map(({ status }) => status);
  return {
    writer,
    requests,
    statuses,
    close: async () => {
      await instance.close();
      await database.close();
    },
  };
}

type Service = Awaited<ReturnType<typeof serviceOn>>;

/** That nothing but 503 tells of what happens to the server under load, and that everything is answered afterwards. */
async function expectOnlyRefusals({ requests, statuses }: Service, happen: (load: Load) => Promise<void>) {
  const load = new Load(requests, undefined, steady);
  await load.moved();
  try {
    await happen(load);
  } finally {
    await load.stop();
  }
  expect([...load.unexpected]).toEqual([]);
  expect(await statuses()).toEqual(done);
}

const done = [200, 200, 200, 200, 201];
const isDone = (status: number) => done.includes(status);
const isRefused = (status: number) => status === 503;

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
    let service: Service;
    beforeAll(async () => {
      cluster = await PostgresCluster.primary();
      service = await serviceOn(cluster.url('catalogue'));
    });
    afterAll(async () => {
      await service.close();
      await cluster.remove();
    });

    it('ERR-6: stopped and started under load is 503 with Retry-After meanwhile, and the same process answers again', () =>
      expectOnlyRefusals(service, async (load) => {
        for (let round = 0; round < rounds; round += 1) {
          await cluster.stop();
          await timed('PostgreSQL stopped: everything is 503', () => load.answered(isRefused));
          await cluster.start();
          await timed('PostgreSQL started: everything is answered', () => load.answered(isDone));
        }
      }));

    it('ERR-6: that hangs under load is 503 with Retry-After, and goes on where it was', () =>
      expectOnlyRefusals(service, async (load) => {
        await cluster.pause();
        try {
          await timed('PostgreSQL hangs: everything is 503', () => load.answered(isRefused));
        } finally {
          await cluster.goOn();
        }
        await timed('PostgreSQL goes on: everything is answered', () => load.answered(isDone));
      }));

    it('ERR-6: that fails over to its standby under load is 503 until the name has moved, and the same process goes on', async () => {
      const standby = await cluster.standby();
      const { line, url } = await lineTo(cluster.url('catalogue'));
      const moving = await serviceOn(url);
      try {
        await expectOnlyRefusals(moving, async (load) => {
          await cluster.stop();
          await load.answered(isRefused);
          await standby.promote();
          line.moveTo(standby.port);
          await timed('the name of the primary has moved: everything is answered', () => load.answered(isDone));
        });
      } finally {
        await moving.close();
        await line.close();
        await standby.remove();
        await cluster.start();
      }
    });
  });

/** A text that does not get shorter where it is stored. */
const noise = (seed: number): string =>
  createHash('shake256', { outputLength: 40_000 }).update(String(seed)).digest('hex');

/** Whether this user may have a small disk; `npm test` says at its end what was not run. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

if (postgresPrograms !== null && mayMount)
  it('ERR-6: a PostgreSQL whose disk is full refuses writes with 503 and Retry-After, and takes them when there is space', async () => {
    const place = await mkdtemp(join(tmpdir(), 'catalogue-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', place]);
    expect(status).toBe(0);
    await chmod(place, 0o777);
    const cluster = await PostgresCluster.primary(place);
    const service = await serviceOn(cluster.url('catalogue'));
    try {
      const { writer, statuses } = service;
      const { id } = await writer.make();
      const filling = join(place, 'filling');
      await writeFile(filling, Buffer.alloc(96 * 1024 * 1024)).catch(() => undefined);
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
      await timed('PostgreSQL has room again and was started: everything is answered', () =>
        until(async () => (await statuses()).every(isDone)),
      );
      await writer.make();
    } finally {
      await service.close();
      await cluster.remove();
      spawnSync('umount', ['--lazy', place]);
      await rm(place, { recursive: true });
    }
  });
