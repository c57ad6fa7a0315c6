import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken } from '@resource-catalogue/tokens';
import { readConfiguration } from '@resource-catalogue/program';
import { connectPostgres, type Database, databaseTimeouts } from '@resource-catalogue/database';
import { timed } from '@resource-catalogue/testing/figures';
import { objectOf } from '@resource-catalogue/testing/json';
import { MovingName } from '@resource-catalogue/testing/moving-name';
import { until } from '@resource-catalogue/testing/until';
import { Writer } from '../projects/support/workshop.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { type Instance, startInstance } from '../support/service.js';

if (postgresPrograms !== null)
  describe('a primary and its replica', () => {
    let primary: PostgresCluster;
    let standby: PostgresCluster;
    let name: MovingName;
    /** As far behind as it may be, and only as far as may be noticed soon. */
    const services: { readonly instance: Instance; readonly database: Database; readonly lines: string[] }[] = [];
    let token: string;
    let id: string;

    async function startWithLag(lag: number): Promise<void> {
      const lines: string[] = [];
      const url = `postgresql://postgres@127.0.0.1:${name.port}/catalogue`;
      const replicas = { urls: [standby.url('catalogue')], lag, report: (line: string) => lines.push(line) };
      const database = await connectPostgres(url, databaseTimeouts, { replicas });
      services.push({ instance: await startInstance(database, token), database, lines });
    }

    beforeAll(async () => {
      primary = await PostgresCluster.primary();
      const database = await connectPostgres(primary.url('catalogue'));
      const quota = { requests: 10_000_000, seconds: 60 };
      const scopes = ['read', 'projects:write'] as const;
      ({ token } = await createToken(database.prisma, { name: 'test', scopes, quota, expiresAt: null }));
      await database.close();
      standby = await primary.standby();
      id = String((await primary.query('catalogue', 'SELECT id FROM spaces LIMIT 1'))[0]?.['id']);
      name = new MovingName(primary.port);
      await name.open();
      await startWithLag(3_600_000);
      await startWithLag(1000);
    });
    afterAll(async () => {
      for (const { instance, database } of services) {
        await instance.close();
        await database.close();
      }
      name.close();
      await Promise.all([primary.remove(), standby.remove()]);
    });

    const write = (to: string, server = primary) =>
      server.query('catalogue', `UPDATE spaces SET name = '${to}' WHERE id = '${id}'`);

    function serviceAt(at: number) {
      const service = services[at];
      if (!service) throw new Error('The services have not been started.');
      return service;
    }

    async function shown(at: number): Promise<unknown> {
      const answer = await serviceAt(at).instance.request(`/api/v1/spaces/${id}`);
      if (answer.status !== 200) throw new Error(`It was answered with ${answer.status}: ${answer.text}`);
      return objectOf(objectOf(answer.json())['data'])['name'];
    }

    /** The statuses of a project's creation, and of a read of it at once. */
    async function makeProject(at: number): Promise<readonly number[]> {
      const { instance, database } = serviceAt(at);
      const author = (await database.prisma.member.findFirstOrThrow({ where: { soft_deleted_at: null } })).id;
      const writer = new Writer(instance, author);
      const made = await writer.post({ name: 'Made just now', author_id: author });
      const got = await writer.get(objectOf(objectOf(made.json())['data'])['id']);
      return [made.status, got.status];
    }

    const said = (at: number, pattern: RegExp) => until(() => pattern.test(serviceAt(at).lines.at(-1) ?? ''));
    const used = / is read from again\.$/;

    it('is read from the replica, up to the lag that is allowed; what the service writes is read from the primary', async () => {
      await write('before');
      await until(async () => (await shown(0)) === 'before' && (await shown(1)) === 'before');
      await standby.query('catalogue', 'SELECT pg_wal_replay_pause()');
      await write('after');
      // The one that allows an hour shows what the replica has; the other one goes to the primary in time.
      await until(async () => (await shown(1)) === 'after');
      expect(await shown(0)).toBe('before');
      await said(1, / is not read from: it is more than 1 s behind\.$/);
      expect(await makeProject(0)).toEqual([201, 200]);
      await standby.query('catalogue', 'SELECT pg_wal_replay_resume()');
      await said(1, used);
      await until(async () => (await shown(0)) === 'after');
      expect(services[0]?.lines).toEqual([]);
    });

    it.each([
      ['ended', () => standby.stop(), () => standby.start()],
      ['silent', () => standby.pause(), () => standby.goOn()],
    ])('answers every request while the replica is %s, and reads from it again afterwards', async (_, end, begin) => {
      const reading = new AbortController();
      const readers = Array.from({ length: 4 }, async (_, index) => {
        while (!reading.signal.aborted) await shown(index % 2);
      });
      await end();
      await said(0, / is not read from: it does not answer /);
      await Promise.all([shown(0), shown(1)]);
      await begin();
      await Promise.all([said(0, used), said(1, used)]);
      reading.abort();
      await Promise.all(readers);
    });

    it('leaves a replica that was promoted, and goes on where the name of the primary moves to it', async () => {
      await standby.promote();
      await said(0, / is not read from: it is no replica, or not any more\.$/);
      await write('primary alone');
      expect([await shown(0), await shown(1)]).toEqual(['primary alone', 'primary alone']);
      await primary.stop();
      name.moveTo(standby.port);
      await write('moved', standby);
      await timed('the name of the primary has moved: read from the new one', () =>
        until(async () => (await shown(0).catch(() => null)) === 'moved'),
      );
      expect(await makeProject(0)).toEqual([201, 200]);
    });
  });

it('DATABASE_REPLICA_URL is refused on the embedded database', () => {
  expect(() => readConfiguration({ DATABASE_REPLICA_URL: 'postgresql://127.0.0.1/catalogue' })).toThrow(
    'DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replicas',
  );
});
