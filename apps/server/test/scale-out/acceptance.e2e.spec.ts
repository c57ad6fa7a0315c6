import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '@redis/client';
import { collections } from '@resource-catalogue/contracts';
import { createToken, revokeToken } from '@resource-catalogue/tokens';
import { connectPostgres, type Database, databaseTimeouts } from '@resource-catalogue/database';
import { newFolder, root, run } from '@resource-catalogue/testing/running-program';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { Proxy } from '@resource-catalogue/testing/proxy';
import { hasRedis, TestRedis } from '@resource-catalogue/testing/redis';
import { listen } from '@resource-catalogue/testing/sockets';
import { RedisCounters } from '../../src/limits/redis-counters.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { type Instance, startInstance } from '../support/service.js';

/** Checks that several instances, a replica and shared quotas could break: the only ones without EXHAUSTIVE. */
const sample = `
  concurrency limits filters-see-what-was-written post-answers-with-the-project slugs-are-made-unique
  a-key-makes-one-project a-key-at-once-makes-one-project keys-belong-to-their-token
  if-match-guards-a-patch of-several-patches-one-succeeds`;

const able = ['read', 'projects:write'] as const;
const large = { requests: 1_000_000, seconds: 60 };

/** By the options of the suite, whose rules need a token of every kind. */
const wishes = {
  token: { scopes: able, quota: large },
  'second-token': { scopes: able, quota: large },
  'limited-token': { scopes: ['bookings:read'], quota: large },
  'quota-token': { scopes: ['read'], quota: { requests: 5, seconds: 5 } },
  'expired-token': { scopes: ['read'], quota: null, expiresAt: new Date(0) },
  'revoked-token': { scopes: ['read'], quota: null },
} as const;

if (postgresPrograms !== null && hasRedis)
  describe('several instances', () => {
    let primary: PostgresCluster;
    let standby: PostgresCluster;
    let redis: TestRedis;
    const proxy = new Proxy(new Set());
    const tokens: string[] = [];
    const databases: Database[] = [];
    const instances: Instance[] = [];
    const reports: string[] = [];

    beforeAll(async () => {
      [primary, redis] = await Promise.all([PostgresCluster.primary(), TestRedis.start()]);
      const database = await connectPostgres(primary.url('catalogue'));
      for (const [option, wish] of Object.entries(wishes)) {
        const made = await createToken(database.prisma, { name: option, expiresAt: null, ...wish });
        tokens.push(`--${option}`, made.token);
        if (option === 'revoked-token') await revokeToken(database.prisma, made.id);
      }
      await database.close();
      standby = await primary.standby();
      // As long as a busy machine may take: an instance that has waited long enough counts alone.
      const { connect } = RedisCounters;
      const patient = { answer: 60_000, look: 500, silence: 120_000 };
      jest.spyOn(RedisCounters, 'connect').mockImplementation((url, report) => connect(url, report, patient));
      // Of refused tokens, the suite sends more in a minute than one client should.
      const overrides = { redisUrl: redis.url, authFailureLimit: { requests: 1_000_000, seconds: 60 } };
      const replicas = { urls: [standby.url('catalogue')], lag: 5000, report: (line: string) => reports.push(line) };
      for (let count = 0; count < 2; count += 1) {
        const replicated = await connectPostgres(primary.url('catalogue'), databaseTimeouts, { replicas });
        databases.push(replicated);
        instances.push(await startInstance(replicated, tokens[1] ?? '', overrides));
      }
      for (const instance of instances) proxy.instances.add(instance.url);
    });
    afterAll(async () => {
      proxy.close();
      await stopInstances();
      await Promise.all([primary.remove(), standby.remove(), redis.stop()]);
    });

    async function stopInstances(): Promise<void> {
      for (const instance of instances.splice(0)) await instance.close();
      for (const database of databases.splice(0)) await database.close();
    }

    /** Reads of tables on the standby, and scripts that Redis ran. */
    async function work(): Promise<readonly [number, number]> {
      const text = 'SELECT sum(seq_scan + coalesce(idx_scan, 0)) FROM pg_stat_user_tables';
      const [row] = await standby.query('catalogue', text);
      const client = await createClient({ url: redis.url }).connect();
      const [, evaluated] = /^cmdstat_eval(?:sha)?:calls=(\d+)/m.exec(await client.info('commandstats')) ?? [];
      await client.close();
      return [Number(row?.['sum']), Number(evaluated)];
    }

    it('two instances behind a proxy, with a standby and Redis, pass the conformance suite', async () => {
      const url = `http://127.0.0.1:${await listen(proxy.server)}`;
      const report = join(await newFolder(), 'report.json');
      const suite = [join(root, 'apps/conformance/dist/src/cli/main.js'), 'check', url, ...tokens];
      const rules = process.env['EXHAUSTIVE'] ? [] : ['--only', ...sample.trim().split(/\s+/)];
      const options = ['--allow-writes', '--seed', '1', '--timeout', '120000', '--report', `json=${report}`];
      const { code } = await run(process.execPath, [...suite, ...options, ...rules], {}).ended;

      const { results, requests } = objectOf(JSON.parse(await readFile(report, 'utf8')));
      const broken = arrayOf(results)
        .map(objectOf)
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
        .map(({ check, subject, reason }) => [check, subject, reason]);
      expect([broken, code]).toEqual([[], 0]);
      expect(reports).toEqual([]);
      // Else the standby or Redis had no part in it.
      await stopInstances();
      const [reads, counted] = await work();
      expect(reads).toBeGreaterThan(2 * collections.length);
      expect(counted).toBeGreaterThan(Number(requests) / 4);
    });
  });
