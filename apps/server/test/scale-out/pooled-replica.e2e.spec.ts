import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { createToken } from '@resource-catalogue/tokens';
import { connectPostgres, type Database, databaseTimeouts } from '@resource-catalogue/database';
import { textOf } from '@resource-catalogue/testing/json';
import { hasPgBouncer, PgBouncer, roleParameters } from '@resource-catalogue/testing/pgbouncer';
import { until } from '@resource-catalogue/testing/until';
import { listPage } from '../support/list-page.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { type Instance, startInstance } from '../support/service.js';

it('has the parameters that the guide names', () => {
  const guide = readFileSync(new URL('../../../../docs/operations/scale-out.md', import.meta.url), 'utf8');
  const statements = [...guide.matchAll(/^ALTER ROLE catalogue IN DATABASE catalogue SET (.*);$/gm)];
  expect(statements.map(([, one]) => one)).toEqual(roleParameters);
});

if (hasPgBouncer && postgresPrograms !== null)
  describe('a replica behind PgBouncer in transaction mode', () => {
    let primary: PostgresCluster;
    let standby: PostgresCluster;
    let bouncer: PgBouncer;
    let pooled: Instance;
    let direct: Instance;
    const databases: Database[] = [];
    const lines: string[] = [];
    const said = (pattern: RegExp) => until(() => pattern.test(lines.at(-1) ?? ''));
    const used = / is read from again\.$/;

    beforeAll(async () => {
      primary = await PostgresCluster.primary();
      const database = await connectPostgres(primary.url('catalogue'));
      const wish = { name: 'test', scopes: ['read'], quota: { requests: 1e7, seconds: 60 }, expiresAt: null } as const;
      const { token } = await createToken(database.prisma, wish);
      standby = await primary.standby();
      bouncer = await PgBouncer.before(standby.url('catalogue'));
      const replicas = { urls: [bouncer.url], lag: 3_600_000, report: (line: string) => lines.push(line) };
      const replicated = await connectPostgres(primary.url('catalogue'), databaseTimeouts, { replicas });
      databases.push(database, replicated);
      direct = await startInstance(database, token);
      pooled = await startInstance(replicated, token);
    });
    afterAll(async () => {
      await Promise.all([pooled, direct].map((instance) => instance.close()));
      await Promise.all(databases.map((database) => database.close()));
      await bouncer.remove();
      await Promise.all([primary.remove(), standby.remove()]);
    });

    const rows = async (from: Instance, name: string, query = '') => (await listPage(from, name, query)).rows;
    const rename = (to: string) => primary.query('catalogue', `UPDATE places SET name = '${to}'`);
    const shown = async () => new Set((await rows(pooled, 'places')).map(({ name }) => name));

    /** Until the standby has what the primary has written. */
    async function replayed(): Promise<void> {
      const [position] = await primary.query('catalogue', 'SELECT pg_current_wal_lsn()::text AS written');
      const text = `SELECT pg_last_wal_replay_lsn() >= '${textOf(position?.['written'])}' AS all`;
      await until(async () => (await standby.query('catalogue', text))[0]?.['all'] === true);
    }

    it('is not read from until the role has the parameters of the service', async () => {
      const lacking = / is not read from: the connections of PgBouncer lack jit = off, .*statement_timeout = 5000: /;
      expect(lines).toEqual([expect.stringMatching(lacking)]);
      expect((await pooled.request('/api/v1/spaces')).status).toBe(200);
      for (const one of roleParameters) {
        await primary.query('catalogue', `ALTER ROLE CURRENT_USER IN DATABASE catalogue SET ${one}`);
      }
      await replayed();
      // A session has what its role had when it began.
      await standby.query(
        'catalogue',
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await said(used);
    });

    it('is read from as the primary is, many at once', async () => {
      await replayed();
      const queries = ['', 'limit=3&filters[updated_at][gte]=2020-01-01T00:00:00Z&sort=updated_at'];
      const compare = async (name: string, query: string) =>
        expect(await rows(pooled, name, query)).toEqual(await rows(direct, name, query));
      await Promise.all(collections.flatMap(({ name }) => queries.map((query) => compare(name, query))));

      await rename('before');
      await until(async () => (await shown()).has('before'));
      await standby.query('catalogue', 'SELECT pg_wal_replay_pause()');
      await rename('after');
      expect(await shown()).toEqual(new Set(['before']));
      await standby.query('catalogue', 'SELECT pg_wal_replay_resume()');
      await until(async () => (await shown()).has('after'));
    });

    it.each([
      ['PgBouncer ended', () => bouncer.stop(), () => bouncer.start()],
      ['the replica silent', () => standby.pause(), () => standby.goOn()],
    ])('is replaced by the primary with %s, and read from again afterwards', async (_, end, begin) => {
      let reading = true;
      const readers = ['spaces', 'places', 'members'].map(async (name) => {
        while (reading) await rows(pooled, name);
      });
      const through = async () => {
        await end();
        await said(/ is not read from: it does not answer /);
        expect(await shown()).toEqual(new Set(['after']));
        await begin();
        await said(used);
      };
      // Readers without an end would keep the service from closing.
      await through().finally(() => (reading = false));
      await Promise.all(readers);
    });
  });
