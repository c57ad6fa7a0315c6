import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectPostgres, databaseTimeouts } from '@resource-catalogue/database';
import { asText } from '@resource-catalogue/testing/json';
import { type Line, lineTo } from '@resource-catalogue/testing/line';
import { until } from '@resource-catalogue/testing/until';
import { Load, steady, usualRequests } from '../http/support/load.js';
import { projectIn, Writer } from '../projects/support/writer.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { newToken, startInstance } from '../support/service.js';

/** Timeout in milliseconds for a response that never comes. */
const silence = 3000;

/**
 * The service on a dedicated server. An uncaught error fails the test, because it would end the process of a
 * service.
 */
async function serviceOn(databaseUrl: string, synchronousCommit: 'on' | 'off' = 'on') {
  const database = await connectPostgres(databaseUrl, { ...databaseTimeouts, silence }, { synchronousCommit });
  const { token } = await newToken(database);
  const { url, close: stop } = await startInstance(database, token);
  const writer = await Writer.to({ url, token });
  const project = asText((await writer.make())['id']);
  const requests = usualRequests({ url, token, project, author: asText(writer.body()['author_id']) });
  const statuses = async () => (await Promise.all(requests.map((request) => request()))).map(({ status }) => status);
  const close = () => stop().then(() => database.close());
  return { writer, requests, statuses, close };
}

const isDone = (status: number) => [200, 201].includes(status);
const isUnavailable = (status: number) => status === 503;

if (postgresPrograms !== null)
  describe('a PostgreSQL server', () => {
    let cluster: PostgresCluster;
    let standby: PostgresCluster;
    let line: Line;
    let service: Awaited<ReturnType<typeof serviceOn>>;
    beforeAll(async () => {
      cluster = await PostgresCluster.primary();
      const route = await lineTo(cluster.url('catalogue'));
      line = route.line;
      service = await serviceOn(route.url);
    });
    afterAll(async () => {
      await service.close();
      await line.close();
      await Promise.all([cluster.remove(), standby.remove()]);
    });

    it.each<[happening: string, leave: () => Promise<unknown>, comeBack: () => Promise<unknown>]>([
      ['is stopped and started', () => cluster.stop(), () => cluster.start()],
      ['hangs and continues', () => cluster.pause(), () => cluster.resume()],
      [
        'fails over to its standby',
        async () => {
          standby = await cluster.standby();
          await cluster.stop();
        },
        async () => {
          await standby.promote();
          line.moveTo(standby.port);
        },
      ],
    ])(
      'ERR-6: when PostgreSQL %s under load, requests are 503 with Retry-After, then succeed again',
      async (_, leave, comeBack) => {
        const load = new Load(service.requests, undefined, steady);
        await load.moved();
        try {
          await leave();
          await load.received(isUnavailable);
          await comeBack();
          await load.received(isDone);
        } finally {
          await load.stop();
        }
        expect([...load.unexpected]).toEqual([]);
        expect(await service.statuses()).toEqual([200, 200, 200, 200, 201]);
      },
    );
  });

if (postgresPrograms !== null)
  describe.each(['off', 'on'] as const)(
    'a PostgreSQL server that loses a process, with synchronous_commit = %s',
    (commit) => {
      let own: PostgresCluster;
      let under: Awaited<ReturnType<typeof serviceOn>>;
      let id: unknown;
      beforeAll(async () => {
        own = await PostgresCluster.primary();
        // The setting of the service decides.
        await own.query('catalogue', 'ALTER DATABASE catalogue SET synchronous_commit = off');
        under = await serviceOn(own.url('catalogue'), commit);
        ({ id } = await under.writer.make({ name: 'Stool' }));
        await own.query('catalogue', 'CHECKPOINT');
        await own.holdLog();
      });
      afterAll(async () => {
        await under.close();
        await own.remove();
      });

      it('HTTP-2: a response to a lost write is not repeated after another write', async () => {
        const { writer } = under;
        const name = async () => projectIn(await writer.get(id), 200)['name'];
        const rename = async (to: string) => projectIn(await writer.patch(id, { name: to }), 200);
        await rename('Lost');
        // Stored in the cache from the second time on.
        expect([await name(), await name(), await name()]).toEqual(['Lost', 'Lost', 'Lost']);
        await own.crash();
        await until(async () => (await writer.get(commit)).status !== 503);
        const [stored] = await own.query('catalogue', `SELECT name FROM projects WHERE id = '${asText(id)}'`);
        expect(stored).toEqual({ name: commit === 'on' ? 'Lost' : 'Stool' });
        await rename('Kept');
        expect(await name()).toBe('Kept');
      });
    },
  );

/** A text that does not compress in storage. */
const noise = (seed: number): string =>
  createHash('shake256', { outputLength: 40_000 }).update(String(seed)).digest('hex');

/** Whether this user may mount a small disk; `npm test` lists skipped tests at its end. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

if (postgresPrograms !== null && mayMount)
  it('ERR-6: writes are 503 while the disk of PostgreSQL is full, and succeed once it has space', async () => {
    const place = await mkdtemp(join(tmpdir(), 'catalogue-disk-'));
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', place]).status).toBe(0);
    await chmod(place, 0o777);
    const cluster = await PostgresCluster.primary(place);
    const { writer, statuses, close } = await serviceOn(cluster.url('catalogue'));
    try {
      const { id } = await writer.make();
      const filling = join(place, 'filling');
      await writeFile(filling, Buffer.alloc(96 * 1024 * 1024)).catch(() => undefined);
      // Writes that fit into existing files still succeed.
      let response = await writer.patch(id, { description: noise(0) });
      for (let count = 1; response.status === 200 && count < 400; count += 1)
        response = await writer.patch(id, { description: noise(count) });
      expect([response.status, response.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
      await rm(filling);
      // A server that could not write its log has stopped.
      await cluster.stop().catch(() => undefined);
      await cluster.start();
      await until(async () => (await statuses()).every(isDone));
    } finally {
      await close();
      await cluster.remove();
      spawnSync('umount', ['--lazy', place]);
      await rm(place, { recursive: true });
    }
  });
