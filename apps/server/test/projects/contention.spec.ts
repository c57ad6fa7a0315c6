import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, textOf } from '@resource-catalogue/testing/json';
import { untilNoSession } from '@resource-catalogue/database/testing/server-sql';
import { countOf, storedRow } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import type { Answer } from '../support/service.js';
import { type OtherWriter, otherWriter, untilWaiting, whileLocked } from './support/instances.js';
import { projectIn, type Workshop, workshopOn, Writer } from './support/workshop.js';

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
  let other: OtherWriter;
  beforeAll(async () => {
    other = await otherWriter(workshop);
  });
  afterAll(() => other.close());
  /** As many patches of one project at once, every second one by the other instance. */
  const patchAll = (id: unknown, patches: readonly object[], headers = {}) =>
    Promise.all(patches.map((patch, index) => (index % 2 ? other : workshop).writer.patch(id, patch, headers)));
  const body = (name: string) => ({ name, author_id: workshop.entities.author });
  const named = (name: string) => countOf(workshop.service.database, 'projects WHERE name = $1', [name]);

  it('ERR-5: a write that waits too long is given up: 503 in bounded time, and nothing stored, then or later', async () => {
    const { database } = workshop.service;
    const { id } = await workshop.writer.make();
    const before = await storedRow(database, id);
    const writer = await knownWriter(workshop);
    const locking = await databaseOfTheirs(workshop);
    await whileLocked(locking, lockOf(id), async () => {
      const waiting = [writer.patch(id, { name: 'Locked' }), writer.post(body('Locked'))];
      // Where there are several connections, what waits keeps nobody else waiting.
      if (kind === 'postgres') {
        waiting.push(writer.post(body('Locked'), { 'idempotency-key': 'locked' }));
        projectIn(await workshop.writer.get(id), 200);
      }
      for (const answer of await Promise.all(waiting)) expectUnavailable(answer);
    });
    await locking.close();
    // What was given up has ended on the server, too.
    await untilNoSession(database, `state <> 'idle'`);
    expect(await storedRow(database, id)).toBe(before);
    expect(await named('Locked')).toBe(0);
    expect(projectIn(await workshop.writer.post(body('Locked'), { 'idempotency-key': 'locked' }), 201)['slug']).toBe(
      'locked',
    );
    projectIn(await workshop.writer.patch(id, { name: 'Locked' }), 200);
  });

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

  it('WRITE-6: of many changes at once with one tag exactly one succeeds, on all instances together', async () => {
    const made = await workshop.writer.post(body('One tag'));
    const { id } = projectIn(made, 201);
    const patches = Array.from({ length: 10 }, (_, index) => ({ summary: `by ${index}` }));
    const answers = await patchAll(id, patches, { 'if-match': textOf(made.headers['etag']) });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
    expect((await workshop.writer.get(id)).text).toBe(answers.find(({ status }) => status === 200)?.text);
  });

  it('WRITE-6, WRITE-9: of many changes without a tag none is lost, on all instances together', async () => {
    const { id } = await workshop.writer.make();
    const plain = { summary: 'a', description: '*b*', tags: ['c'], external_url: 'https://d.example', name: 'e' };
    const fields = [
      ...Object.entries(plain).map(([key, value]) => ({ [key]: value })),
      { machine_ids: workshop.entities.machines.slice(0, 2) },
      { steps: [{ title: 'f' }] },
      { publication_state: 'published' },
    ];
    const answers = await patchAll(id, fields);
    const times = answers.map((answer) => textOf(projectIn(answer, 200)['updated_at']));
    expect(new Set(times).size).toBe(fields.length);
    const now = projectIn(await other.writer.get(id), 200);
    expect(now).toMatchObject({ ...plain, publication_state: 'published', steps: [{ title: 'f' }] });
    expect(arrayOf(now['machines'])).toHaveLength(2);
    expect(now['updated_at']).toBe(times.sort().at(-1));
  });
});

if (databaseKinds.includes('postgres'))
  describe('writes among those of others on a server', () => {
    const workshop = workshopOn('postgres');

    it('ERR-5, SHAPE-9: while what they show changes all the time, writes still answer, and never with 500', async () => {
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
    });
  });
