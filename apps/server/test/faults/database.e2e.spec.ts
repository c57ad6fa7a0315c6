import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectPostgres, databaseTimeouts, openDatabase } from '@resource-catalogue/database';
import { runOn } from '@resource-catalogue/database/testing/server-sql';
import { countRows } from '@resource-catalogue/database/testing/stored';
import { lineTo } from '@resource-catalogue/testing/line';
import { expectProblem } from '../http/support/problems.js';
import { projectIn, type Workshop, workshopOn, Writer } from '../projects/support/workshop.js';
import { type HttpResponse, type Instance, startInstance } from '../support/service.js';

function expectUnavailable(responses: readonly HttpResponse[]): void {
  for (const response of responses) {
    expectProblem(response, 'unavailable');
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    // A random id may contain any digits.
    const text = response.text.replace(/"request_id":"[^"]+"/, '');
    expect(text).not.toMatch(/pglite|postgres|ECONN|prisma|\b5432\b/i);
  }
}

function expectSucceeded(responses: readonly HttpResponse[]): void {
  for (const { status } of responses) expect([200, 201]).toContain(status);
}

/** Requests of each kind, with new tokens, so that no response comes from a cache. Created before the fault. */
async function requestsOn({ service, writer, entities }: Workshop, instance: Pick<Instance, 'request'>) {
  const { id } = await writer.make();
  const tokens = await Promise.all(Array.from({ length: 10 }, async () => (await service.newToken()).token));
  const stranger = () => new Writer(instance, entities.author, tokens.pop());
  const reads = () => Promise.all([stranger().get(id), stranger().get(id)]);
  const writes = () =>
    Promise.all([
      stranger().patch(id, { summary: randomUUID() }),
      stranger().post(writer.body()),
      stranger().post(writer.body(), { 'idempotency-key': randomUUID() }),
    ]);
  return { reads, writes };
}

const nameIn = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** Rights of a session are fixed when it begins, so end all sessions and wait until each has ended. */
const sessionsEnd = (database: string): string =>
  `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`;

describe('the database', () => {
  const workshop = workshopOn();

  it('ERR-6: while the database is read-only, as in a failover, reads succeed and writes are 503', async () => {
    const { location } = workshop.service;
    const { reads, writes } = await requestsOn(workshop, workshop.service);
    const become = async (state: 'on' | 'off'): Promise<void> => {
      const { databaseUrl } = location;
      const name = nameIn(databaseUrl);
      const change = `ALTER DATABASE ${name} SET default_transaction_read_only = ${state}`;
      await runOn(databaseUrl, 'SET default_transaction_read_only = off', change, sessionsEnd(name));
    };
    await become('on');
    expectSucceeded(await reads());
    expectUnavailable(await writes());
    await become('off');
    expectSucceeded(await writes());
  });
});

describe('a PostgreSQL that rejects the service for a while', () => {
  const workshop = workshopOn();
  const role = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
  let instance: Instance;
  let close: () => Promise<void>;
  const url = (): string => workshop.service.location.databaseUrl;
  const elsewhere = (): string => new URL('/postgres', url()).href;

  beforeAll(async () => {
    const rights = ['SCHEMA public', 'ALL TABLES IN SCHEMA public'].map((what) => `GRANT ALL ON ${what} TO ${role}`);
    await runOn(url(), `CREATE ROLE ${role} LOGIN PASSWORD 'of this test'`, ...rights);
    const own = new URL(url());
    own.username = role;
    own.password = 'of this test';
    const database = await openDatabase({ ...workshop.service.location, databaseUrl: own.href });
    instance = await startInstance(database, workshop.service.token);
    close = async () => {
      await instance.close();
      await database.close();
      // The rights of the role were dropped with the database.
      await runOn(elsewhere(), `DROP ROLE ${role}`);
    };
  });
  afterAll(() => close());

  it.each([
    ['a login that is rejected (28000)', 'ALTER ROLE $role NOLOGIN', 'ALTER ROLE $role LOGIN'],
    ['too many connections (53300)', 'ALTER ROLE $role CONNECTION LIMIT 0', 'ALTER ROLE $role CONNECTION LIMIT -1'],
    ['no connections (55000)', 'ALTER DATABASE $db ALLOW_CONNECTIONS off', 'ALTER DATABASE $db ALLOW_CONNECTIONS on'],
    ['a renamed database (3D000)', 'ALTER DATABASE $db RENAME TO $db_', 'ALTER DATABASE $db_ RENAME TO $db'],
    ['revoked rights', 'REVOKE ALL ON members, projects FROM $role', 'GRANT ALL ON members, projects TO $role'],
  ])('ERR-6: during %s all requests are 503, and afterwards they succeed', async (_, enter, leave) => {
    const { reads, writes } = await requestsOn(workshop, instance);
    const name = nameIn(url());
    const run = (statement: string, ...more: readonly string[]) => {
      const words = statement.replaceAll('$db', name).replaceAll('$role', role);
      return runOn(statement.includes(' ON members') ? url() : elsewhere(), ...more, words, ...more);
    };
    // A database in use cannot be renamed, so end its sessions before and after the statement.
    await run(enter, sessionsEnd(name));
    try {
      expectUnavailable([...(await reads()), ...(await writes())]);
    } finally {
      await run(leave);
    }
    expectSucceeded([...(await reads()), ...(await writes())]);
  });
});

describe('with a broken connection to PostgreSQL', () => {
  const workshop = workshopOn();

  it('ERR-6, WRITE-7: a write whose COMMIT gets no response is 503 and not retried, and its key gives the response', async () => {
    const { line, url } = await lineTo(workshop.service.location.databaseUrl);
    // Timeout in milliseconds for a response that never comes.
    const database = await connectPostgres(url, { ...databaseTimeouts, silence: 3000 });
    const service = await startInstance(database, workshop.service.token);
    const writer = new Writer(service, workshop.entities.author);
    const post = () => writer.post(writer.body({ name: 'Once' }), { 'idempotency-key': 'silent-commit' });
    let hushed = false;
    line.silenceAt('COMMIT', () => (hushed = true));
    expectUnavailable([await post()]);
    expect(hushed).toBe(true);
    expect(projectIn(await post(), 201)['slug']).toBe('once');
    expect(await countRows(workshop.service.database, 'projects WHERE name = $1', ['Once'])).toBe(1);
    await service.close();
    await database.close();
    await line.close();
  });
});
