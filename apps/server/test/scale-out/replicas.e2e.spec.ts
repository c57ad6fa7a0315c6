import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectPostgres, type Database, databaseTimeouts } from '@resource-catalogue/database';
import { timed } from '@resource-catalogue/testing/figures';
import { objectOf } from '@resource-catalogue/testing/json';
import { type Line, lineTo } from '@resource-catalogue/testing/line';
import { until } from '@resource-catalogue/testing/until';
import { Writer } from '../projects/support/workshop.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { type Instance, newToken, startInstance } from '../support/service.js';

if (postgresPrograms !== null)
  describe('a primary and its replica', () => {
    let primary: PostgresCluster;
    let standby: PostgresCluster;
    let line: Line;
    let url: string;
    let token: string;
    let id: string;
    const services: { readonly instance: Instance; readonly database: Database; readonly lines: string[] }[] = [];
    const serviceAt = (at: number) => {
      const service = services[at];
      if (!service) throw new Error('The services have not been started.');
      return service;
    };
    /** The replica may be an hour behind for the one service, and a second for the other. */
    const [far, near] = [0, 1];

    async function start(lag: number): Promise<void> {
      const lines: string[] = [];
      const replicas = { urls: [standby.url('catalogue')], lag, report: (line: string) => lines.push(line) };
      const database = await connectPostgres(url, databaseTimeouts, { replicas });
      services.push({ instance: await startInstance(database, token), database, lines });
    }

    beforeAll(async () => {
      primary = await PostgresCluster.primary();
      const database = await connectPostgres(primary.url('catalogue'));
      ({ token } = await newToken(database));
      await database.close();
      standby = await primary.standby();
      id = String((await primary.query('catalogue', 'SELECT id FROM spaces LIMIT 1'))[0]?.['id']);
      ({ line, url } = await lineTo(primary.url('catalogue')));
      for (const lag of [3_600_000, 1000]) await start(lag);
    });
    afterAll(async () => {
      for (const { instance, database } of services) {
        await instance.close();
        await database.close();
      }
      await line.close();
      await Promise.all([primary.remove(), standby.remove()]);
    });

    const write = (to: string, server = primary) =>
      server.query('catalogue', `UPDATE spaces SET name = '${to}' WHERE id = '${id}'`);

    async function shown(at: number): Promise<unknown> {
      const answer = await serviceAt(at).instance.request(`/api/v1/spaces/${id}`);
      if (answer.status !== 200) throw new Error(`It was answered with ${answer.status}: ${answer.text}`);
      return objectOf(objectOf(answer.json())['data'])['name'];
    }

    /** The status of a get right after its create. */
    async function makeProject(at: number): Promise<number> {
      const { instance, database } = serviceAt(at);
      const author = (await database.prisma.member.findFirstOrThrow({ where: { soft_deleted_at: null } })).id;
      const writer = new Writer(instance, author);
      const { id } = await writer.make();
      return (await writer.get(id)).status;
    }

    const said = (at: number, pattern: RegExp) => until(() => pattern.test(serviceAt(at).lines.at(-1) ?? ''));
    const used = / is used again\.$/;

    it('a replica is read within the allowed lag, and rows that the service has just written are read from the primary', async () => {
      await write('before');
      for (const at of [far, near]) await until(async () => (await shown(at)) === 'before');
      await standby.query('catalogue', 'SELECT pg_wal_replay_pause()');
      await write('after');
      // The service that allows an hour shows what the replica has; the other one reads from the primary in time.
      await until(async () => (await shown(near)) === 'after');
      expect(await shown(far)).toBe('before');
      await said(near, / is not used: it is more than 1 s behind\.$/);
      expect(await makeProject(far)).toBe(200);
      await standby.query('catalogue', 'SELECT pg_wal_replay_resume()');
      await said(near, used);
      await until(async () => (await shown(far)) === 'after');
      expect(serviceAt(far).lines.slice(-1)).not.toEqual([expect.stringContaining('is not used')]);
    });

    it('a promoted replica is not read as a replica, and is used when the name of the primary moves to it', async () => {
      await standby.promote();
      for (const at of [far, near]) await said(at, / is not used: it is not a replica, or no longer one\.$/);
      await write('primary alone');
      expect([await shown(far), await shown(near)]).toEqual(['primary alone', 'primary alone']);
      await primary.stop();
      line.moveTo(standby.port);
      await write('moved', standby);
      await timed('the name of the primary has moved: read from the new one', () =>
        until(async () => (await shown(far).catch(() => null)) === 'moved'),
      );
      expect(await makeProject(far)).toBe(200);
    });
  });
