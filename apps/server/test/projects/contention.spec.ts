import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { untilNoSession } from '@resource-catalogue/database/testing/server-sql';
import { countOf, select, storedRow } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import { type Answer, startInstance } from '../support/service.js';
import { untilWaiting, whileLocked } from './support/instances.js';
import { projectIn, type Workshop, workshopOn, Writer } from './support/workshop.js';

/** In milliseconds: nobody gives up but those who should. */
const timeout = 600_000;

function expectUnavailable(answer: Answer): void {
  expectProblem(answer, 'unavailable');
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
}

/** A writer whose token is known for the next moment, so that it reaches the lock and is not kept waiting before. */
async function knownWriter(workshop: Workshop): Promise<Writer> {
  const writer = workshop.writer.with((await workshop.service.newToken()).token);
  await writer.make({ name: 'Known' });
  return writer;
}

/** What locks is another client of the server; the embedded database has but one. */
async function databaseOfTheirs({ service: { database, location } }: Workshop) {
  if (database.kind === 'embedded') return { database, close: () => Promise.resolve() };
  const theirs = await openDatabase(location);
  return { database: theirs, close: () => theirs.close() };
}

const lockOf = (id: unknown): string =>
  `SELECT pg_advisory_xact_lock(hashtextextended('slug locked', 0))::text FROM projects WHERE id = '${textOf(id)}' FOR UPDATE`;

describe.each(databaseKinds)('writes that are in each other’s way on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  const body = (name: string) => ({ name, author_id: workshop.entities.author });
  const named = (name: string) => countOf(workshop.service.database, 'projects WHERE name = $1', [name]);

  it(
    'ERR-5: a write that waits too long is given up: 503 in bounded time, and nothing stored, then or later',
    async () => {
      const { database } = workshop.service;
      const { id } = await workshop.writer.make();
      const before = await storedRow(database, id);
      const writer = await knownWriter(workshop);
      const locking = await databaseOfTheirs(workshop);
      await whileLocked(
        locking,
        lockOf(id),
        async () => {
          const waiting = [writer.patch(id, { name: 'Locked' }), writer.post(body('Locked'))];
          // Where there are several connections, what waits keeps nobody else waiting.
          if (kind === 'postgres') {
            waiting.push(writer.post(body('Locked'), { 'idempotency-key': 'locked' }));
            projectIn(await workshop.writer.get(id), 200);
          }
          for (const answer of await Promise.all(waiting)) expectUnavailable(answer);
        },
        timeout,
      );
      await locking.close();
      // What was given up has ended on the server, too.
      await untilNoSession(database, `state <> 'idle'`);
      expect(await storedRow(database, id)).toBe(before);
      expect(await named('Locked')).toBe(0);
      expect(projectIn(await workshop.writer.post(body('Locked'), { 'idempotency-key': 'locked' }), 201)['slug']).toBe(
        'locked',
      );
      projectIn(await workshop.writer.patch(id, { name: 'Locked' }), 200);
    },
    timeout,
  );

  it('WRITE-6: a write that need not wait long is done', async () => {
    const { id } = await workshop.writer.make();
    const writer = await knownWriter(workshop);
    const waiting = await whileLocked(workshop.service, lockOf(id), async () => {
      const patched = writer.patch(id, { summary: 'had to wait' });
      if (kind === 'postgres') await untilWaiting(workshop.service, patched);
      // The embedded database has no other session to ask from: the service takes requests in their order.
      else await workshop.service.request('/health/live');
      return { patched };
    });
    expect(projectIn(await waiting.patched, 200)['summary']).toBe('had to wait');
  });

  it('ERR-5: after any number of refused writes no connection is left inside a transaction', async () => {
    const { id } = await workshop.writer.make();
    const refused = Array.from({ length: 12 }, (_, index) =>
      index % 2 ? workshop.writer.patch(id, { tags: 5 }) : workshop.writer.post({ name: '' }),
    );
    for (const answer of await Promise.all(refused)) expectProblem(answer, 'invalid_request');
    const rows = await select(
      workshop.service.database,
      `SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(rows).toEqual([['0']]);
  });
});

if (databaseKinds.includes('postgres'))
  describe('writes among those of others on a server', () => {
    const workshop = workshopOn('postgres');

    it(
      'ERR-5, SHAPE-9: while what they show changes all the time, writes still answer, and never with 500',
      async () => {
        const [member = ''] = workshop.entities.members;
        const { id } = await workshop.writer.make({ collaborator_ids: [member] });
        const databases = await Promise.all([1, 2, 3].map(() => openDatabase(workshop.service.location)));
        let stopped = false;
        const renaming = databases.map(async ({ prisma }) => {
          for (let count = 0; !stopped; count += 1) {
            await prisma.member.update({ where: { id: member }, data: { first_name: `Number ${count}` } });
          }
        });
        const statuses = new Set<number>();
        // Each may be given up in favour of the others, and on a busy machine many are; but not all.
        const haveAnswered = () => statuses.has(200) && statuses.has(201);
        for (let index = 0; index < 12 || (index < 500 && !haveAnswered()); index += 1) {
          statuses.add((await workshop.writer.patch(id, { summary: `${index}` })).status);
          statuses.add((await workshop.writer.post({ name: 'Busy', author_id: member })).status);
        }
        stopped = true;
        await Promise.all(renaming);
        await Promise.all(databases.map((database) => database.close()));
        expect(haveAnswered()).toBe(true);
        expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
      },
      timeout,
    );

    it(
      'ERR-5: where the server isolates strictly, writes that conflict are tried again',
      async () => {
        const { service, entities } = workshop;
        const name = new URL(service.location.databaseUrl ?? '').pathname.slice(1);
        await service.database.exec(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
        const database = await openDatabase(service.location);
        const instance = await startInstance(database, service.token);
        const writer = new Writer(instance, entities.author);
        const { id } = await writer.make();
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) => [
            writer.patch(id, { summary: `${index}` }),
            writer.post({ name: 'Strict', author_id: entities.author }),
          ]).flat(),
        );
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
        expect(statuses.filter((status) => status !== 503).length).toBeGreaterThan(8);
        for (const answer of answers.filter(({ status }) => status === 503)) expectUnavailable(answer);
        await instance.close();
        await database.close();
      },
      timeout,
    );
  });
