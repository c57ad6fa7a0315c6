import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectPostgres } from '@resource-catalogue/database';
import { until } from '@resource-catalogue/testing/until';
import { unknownToDays } from '../support/booking-days.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';

/** Tables that each database fills itself. */
const derived = ['_prisma_migrations', 'booking_days', 'revisions'];

if (postgresPrograms !== null)
  describe('rows that arrive without the service', () => {
    let cluster: PostgresCluster;
    let tables: readonly string[];
    let databases = 0;
    beforeAll(async () => {
      cluster = await PostgresCluster.primary();
      const named = await cluster.query('catalogue', `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
      tables = named.map(({ tablename }) => String(tablename)).filter((name) => !derived.includes(name));
    });
    afterAll(() => cluster.remove());

    const rowsOf = async (database: string): Promise<string> => {
      const texts = tables.map((table) => `SELECT array_agg(t::text ORDER BY t::text) FROM "${table}" t`);
      return JSON.stringify(await cluster.query(database, texts.join(' UNION ALL ')));
    };

    /** Another database with the newest schema and no rows. */
    const migrated = async (): Promise<string> => {
      const name = `other_${(databases += 1)}`;
      await cluster.query('postgres', `CREATE DATABASE ${name}`);
      await (await connectPostgres(cluster.url(name))).close();
      return name;
    };

    const run = (name: string, ...args: readonly string[]): void => {
      const { status, stderr } = spawnSync(join(postgresPrograms ?? '', name), args, { encoding: 'utf8' });
      // pg_dump warns of spaces within spaces, which a restore of rows accepts.
      expect({ status, stderr }).toMatchObject({ status: 0 });
    };

    it('a data-only dump is restored into a migrated database', async () => {
      const name = await migrated();
      const file = join(cluster.folder, name);
      run('pg_dump', '--data-only', '--format=custom', `--file=${file}`, cluster.url('catalogue'));
      const whole = ['--exit-on-error', '--single-transaction'];
      run('pg_restore', '--data-only', ...whole, `--dbname=${cluster.url(name)}`, file);
      expect(await rowsOf(name)).toBe(await rowsOf('catalogue'));
      expect(await cluster.query(name, unknownToDays)).toEqual([]);
    });

    it.each([
      ['all tables', () => 'ALL TABLES'],
      ['the tables of collections', () => `TABLE ${tables.join(', ')}`],
    ])('booking days cover the bookings that logical replication of %s brings', async (_, published) => {
      const name = await migrated();
      await cluster.query('catalogue', `CREATE PUBLICATION ${name} FOR ${published()}`);
      await cluster.query('catalogue', `SELECT pg_create_logical_replication_slot('${name}', 'pgoutput')`);
      const from = `CONNECTION '${cluster.url('catalogue')}' PUBLICATION ${name} WITH (create_slot = false)`;
      await cluster.query(name, `CREATE SUBSCRIPTION ${name} ${from}`);
      const arrived = () => until(async () => (await rowsOf(name)) === (await rowsOf('catalogue')));
      await arrived();
      await cluster.query('catalogue', `UPDATE bookings SET updated_at = updated_at + interval '40 days'`);
      await arrived();
      expect(await cluster.query(name, unknownToDays)).toEqual([]);
      await cluster.query(name, `DROP SUBSCRIPTION ${name}`);
    });
  });
