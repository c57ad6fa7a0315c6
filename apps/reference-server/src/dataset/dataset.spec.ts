import { describe, expect, it } from '@jest/globals';
import {
  type AnyCollectionContract,
  collections,
  type DtoClass,
  fieldTable,
  filterTable,
  inOrder,
  keepsSetWhen,
  OneOf,
  setWhenText,
  Text,
  TimestampsBlock,
  Uuid,
} from '@resource-catalogue/contracts';
import { formErrors } from '../../test/row-form.js';
import { idOf, isList, isObject, type JsonObject, type JsonValue, objectsAt, type Row, textOf } from '../json.js';
import { compareTexts } from '../list/order.js';
import { valuesAt } from '../list/filtering.js';
import { localDate, timeOf, zoneOf } from './clock.js';
import { type Dataset, datasetOf } from './dataset.js';
import { Random } from './random.js';
import { RowMaker, type Special } from './row-maker.js';

const seeds = [1, 2, 3, 4, 5];
const datasets = seeds.flatMap((seed) => [datasetOf('rich', seed), datasetOf('poor', seed), datasetOf('empty', seed)]);
const rich = datasetOf('rich', 1);
const everyRow = (visit: (row: Row, dataset: Dataset) => void, ...names: (keyof Dataset)[]): void => {
  for (const dataset of datasets) for (const name of names) for (const row of dataset[name]) visit(row, dataset);
};

class TicketFields {
  @Uuid('Identifies the ticket.')
  id!: string;

  @Text('Who has it.', { nullable: true, setWhen: { key: 'state', is: 'sold' }, example: null })
  holder!: string | null;

  @OneOf(['free', 'sold'], 'Whether somebody has it.')
  state!: 'free' | 'sold';
}

const byName = collections.map((contract) => [contract.name, contract] as const);

describe('datasets', () => {
  it.each(byName)('section 8: %s', (name, { resource }) => {
    for (const dataset of datasets) expect(dataset[name].flatMap((row) => formErrors(row, resource, name))).toEqual([]);
  });

  it.each(byName)('%s are rich', (name, contract) => {
    expect(rich[name].length).toBeGreaterThanOrEqual(60);
    expectRich(rich[name], contract);
  });

  it.each(byName)('%s could be made of the contract alone', (name, contract) => {
    const made = (special?: Special, count = 66) => new RowMaker(new Random(1), 6, rich).add(contract, count, special);
    const rows = made();
    expect(rows.flatMap((row) => formErrors(row, contract.resource, name))).toEqual([]);
    expect(brokenRules(contract, rows)).toEqual([]);
    expectRich(rows, contract);
    expect(made(undefined, 0)).toEqual([]);
    expect(() => made(() => ({ unheard_of: 1 }))).toThrow('has no unheard_of');
  });

  it('embed the present state of what is referenced (SHAPE-9)', () => {
    for (const dataset of datasets) {
      const byId = new Map(Object.values(dataset).flatMap((rows) => rows.map((row): [string, Row] => [row.id, row])));
      for (const rows of Object.values(dataset)) for (const row of rows) expectSummaries(row, byId);
    }
  });

  it.each(byName)('%s keep the rules between two fields of their contract', (name, contract) => {
    for (const dataset of datasets) expect(brokenRules(contract, dataset[name])).toEqual([]);
  });

  it('make a field that a later one decides on', () => {
    class TicketDto extends inOrder(TicketFields, TimestampsBlock) {}
    const contract = { ...collections[0], resource: TicketDto };
    const rows = new RowMaker(new Random(1), 6, rich).add(contract, 66);
    expect([brokenRules(contract, rows), Object.keys(rows[0] ?? {})]).toEqual([[], [...fieldTable(TicketDto).keys()]]);
  });

  it('keep their own invariants (section 8)', () => {
    everyRow((row, dataset) => expectSlots(row, dataset), 'bookings', 'event_sessions', 'training_sessions');
    everyRow(expectBooking, 'bookings');
    everyRow((row) => expect(row.updated_at >= row.created_at).toBe(true), ...collections.map(({ name }) => name));
    everyRow((row) => {
      const author = idOf(row['author']);
      expect(objectsAt(row, 'collaborators').map(idOf)).not.toContain(author);
      expect(row['description'] === null).toBe(row['description_rendered'] === null);
    }, 'projects');
  });

  it('have unique slugs, numbers, stock numbers and addresses', () => {
    for (const dataset of datasets) {
      const liveUsers = dataset.users.filter((user) => user['soft_deleted_at'] === null);
      expectUnique(liveUsers.map(({ email }) => textOf(email).toLowerCase()));
      expectUnique(dataset.members.map(({ number }) => number));
      expectUnique(dataset.machine_units.map(({ sku }) => sku));
      expectUnique(dataset.place_units.map(({ sku }) => sku));
      expectUnique(dataset.project_licenses.map(({ code }) => code));
      expectUnique(dataset.categories.map(({ type, slug }) => `${textOf(type)} ${textOf(slug)}`));
      for (const name of ['machines', 'places', 'trainings', 'events', 'plans', 'spaces', 'projects'] as const)
        expectUnique(dataset[name].map(({ slug }) => slug));
      const active = dataset.subscriptions.filter(({ state }) => state === 'active');
      expectUnique(active.map(({ member }) => idOf(member)));
      const currents = dataset.members.flatMap((member) => idOf(member['current_subscription']) ?? []);
      expect(currents.sort()).toEqual(active.map(({ id }) => id).sort());
    }
  });

  it('are made once for each seed', () => {
    const one = datasetOf('rich', 99);
    expect(datasetOf('rich', 99)).toBe(one);
    expect(rich.bookings.length).toBeGreaterThan(200);
  });

  it('have texts that code points order otherwise than UTF-16 units', () => {
    const names = rich.machines.map(({ name }) => textOf(name));
    expect([...names].sort(compareTexts)).not.toEqual([...names].sort());
  });
});

/** The rules between two fields that rows break, in words. */
function brokenRules(
  { name, resource }: { readonly name: string; readonly resource: DtoClass },
  rows: readonly Row[],
): string[] {
  const fields = [...fieldTable(resource).values()];
  return rows.flatMap((row) =>
    fields.flatMap((field) =>
      field.setWhen === undefined || keepsSetWhen(field, row)
        ? []
        : [`${name} ${row.id}: ${field.name} ${setWhenText(field.setWhen)}: see src/dataset/special-rows.ts`],
    ),
  );
}

/** Every value of an enumeration, values and nulls of what may be null, ties in every sort, matches of every filter by id. */
function expectRich(rows: readonly Row[], contract: AnyCollectionContract): void {
  for (const { name: key, kind, values, nullable } of fieldTable(contract.resource).values()) {
    const met = new Set(rows.map((row) => JSON.stringify(row[key])));
    if (kind === 'enum') expect([key, met.size]).toEqual([key, values?.length]);
    if (nullable) expect([key, met.has('null'), met.size > 1]).toEqual([key, true, true]);
  }
  for (const sort of contract.sorts.filter((key) => !['sku', 'email'].includes(key))) {
    expect([sort, new Set(rows.map((row) => row[sort])).size < rows.length]).toEqual([sort, true]);
  }
  for (const { field, kind } of filterTable(contract.filters).values()) {
    if (kind === 'uuid') expect([field, rows.some((row) => valuesAt(row, field).length > 0)]).toEqual([field, true]);
  }
}

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

function expectSlots(row: Row, { spaces }: Dataset): void {
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
