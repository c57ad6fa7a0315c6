import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@resource-catalogue/database';
import type { Prisma } from '@resource-catalogue/prisma';
import { asArray, asText, type JsonObject } from '@resource-catalogue/testing/json';
import { untilNoSession, untilSessions } from '@resource-catalogue/database/testing/server-sql';
import { countRows, storedRow } from '@resource-catalogue/database/testing/stored';
import { expectProblem } from '../http/support/problems.js';
import { projectIn, workshopOn } from './support/workshop.js';

const lockOf = (id: unknown): string =>
  `SELECT pg_advisory_xact_lock(hashtextextended('slug locked', 0))::text FROM projects WHERE id = '${asText(id)}' FOR UPDATE`;

describe('concurrent writes', () => {
  const workshop = workshopOn();
  /** Another client of the server. */
  let theirs: Database;
  beforeAll(async () => {
    const { location } = workshop.service;
    theirs = await openDatabase(location);
  });
  afterAll(() => theirs.close());

  it('ERR-5: a write that waits too long for a lock is 503 and never stores anything', async () => {
    const { database } = workshop.service;
    const { id } = await workshop.writer.make();
    const before = await storedRow(database, id);
    // Cache the token, so that the write reaches the lock without waiting before.
    const writer = workshop.writer.with((await workshop.service.newToken()).token);
    await writer.make({ name: 'Known' });
    const reject = async (transaction: Prisma.TransactionClient): Promise<void> => {
      await transaction.$queryRawUnsafe(lockOf(id));
      const waiting = [writer.patch(id, { name: 'Locked' }), writer.post(writer.body({ name: 'Locked' }))];
      // Other connections are not delayed.
      waiting.push(writer.post(writer.body({ name: 'Locked' }), { 'idempotency-key': 'locked' }));
      projectIn(await workshop.writer.get(id), 200);
      for (const response of await Promise.all(waiting)) {
        expectProblem(response, 'unavailable');
        expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      }
    };
    await theirs.prisma.$transaction(reject, { timeout: 600_000 });
    // Abandoned statements have ended on the server as well.
    await untilNoSession(database, `state <> 'idle'`);
    expect(await storedRow(database, id)).toBe(before);
    expect(await countRows(database, `projects WHERE name = 'Locked'`)).toBe(0);
    const made = await workshop.writer.post(writer.body({ name: 'Locked' }), { 'idempotency-key': 'locked' });
    expect(projectIn(made, 201)['slug']).toBe('locked');
    projectIn(await workshop.writer.patch(id, { name: 'Locked' }), 200);
  });

  it('WRITE-6: concurrent changes of different fields are all stored, and each response shows its own', async () => {
    const { author, members, machines, thematics } = workshop.entities;
    const fields: JsonObject = {
      ...{ name: 'Stool', summary: 'One sheet.', description: '**Fold** it.', tags: ['b'], steps: [{ title: 'Cut' }] },
      ...{ collaborator_ids: members.slice(0, 3), machine_ids: machines.slice(0, 3) },
      ...{ thematic_ids: thematics.slice(0, 3), publication_state: 'published' },
    };
    const made = await workshop.writer.make({ author_id: author });
    const changed = await Promise.all(
      Object.entries(fields).map(async ([field, value]) => ({
        field,
        project: await workshop.writer.change(made['id'], { [field]: value }),
      })),
    );
    const expected = await workshop.writer.make(fields);
    const stored = projectIn(await workshop.writer.get(made['id']), 200);
    const shown = (project: JsonObject, field: string): unknown => {
      const value = project[field.replace('_ids', 's')];
      return field === 'steps' ? asArray(value).length : value;
    };
    for (const { field, project } of changed) {
      expect([field, shown(project, field)]).toEqual([field, shown(expected, field)]);
      expect([field, shown(stored, field)]).toEqual([field, shown(expected, field)]);
    }
    // Of changes that follow each other, each is later.
    expect(new Set(changed.map(({ project }) => project['updated_at'])).size).toBe(changed.length);
  });

  it('WRITE-6: a change starts again if another one is stored first', async () => {
    const { writer, service } = workshop;
    const made = await writer.make({ name: 'Before', tags: ['a'] });
    const id = asText(made['id']);
    const patched = await theirs.prisma.$transaction(async (transaction) => {
      await transaction.$queryRawUnsafe(lockOf(id));
      const ours = writer.change(id, { name: 'Ours' });
      await untilSessions(service.database, `wait_event_type = 'Lock'`, ours);
      await transaction.project.update({ where: { id }, data: { tags: ['theirs'], updated_at: new Date() } });
      return { ours };
    });
    expect(await patched.ours).toMatchObject({ name: 'Ours', tags: ['theirs'] });
  });
});
