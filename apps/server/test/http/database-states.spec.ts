import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { runOn, whileHeld } from '@resource-catalogue/database/testing/server-sql';
import { workshopOn, type Workshop, Writer } from '../projects/support/workshop.js';
import { type Answer, type Instance, startInstance } from '../support/service.js';
import { expectProblem } from './support/problems.js';

/** Asks one of each, with tokens that are not known yet, so that nothing is answered from memory. Made in good times. */
async function requestsOn({ service, writer, entities }: Workshop, instance: Pick<Instance, 'request'>) {
  const id = textOf((await writer.make())['id']);
  const tokens = await Promise.all(Array.from({ length: 10 }, async () => (await service.newToken()).token));
  const token = () => tokens.pop() ?? '';
  const someone = () => new Writer(instance, entities.author, token());
  const body = { name: 'State', author_id: entities.author };
  return {
    reads: () =>
      Promise.all([
        instance.request('/api/v1/members', { token: token() }),
        instance.request(`/api/v1/projects/${id}`, { token: token() }),
      ]),
    writes: () =>
      Promise.all([
        someone().patch(id, { summary: randomUUID() }),
        someone().post(body),
        someone().post(body, { 'idempotency-key': randomUUID() }),
      ]),
  };
}

function expectUnavailable(answers: readonly Answer[]): void {
  for (const answer of answers) {
    expectProblem(answer, 'unavailable');
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  }
}

function expectAnswered(answers: readonly Answer[]): void {
  for (const { status } of answers) expect([200, 201]).toContain(status);
}

const nameIn = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** What a session may do is settled when it begins. Waits until each has ended: one that has not yet may still be asked. */
const sessionsEnd = (database: string): string =>
  `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`;

describe.each(databaseKinds)('a database that becomes read-only, as in a failover: %s', (kind) => {
  const workshop = workshopOn(kind);

  it('ERR-6: reads are answered, writes are 503, and it recovers by itself', async () => {
    const { database, location } = workshop.service;
    const { reads, writes } = await requestsOn(workshop, workshop.service);
    const become = async (state: 'on' | 'off'): Promise<void> => {
      const { databaseUrl } = location;
      if (databaseUrl === null) return database.exec(`SET default_transaction_read_only = ${state}`);
      const name = nameIn(databaseUrl);
      const change = `ALTER DATABASE ${name} SET default_transaction_read_only = ${state}`;
      await runOn(databaseUrl, 'SET default_transaction_read_only = off', change, sessionsEnd(name));
    };
    await become('on');
    expectAnswered(await reads());
    expectUnavailable(await writes());
    await become('off');
    expectAnswered(await writes());
  });
});

if (databaseKinds.includes('postgres'))
  describe('a PostgreSQL that cannot answer for a while', () => {
    const workshop = workshopOn('postgres');
    const role = `catalogue_test_${randomUUID().replaceAll('-', '')}`;
    let instance: Instance;
    let close: () => Promise<void>;
    const url = (): string => workshop.service.location.databaseUrl ?? '';
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
        // What the role may do went with the database, which is gone by now.
        await runOn(elsewhere(), `DROP ROLE ${role}`);
      };
    });
    afterAll(() => close());

    it.each([
      ['a login that is refused (28000)', 'ALTER ROLE $role NOLOGIN', 'ALTER ROLE $role LOGIN'],
      ['too many connections (53300)', 'ALTER ROLE $role CONNECTION LIMIT 0', 'ALTER ROLE $role CONNECTION LIMIT -1'],
      [
        'no connections at all (55000)',
        'ALTER DATABASE $name ALLOW_CONNECTIONS false',
        'ALTER DATABASE $name ALLOW_CONNECTIONS true',
      ],
      ['a renamed database (3D000)', 'ALTER DATABASE $name RENAME TO $name_', 'ALTER DATABASE $name_ RENAME TO $name'],
    ])('ERR-6: %s is 503 for everybody, and it recovers by itself', async (_, enter, leave) => {
      const { reads, writes } = await requestsOn(workshop, instance);
      const name = nameIn(url());
      const named = (statement: string) => statement.replaceAll('$name', name).replaceAll('$role', role);
      // Ended first, too, as a database in use keeps its name.
      await runOn(elsewhere(), sessionsEnd(name), named(enter), sessionsEnd(name));
      try {
        expectUnavailable([...(await reads()), ...(await writes())]);
      } finally {
        await runOn(elsewhere(), named(leave));
      }
      expectAnswered([...(await reads()), ...(await writes())]);
    });

    it('ERR-6: a lock that does not come free in time (55P03) is 503 for those who need it', async () => {
      const { reads, writes } = await requestsOn(workshop, instance);
      const change = (what: string) =>
        runOn(url(), `ALTER ROLE ${role} IN DATABASE ${nameIn(url())} ${what}`, sessionsEnd(nameIn(url())));
      await change(`SET lock_timeout = '20ms'`);
      await whileHeld(url(), 'LOCK TABLE members, projects IN ACCESS EXCLUSIVE MODE', async () =>
        expectUnavailable([...(await reads()), ...(await writes())]),
      );
      await change('RESET lock_timeout');
      expectAnswered([...(await reads()), ...(await writes())]);
    });

    it('ERR-6: rights that are taken away are 503, and it recovers by itself', async () => {
      const { reads, writes } = await requestsOn(workshop, instance);
      await runOn(url(), `REVOKE ALL ON members, projects FROM ${role}`);
      expectUnavailable([...(await reads()), ...(await writes())]);
      await runOn(url(), `GRANT ALL ON members, projects TO ${role}`);
      expectAnswered([...(await reads()), ...(await writes())]);
    });
  });
