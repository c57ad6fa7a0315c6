import { afterEach, describe, expect, it } from '@jest/globals';
import { connectPostgres, databaseTimeouts } from '@resource-catalogue/database';
import { until } from '@resource-catalogue/testing/until';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';

/** Why a service that starts on this primary does not read from the replica; null if it does. */
async function whyUnused(primary: PostgresCluster, replica: PostgresCluster, user = 'postgres') {
  const lines: string[] = [];
  const url = new URL(replica.url('catalogue'));
  url.username = user;
  // No replica is too old.
  const replicas = { urls: [url.href], lag: 3_600_000, report: (line: string) => lines.push(line) };
  const database = await connectPostgres(primary.url('catalogue'), databaseTimeouts, { replicas });
  try {
    const rows = await database.reads.query({ text: `SELECT current_setting('port')` }, []);
    expect(rows).toEqual([[String((lines.length === 0 ? replica : primary).port)]]);
  } finally {
    await database.close();
  }
  return lines.length === 0 ? null : lines.join('\n').replace(/^.* is not used: /, '');
}

const position = async (server: PostgresCluster): Promise<number> => {
  const text = `SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::text AS bytes`;
  return Number((await server.query('postgres', text))[0]?.['bytes']);
};

/** Bytes, more than a server writes by itself during a test. */
const segment = 1_048_576;

const write = (server: PostgresCluster, name: string) =>
  server.query('catalogue', `UPDATE spaces SET name = '${name}'`);

/** Writes until the position of the server is a segment of the log beyond that of the other one. */
async function outgrow(server: PostgresCluster, other: PostgresCluster): Promise<void> {
  for (const target = await position(other); (await position(server)) <= target + segment;) {
    await write(server, 'written for its position');
    await server.query('postgres', 'SELECT pg_switch_wal()');
  }
}

/** Cuts a standby off from its primary. */
async function cutOff(standby: PostgresCluster): Promise<void> {
  await standby.query('postgres', `ALTER SYSTEM SET primary_conninfo = ''`);
  await standby.query('postgres', 'SELECT pg_reload_conf()');
  await until(async () => (await standby.query('postgres', 'SELECT FROM pg_stat_wal_receiver')).length === 0);
}

const receivedTimeline = async (standby: PostgresCluster) =>
  (await standby.query('postgres', 'SELECT received_tli::text AS timeline FROM pg_stat_wal_receiver'))[0]?.['timeline'];

if (postgresPrograms !== null)
  describe('with several PostgreSQL servers', () => {
    const servers: PostgresCluster[] = [];
    const added = async (server: Promise<PostgresCluster>) => {
      servers.push(await server);
      return await server;
    };
    afterEach(() => Promise.all(servers.splice(0).map((server) => server.remove())));

    it('a standby that was promoted, written and started as a standby again is not read, nor is its own standby', async () => {
      const primary = await added(PostgresCluster.primary());
      const forked = await added(primary.standby());
      const follower = await added(forked.standby());
      await until(async () => (await whyUnused(primary, forked)) === null);
      await until(async () => (await whyUnused(primary, follower)) === null);

      await forked.promote();
      await outgrow(forked, primary);
      await until(async () => (await receivedTimeline(follower)) === '2');
      await forked.follow(primary);
      for (const ahead of [true, false]) {
        if (!ahead) await outgrow(primary, forked);
        expect((await position(forked)) > (await position(primary))).toBe(ahead);
        expect(await whyUnused(primary, forked)).toBe('it is on timeline 2 while the primary is on timeline 1.');
        expect(await whyUnused(primary, follower)).toBe('it is on timeline 2 while the primary is on timeline 1.');
      }
    });

    it('after a failover, standbys of the new primary are read, and the old primary is not', async () => {
      const old = await added(PostgresCluster.primary());
      await old.query('postgres', 'CREATE ROLE reader LOGIN');
      const primary = await added(old.standby());
      const follower = await added(primary.standby());
      const cascading = await added(follower.standby());
      await cutOff(primary);
      await write(old, 'lost by the failover');
      await primary.promote();
      for (const standby of [follower, cascading]) {
        await until(async () => (await whyUnused(primary, standby)) === null);
        // Without the right to see the receiver, the next restart point tells.
        await primary.query('postgres', 'CHECKPOINT');
        await until(async () => {
          await standby.query('postgres', 'CHECKPOINT');
          return (await whyUnused(primary, standby, 'reader')) === null;
        });
      }

      await outgrow(old, primary);
      await old.follow(primary);
      for (const ahead of [true, false]) {
        if (!ahead) await outgrow(primary, old);
        expect((await position(old)) > (await position(primary))).toBe(ahead);
        expect(await whyUnused(primary, old)).toBe('it is on timeline 1 while the primary is on timeline 2.');
      }
      await until(async () => (await whyUnused(primary, cascading)) === null);
    });
  });
