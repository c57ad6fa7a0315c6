import { expect, it, jest } from '@jest/globals';
import { createClient } from '@redis/client';
import { collections } from '@resource-catalogue/contracts';
import { connectPostgres, type Database, databaseTimeouts } from '@resource-catalogue/database';
import { Proxy } from '@resource-catalogue/testing/proxy';
import { hasRedis, TestRedis } from '@resource-catalogue/testing/redis';
import { listen } from '@resource-catalogue/testing/sockets';
import { RedisCounters } from '../../src/limits/redis-counters.js';
import { runConformance } from '../support/conformance.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { type Instance, newToken, startInstance } from '../support/service.js';

/** Checks that several instances, a replica or shared quotas could break. */
const only = [
  ...['concurrency', 'limits', 'filters-find-written-projects', 'post-returns-the-project', 'slugs-are-made-unique'],
  ...[
    'an-idempotency-key-creates-one-project',
    'concurrent-requests-with-a-key-create-one-project',
    'idempotency-keys-belong-to-a-token',
  ],
  ...['if-match-guards-a-patch', 'one-of-concurrent-patches-succeeds'],
];

/** Requires a client that may send more rejected tokens than usual. */
const withoutOccasion = 'rejected-tokens-are-limited-by-address ';

/** A timeout for a busy machine: an instance that has waited long enough counts alone. */
const patient = { response: 60_000, retryPause: 500, silence: 120_000, quiet: 0 };

if (postgresPrograms !== null && hasRedis)
  it('two instances behind a proxy, with a standby and Redis, pass the conformance suite', async () => {
    const [primary, redis] = await Promise.all([PostgresCluster.primary(), TestRedis.start()]);
    const standby = await primary.standby();
    const { connect } = RedisCounters;
    jest.spyOn(RedisCounters, 'connect').mockImplementation((url, report) => connect(url, report, patient));
    const replicas = { urls: [standby.url('catalogue')], lag: 5000, report: () => undefined };
    const open = () => connectPostgres(primary.url('catalogue'), databaseTimeouts, { replicas });
    const databases: [Database, Database] = [await open(), await open()];
    const { token } = await newToken(databases[0]);
    const quotaToken = (await newToken(databases[0], { quota: { requests: 5, seconds: 5 } })).token;
    const settings = { redisUrl: redis.url, authFailureLimit: { requests: 1_000_000, seconds: 60 } };
    const instances: Instance[] = [];
    for (const database of databases) instances.push(await startInstance(database, token, settings));
    const proxy = new Proxy(new Set(instances.map(({ url }) => url)));
    try {
      const url = `http://127.0.0.1:${await listen(proxy.server)}`;
      const service = { url, token, newToken: (options?: object) => newToken(databases[0], options) };
      const broken = await runConformance(service, { only, quotaToken });
      expect(broken.filter((line) => !line.startsWith(withoutOccasion))).toEqual([]);
      // Otherwise the standby or Redis was not used.
      const reads = 'SELECT sum(seq_scan + coalesce(idx_scan, 0)) FROM pg_stat_user_tables';
      const client = await createClient({ url: redis.url }).connect();
      const [, counted] = /^cmdstat_eval(?:sha)?:calls=(\d+)/m.exec(await client.info('commandstats')) ?? [];
      client.destroy();
      expect(Number(counted)).toBeGreaterThan(100);
      for (const instance of instances) await instance.close();
      for (const database of databases) await database.close();
      const [row] = await standby.query('catalogue', reads);
      expect(Number(row?.['sum'])).toBeGreaterThan(2 * collections.length);
    } finally {
      proxy.close();
      jest.restoreAllMocks();
      await Promise.all([primary.remove(), standby.remove(), redis.stop()]);
    }
  });
