import { describe, expect, it } from '@jest/globals';
import { collections, fieldTable, filterTable } from '@resource-catalogue/contracts';
import { formFaults } from '../../test/row-form.js';
import { idOf, isList, isObject, type JsonObject, type JsonValue, objectsAt, type Row, textOf } from '../json.js';
import { compareTexts } from '../list/order.js';
import { valuesAt } from '../list/filtering.js';
import { localDate, timeOf } from './clock.js';
import { zoneOf } from './foundations.js';
import { type World, worldOf } from './world.js';

const seeds = [1, 2, 3, 4, 5];
const worlds = seeds.flatMap((seed) => [worldOf('rich', seed), worldOf('poor', seed), worldOf('empty', seed)]);
const rich = worldOf('rich', 1);
const everyRow = (visit: (row: Row, world: World) => void, ...names: (keyof World)[]): void => {
  for (const world of worlds) for (const name of names) for (const row of world[name]) visit(row, world);
};

describe('worlds', () => {
  it.each(collections.map((contract) => [contract.name, contract] as const))('section 8: %s', (name, { resource }) => {
    for (const world of worlds) expect(world[name].flatMap((row) => formFaults(row, resource, name))).toEqual([]);
  });

  it.each(collections.map((contract) => [contract.name, contract] as const))('%s are rich', (name, contract) => {
    const rows = rich[name];
    expect(rows.length).toBeGreaterThanOrEqual(60);
    for (const { name: key, kind, values, nullable } of fieldTable(contract.resource).values()) {
      const met = new Set(rows.map((row) => JSON.stringify(row[key])));
      if (kind === 'enum') expect(met.size).toBe(values?.length);
      if (nullable) expect([key, met.has('null'), met.size > 1]).toEqual([key, true, true]);
    }
    for (const sort of contract.sorts.filter((key) => !['sku', 'email'].includes(key))) {
      expect([sort, new Set(rows.map((row) => row[sort])).size < rows.length]).toEqual([sort, true]);
    }
    for (const { field, kind } of filterTable(contract.filters).values()) {
      if (kind === 'uuid') expect([field, rows.some((row) => valuesAt(row, field).length > 0)]).toEqual([field, true]);
    }
  });

  it('embed the present state of what is referenced (SHAPE-9)', () => {
    for (const world of worlds) {
      const byId = new Map(Object.values(world).flatMap((rows) => rows.map((row): [string, Row] => [row.id, row])));
      for (const rows of Object.values(world)) for (const row of rows) expectSummaries(row, byId);
    }
  });

  it('keep their own invariants (section 8)', () => {
    everyRow(
      (row) => {
        expect(row['canceled_at'] !== null).toBe(row['state'] === 'canceled');
      },
      'bookings',
      'subscriptions',
      'event_sessions',
      'training_sessions',
    );
    everyRow((row, world) => expectSlots(row, world), 'bookings', 'event_sessions', 'training_sessions');
    everyRow(expectBooking, 'bookings');
    everyRow((row) => expect(row.updated_at >= row.created_at).toBe(true), ...collections.map(({ name }) => name));
    everyRow((row) => {
      const author = idOf(row['author']);
      expect(objectsAt(row, 'collaborators').map(idOf)).not.toContain(author);
      expect(row['description'] === null).toBe(row['description_rendered'] === null);
    }, 'projects');
  });

  it('have unique slugs, numbers, stock numbers and addresses', () => {
    for (const world of worlds) {
      const liveUsers = world.users.filter((user) => user['soft_deleted_at'] === null);
      expectUnique(liveUsers.map(({ email }) => textOf(email).toLowerCase()));
      expectUnique(world.members.map(({ number }) => number));
      expectUnique(world.machine_units.map(({ sku }) => sku));
      expectUnique(world.place_units.map(({ sku }) => sku));
      expectUnique(world.project_licenses.map(({ code }) => code));
      expectUnique(world.categories.map(({ type, slug }) => `${textOf(type)} ${textOf(slug)}`));
      for (const name of ['machines', 'places', 'trainings', 'events', 'plans', 'spaces', 'projects'] as const)
        expectUnique(world[name].map(({ slug }) => slug));
      const active = world.subscriptions.filter(({ state }) => state === 'active');
      expectUnique(active.map(({ member }) => idOf(member)));
      const currents = world.members.flatMap((member) => idOf(member['current_subscription']) ?? []);
      expect(currents.sort()).toEqual(active.map(({ id }) => id).sort());
    }
  });

  it('are made once for each seed', () => {
    const one = worldOf('rich', 99);
    expect(worldOf('rich', 99)).toBe(one);
    expect(rich.bookings.length).toBeGreaterThan(200);
  });

  it('have texts that code points order otherwise than UTF-16 units', () => {
    const names = rich.machines.map(({ name }) => textOf(name));
    expect([...names].sort(compareTexts)).not.toEqual([...names].sort());
  });
});

function expectUnique(values: readonly unknown[]): void {
  expect(new Set(values).size).toBe(values.length);
}

function expectSummaries(value: JsonValue, byId: ReadonlyMap<string, Row>): void {
  if (isList(value)) for (const item of value) expectSummaries(item, byId);
  if (!isObject(value)) return;
  const entity = byId.get(textOf(value['id']));
  for (const [key, inner] of Object.entries(value)) {
    if (entity !== undefined && entity !== value && key in entity) expect([key, inner]).toEqual([key, entity[key]]);
    expectSummaries(inner, byId);
  }
}

function expectSlots(row: Row, { spaces }: World): void {
  const slots = objectsAt(row, 'slots');
  const space = spaces.find(({ id }) => id === idOf(row['space']));
  const zone = zoneOf(space ?? {});
  let end = '';
  expect([row['starts_at'], row['ends_at']]).toEqual([slots[0]?.['start_time'], slots.at(-1)?.['end_time']]);
  for (const { start_time, end_time, start_date, end_date } of slots) {
    expect(textOf(start_time) >= end && textOf(end_time) > textOf(start_time)).toBe(true);
    expect(start_date).toBe(localDate(timeOf(textOf(start_time)), zone));
    expect(end_date).toBe(localDate(timeOf(textOf(end_time)) - 1, zone));
    end = textOf(end_time);
  }
}

function expectBooking(row: JsonObject): void {
  const targets = ['machine_unit', 'place_unit', 'event_session', 'training_session'].filter(
    (key) => row[key] !== null,
  );
  const reserved = ['reserved_by_event_session', 'reserved_by_training_session'].filter((key) => row[key] !== null);
  expect(targets).toHaveLength(1);
  expect(reserved.length).toBeLessThanOrEqual(1);
  if (reserved.length > 0) expect([row['member'], row['group'], row['seats']]).toEqual([null, null, []]);
  if (row['place_unit'] === null) expect(row['place_extras']).toEqual([]);
}
