import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@redis/client';
import { createToken, revokeToken } from '../../src/auth/token-admin.js';
import { connectPostgres } from '../../src/database/postgres.js';
import { seedDatabase } from '../../src/demo/seed-database.js';
import { banner, newFolder, root, run, startService } from '../start/running-program.js';
import { arrayOf, objectOf } from '../support/json.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { Proxy } from '../support/proxy.js';
import { hasRedis, TestRedis } from '../support/redis.js';
import { connectTo, listen } from '../support/sockets.js';

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;

/** What more than one instance, a replica and shared quotas could break: without EXHAUSTIVE the suite checks these alone. */
const sample = [
  ...['writes', 'concurrency', 'limits', 'HTTP-9'],
  ...['walk-meets-every-row-once', 'if-none-match-leads-to-304'],
];

const able = ['read', 'projects:write'] as const;
const large = { requests: 1_000_000, seconds: 60 };

/** By the options of the suite, whose rules need a token of every kind. */
const wishes = {
  token: { scopes: able, quota: large },
  'second-token': { scopes: able, quota: large },
  'limited-token': { scopes: ['bookings:read'], quota: large },
  'quota-token': { scopes: ['read'], quota: { requests: 5, seconds: 3 } },
  'expired-token': { scopes: ['read'], quota: null, expiresAt: new Date(0) },
  'revoked-token': { scopes: ['read'], quota: null },
} as const;

describe('the proxy of these tests', () => {
  it('hands requests out in turn, with all headers as they came', async () => {
    const seen: string[] = [];
    const instances = ['one', 'two'].map((name) =>
      createServer(({ rawHeaders }, response) => {
        const hosts = rawHeaders.filter((_, index) => rawHeaders[index - 1] === 'Host');
        seen.push([name, ...hosts].join(' '));
        response.writeHead(200, { connection: 'close' }).end();
      }),
    );
    const proxy = new Proxy(new Set());
    for (const instance of instances) proxy.instances.add(`http://127.0.0.1:${await listen(instance)}`);
    const port = await listen(proxy.server);
    for (let count = 0; count < 4; count += 1) {
      const socket = connectTo(port);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    }
    expect(seen.sort()).toEqual(['one a b', 'one a b', 'two a b', 'two a b']);
    proxy.close();
    for (const instance of instances) instance.close();
  });
});

if (postgresPrograms !== null && hasRedis)
  describe('two instances behind a proxy, with a standby and Redis', () => {
    let primary: PostgresCluster;
    let standby: PostgresCluster;
    let redis: TestRedis;
    const proxy = new Proxy(new Set());
    const tokens: string[] = [];

    beforeAll(async () => {
      [primary, redis] = await Promise.all([PostgresCluster.primary(), TestRedis.start()]);
      await primary.query('postgres', 'CREATE DATABASE catalogue');
      const database = await connectPostgres(primary.url('catalogue'));
      const at = new Date('2026-03-01T12:00:00.000Z');
      await seedDatabase(database, { bookings: exhaustive ? 5000 : 100, seed: 1, at }, () => undefined);
      for (const [name, wish] of Object.entries(wishes)) {
        const made = await createToken(database.prisma, { name, expiresAt: null, ...wish });
        tokens.push(`--${name}`, made.token);
        if (name === 'revoked-token') await revokeToken(database.prisma, made.id);
      }
      await database.close();
      standby = await primary.standby();
    });
    afterAll(async () => {
      proxy.close();
      await Promise.all([primary.remove(), standby.remove(), redis.stop()]);
    });

    /** Transactions on the standby, and scripts that Redis ran. */
    async function work(): Promise<readonly number[]> {
      const [row] = await standby.query(
        'postgres',
        `SELECT xact_commit FROM pg_stat_database WHERE datname = 'catalogue'`,
      );
      const client = createClient({ url: redis.url });
      await client.connect();
      const [, evaluated] = /^cmdstat_eval(?:sha)?:calls=(\d+)/m.exec(await client.info('commandstats')) ?? [];
      await client.close();
      return [Number(row?.['xact_commit']), Number(evaluated)];
    }

    it('conforms', async () => {
      const variables = {
        DATABASE_URL: primary.url('catalogue'),
        DATABASE_REPLICA_URL: standby.url('catalogue'),
        REDIS_URL: redis.url,
        // Of refused tokens, the suite sends more in a minute than one client should.
        AUTH_FAILURE_LIMIT: '1000000/60s',
      };
      const services = [startService(variables), startService(variables)];
      for (const service of services) proxy.instances.add((await banner(service)).url);
      const url = `http://127.0.0.1:${await listen(proxy.server)}`;
      const report = join(await newFolder(), 'report.json');
      const suite = [join(root, 'apps/conformance/dist/src/cli/main.js'), 'check', url, ...tokens];
      const rules = exhaustive ? [] : ['--only', ...sample];
      const options = ['--allow-writes', '--seed', '1', '--timeout', '120000', '--report', `json=${report}`];
      const { code } = await run(process.execPath, [...suite, ...options, ...rules], {}).ended;

      const { results, requests } = objectOf(JSON.parse(await readFile(report, 'utf8')));
      const broken = arrayOf(results)
        .map(objectOf)
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
        .map(({ check, subject, reason }) => [check, subject, reason]);
      expect([broken, code]).toEqual([[], 0]);
      for (const service of services) {
        service.child.kill();
        expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
      }
      // Else the standby or Redis had no part in it.
      for (const many of await work()) expect(many).toBeGreaterThan(Number(requests) / 4);
    });
  });
