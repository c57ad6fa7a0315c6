import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@resource-catalogue/database';
import type { Prisma } from '@resource-catalogue/prisma';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, textOf } from '@resource-catalogue/testing/json';
import { untilNoSession } from '@resource-catalogue/database/testing/server-sql';
import { countOf, storedRow } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import { type Instance, startInstance } from '../support/service.js';
import { projectIn, workshopOn, Writer } from './support/workshop.js';

const lockOf = (id: unknown): string =>
  `SELECT pg_advisory_xact_lock(hashtextextended('slug locked', 0))::text FROM projects WHERE id = '${textOf(id)}' FOR UPDATE`;

describe.each(databaseKinds)('writes at once on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let other: Instance;
  /** Another client of the server; the embedded database has one connection. */
  let theirs: Database;
  beforeAll(async () => {
    const { service } = workshop;
    theirs = kind === 'embedded' ? service.database : await openDatabase(service.location);
    other = await startInstance(theirs, service.token);
  });
  afterAll(async () => {
    await other.close();
    if (kind !== 'embedded') await theirs.close();
  });
  it('ERR-5: a write that waits too long for a lock is 503, and stores nothing, then or later', async () => {
    const { database } = workshop.service;
    const { id } = await workshop.writer.make();
    const before = await storedRow(database, id);
    // Its token is known for the next moment, so that it reaches the lock and does not wait before.
    const writer = workshop.writer.with((await workshop.service.newToken()).token);
    await writer.make({ name: 'Known' });
    const refuse = async (transaction: Prisma.TransactionClient): Promise<void> => {
      await transaction.$queryRawUnsafe(lockOf(id));
      const waiting = [writer.patch(id, { name: 'Locked' }), writer.post(writer.body({ name: 'Locked' }))];
      // Other connections are not held up.
      if (kind === 'postgres') {
        waiting.push(writer.post(writer.body({ name: 'Locked' }), { 'idempotency-key': 'locked' }));
        projectIn(await workshop.writer.get(id), 200);
      }
      for (const answer of await Promise.all(waiting)) {
        expectProblem(answer, 'unavailable');
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      }
    };
    await theirs.prisma.$transaction(refuse, { timeout: 600_000 });
    // Statements that were given up have ended on the server as well.
    await untilNoSession(database, `state <> 'idle'`);
    expect(await storedRow(database, id)).toBe(before);
    expect(await countOf(database, `projects WHERE name = 'Locked'`)).toBe(0);
    const made = await workshop.writer.post(writer.body({ name: 'Locked' }), { 'idempotency-key': 'locked' });
    expect(projectIn(made, 201)['slug']).toBe('locked');
    projectIn(await workshop.writer.patch(id, { name: 'Locked' }), 200);
  });

  it('WRITE-6, WRITE-9: of many changes without a tag on two instances none is lost', async () => {
    const { id } = await workshop.writer.make();
    const plain = { summary: 'a', description: '*b*', tags: ['c'], external_url: 'https://d.example', name: 'e' };
    const more = { machine_ids: workshop.entities.machines.slice(0, 2), steps: [{ title: 'f' }] };
    const fields = Object.entries({ ...plain, ...more, publication_state: 'published' }).map(([key, value]) => ({
      [key]: value,
    }));
    const others = new Writer(other, workshop.entities.author);
    const answers = await Promise.all(
      fields.map((patch, index) => (index % 2 ? others : workshop.writer).patch(id, patch)),
    );
    const times = answers.map((answer) => textOf(projectIn(answer, 200)['updated_at']));
    expect(new Set(times).size).toBe(fields.length);
    const now = projectIn(await workshop.writer.get(id), 200);
    expect(now).toMatchObject({ ...plain, publication_state: 'published', steps: [{ title: 'f' }] });
    expect(arrayOf(now['machines'])).toHaveLength(2);
    expect(now['updated_at']).toBe(times.sort().at(-1));
  });
});
