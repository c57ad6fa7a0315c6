import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingStates } from '@resource-catalogue/contracts';
import { openDatabase } from '@resource-catalogue/database';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { type JsonObject, objectOf, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { listPage, walk } from '../support/list-page.js';
import { type Instance, startInstance, startTestService, type TestService } from '../support/service.js';
import { moves, type ShownEntity, shownEntities } from './shown-entities.js';

describe.each(databaseKinds)('summaries on the %s database', (kind) => {
  let service: TestService;
  let second: Instance;
  let closeSecond: () => Promise<void>;
  const snapshots = new Map<string, Promise<JsonObject[]>>();
  let turn = 0;

  beforeAll(async () => {
    service = await startTestService(kind);
    // The embedded database is one process's own, so there the second instance shares the connection.
    const database = kind === 'embedded' ? service.database : await openDatabase(service.location);
    second = await startInstance(database, service.token);
    closeSecond = async () => {
      await second.close();
      if (database !== service.database) await database.close();
    };
  });
  afterAll(async () => {
    await closeSecond();
    await service.close();
  });

  const sql = (statement: string, ...values: string[]) =>
    service.database.prisma.$executeRawUnsafe(statement, ...values);

  /** Rows as they were at first: only their ids and references are used, which the tests put back. */
  function snapshotOf(collection: string): Promise<JsonObject[]> {
    const snapshot = snapshots.get(collection) ?? walk(service, collection, 'limit=200');
    snapshots.set(collection, snapshot);
    return snapshot;
  }

  /** A row that shows an entity at the path, and the entity's id. */
  async function rowShowing(collection: string, path: string): Promise<{ id: string; entity: string }> {
    for (const row of await snapshotOf(collection)) {
      const [entity] = valuesAt(row, path);
      if (entity !== undefined) return { id: textOf(row['id']), entity: textOf(objectOf(entity)['id']) };
    }
    throw new Error(`No row of ${collection} has a ${path}: the seed must have one.`);
  }

  /** What both instances show of one row, in lists and in gets: four answers. */
  async function shownNow(collection: string, id: string, path: string): Promise<unknown[][]> {
    const answers: unknown[][] = [];
    for (const instance of [service, second]) {
      const { rows } = await listPage(instance, collection, `filters[id][in]=${id}`);
      const got = await instance.request(`/api/v1/${collection}/${id}`);
      answers.push(valuesAt(rows[0], path), valuesAt(objectOf(got.json())['data'], path));
    }
    return answers;
  }

  function newValue({ column }: ShownEntity, before: unknown): string {
    turn += 1;
    if (column === 'state') return before === 'maintenance' ? 'available' : 'maintenance';
    return column === 'email' ? `renamed-${turn}@example.org` : `Renamed ${turn} "Ä\\ 🔧"`;
  }

  // What is forgotten when a row changes is of its table, wherever it shows.
  const cases = shownEntities.flatMap((entity) =>
    (process.env['EXHAUSTIVE'] ? entity.shown : entity.shown.slice(0, 1)).map(
      ([collection, path]) =>
        [`${entity.table}.${entity.column}`, `${collection} ${path}`, entity, collection, path] as const,
    ),
  );
  it.each(cases)('SHAPE-9: a changed %s shows at once in %s', async (_, __, entity, collection, path) => {
    const { id, entity: entityId } = await rowShowing(collection, path);
    const shownOf = async () => {
      const answers = await shownNow(collection, id, path);
      return answers.map(
        (objects) => objects.map(objectOf).find((object) => object['id'] === entityId)?.[entity.column],
      );
    };
    const before = await shownOf();
    const value = newValue(entity, before[0]);
    const cast = entity.column === 'state' ? '::unit_state' : '';
    const changed = await sql(
      `UPDATE ${entity.table} SET ${entity.column} = $1${cast} WHERE id = $2::uuid`,
      value,
      entityId,
    );
    expect([changed, before.includes(value)]).toEqual([1, false]);
    expect(await shownOf()).toEqual([value, value, value, value]);
  });

  it.each(['machine', 'place'])('SHAPE-9: a changed custom duration type shows at once in %ss', async (owner) => {
    const path = `${owner}_booking_duration_types[].custom_duration_type`;
    const rows = await snapshotOf(`${owner}s`);
    const row = rows.find((each) => valuesAt(each, path).length > 0);
    const id = textOf(row?.['id']);
    const before = await shownNow(`${owner}s`, id, path);
    await sql(`UPDATE custom_duration_types SET name = 'Renamed ' || name, soft_deleted_at = '2026-03-01T00:00:00.5Z'`);
    const after = before.map((answer) =>
      answer.map((type) => ({
        name: `Renamed ${textOf(objectOf(type)['name'])}`,
        soft_deleted_at: '2026-03-01T00:00:00.500Z',
      })),
    );
    expect(await shownNow(`${owner}s`, id, path)).toEqual(after);
    await sql(`UPDATE custom_duration_types SET name = substr(name, 9)`);
  });

  it.each(moves)('SHAPE-9: another $column of $table shows at once in $collection $path', async (move) => {
    const { id, entity } = await rowShowing(move.collection, move.path);
    const innerIds = async () =>
      (await shownNow(move.collection, id, move.path)).map((answer) => {
        const shown = answer.map(objectOf).find((object) => object['id'] === entity);
        return objectOf(shown?.[move.inner])['id'];
      });
    const [before] = await innerIds();
    const others = await snapshotOf(move.to);
    // A category must stay of its type; of the others, any will do.
    const old = others.find((row) => row['id'] === before);
    const next = others.find((row) => row['id'] !== before && row['type'] === old?.['type']);
    const nextId = textOf(next?.['id']);
    await sql(`UPDATE ${move.table} SET ${move.column} = $1::uuid WHERE id = $2::uuid`, nextId, entity);
    expect(await innerIds()).toEqual([nextId, nextId, nextId, nextId]);
    await sql(`UPDATE ${move.table} SET ${move.column} = $1::uuid WHERE id = $2::uuid`, textOf(before), entity);
  });

  it('SHAPE-9: a subscription that ends is no current one any more', async () => {
    const { id, entity } = await rowShowing('members', 'current_subscription');
    expect(await shownNow('members', id, 'current_subscription.id')).toEqual([[entity], [entity], [entity], [entity]]);
    await sql(`UPDATE subscriptions SET state = 'expired' WHERE id = $1::uuid`, entity);
    expect(await shownNow('members', id, 'current_subscription')).toEqual([[], [], [], []]);
    await sql(`UPDATE subscriptions SET state = 'active' WHERE id = $1::uuid`, entity);
    expect(await shownNow('members', id, 'current_subscription.id')).toEqual([[entity], [entity], [entity], [entity]]);
  });

  it('SHAPE-9: a user who gives up a member shows so on both sides', async () => {
    const { id, entity } = await rowShowing('members', 'user');
    await sql(`UPDATE users SET member_id = NULL WHERE id = $1::uuid`, entity);
    expect(await shownNow('members', id, 'user')).toEqual([[], [], [], []]);
    expect(await shownNow('users', entity, 'member')).toEqual([[], [], [], []]);
    await sql(`UPDATE users SET member_id = $1::uuid WHERE id = $2::uuid`, id, entity);
    expect(await shownNow('members', id, 'user.id')).toEqual([[entity], [entity], [entity], [entity]]);
    expect(await shownNow('users', entity, 'member.id')).toEqual([[id], [id], [id], [id]]);
  });

  it('SHAPE-9: what was deleted and made again under the same id shows its new name', async () => {
    const { id, entity } = await rowShowing('projects', 'license');
    await shownNow('projects', id, 'license');
    const { prisma } = service.database;
    const projects = await prisma.project.findMany({ where: { license_id: entity }, select: { id: true } });
    const license = await prisma.projectLicense.findUniqueOrThrow({ where: { id: entity } });
    await prisma.project.updateMany({ where: { license_id: entity }, data: { license_id: null } });
    expect(await shownNow('projects', id, 'license')).toEqual([[], [], [], []]);
    await prisma.projectLicense.delete({ where: { id: entity } });
    await prisma.projectLicense.create({ data: { ...license, name: 'Made again' } });
    await prisma.project.updateMany({
      where: { id: { in: projects.map((project) => project.id) } },
      data: { license_id: entity },
    });
    expect(await shownNow('projects', id, 'license.name')).toEqual(Array.from({ length: 4 }, () => ['Made again']));
  });

  it('SHAPE-7: seats_booked and seats_available follow the bookings, and updated_at does not', async () => {
    for (const collection of ['training_sessions', 'event_sessions']) {
      const key = collection.replace(/s$/, '_id');
      const session = (await snapshotOf(collection)).find((row) => Number(row['seats_booked']) > 0);
      const id = textOf(session?.['id']);
      const shown = (path: string) => shownNow(collection, id, path).then((answers) => answers.flat());
      const updatedAt = await shown('updated_at');
      const seats = await service.database.prisma.bookingSeat.count({ where: { booking: { [key]: id } } });
      expect(seats).toBeGreaterThan(0);
      for (const state of bookingStates) {
        await sql(
          `UPDATE bookings SET state = $2::booking_state, canceled_at = CASE $2 WHEN 'canceled' THEN starts_at END WHERE ${key} = $1::uuid`,
          id,
          state,
        );
        const booked = ['pending', 'confirmed', 'no_show'].includes(state) ? seats : 0;
        expect([state, ...(await shown('seats_booked'))]).toEqual([state, booked, booked, booked, booked]);
        const available = Math.max(0, Number(session?.['seats_total']) - booked);
        expect(await shown('seats_available')).toEqual([available, available, available, available]);
      }
      await sql(`UPDATE bookings SET state = 'confirmed', canceled_at = NULL WHERE ${key} = $1::uuid`, id);
      await sql(`UPDATE ${collection} SET seats_total = 0 WHERE id = $1::uuid`, id);
      expect(await shown('seats_available')).toEqual([0, 0, 0, 0]);
      expect(await shown('updated_at')).toEqual(updatedAt);
    }
  });

  it.each([
    ['machines', 'machine_units', 'machine'],
    ['members', 'bookings', 'member'],
    ['plans', 'subscriptions', 'plan'],
    ['categories', 'places', 'category'],
    ['spaces', 'members', 'space'],
    ['trainings', 'training_sessions', 'training'],
    ['events', 'event_sessions', 'event'],
    ['places', 'place_units', 'place'],
    ['machines', 'projects', 'machines[]'],
    ['users', 'event_sessions', 'hosts[]'],
  ])('SHAPE-9: %s stay visible in %s as %s when they are deleted or drafts', async (table, collection, path) => {
    const { id, entity } = await rowShowing(collection, path);
    const before = await shownNow(collection, id, path);
    await sql(`UPDATE ${table} SET soft_deleted_at = '2026-03-01T00:00:00Z' WHERE id = $1::uuid`, entity);
    if (!['members', 'categories', 'users'].includes(table)) {
      await sql(`UPDATE ${table} SET publication_state = 'draft', published_at = NULL WHERE id = $1::uuid`, entity);
    }
    expect(before.flat().length).toBeGreaterThan(0);
    expect(await shownNow(collection, id, path)).toEqual(before);
  });
});
