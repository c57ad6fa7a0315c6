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

const datasets = [1, 2, 3].flatMap((seed) => (['rich', 'poor', 'empty'] as const).map((size) => datasetOf(size, seed)));
const rich = datasetOf('rich', 1);
const byName = collections.map((contract) => [contract.name, contract] as const);

/** What is wrong with the rows of some collections of all datasets. */
const wrongIn = (names: readonly (keyof Dataset)[], wrong: (row: Row, dataset: Dataset) => readonly string[]) =>
  datasets.flatMap((dataset) =>
    names.flatMap((name) =>
      dataset[name].flatMap((row) => wrong(row, dataset).map((what) => `${name} ${row.id}: ${what}`)),
    ),
  );

class TicketFields {
  @Uuid('Identifies the ticket.')
  id!: string;

  @Text('Who has it.', { nullable: true, setWhen: { key: 'state', is: 'sold' }, example: null })
  holder!: string | null;

  @OneOf(['free', 'sold'], 'Whether somebody has it.')
  state!: 'free' | 'sold';
}

describe('datasets', () => {
  it.each(byName)(
    'section 8: %s have the form of their contract, and keep its rules between two fields',
    (name, contract) => {
      const wrong = wrongIn([name], (row) => [
        ...formErrors(row, contract.resource, name),
        ...brokenRules(contract, row),
        ...(row.updated_at < row.created_at ? ['updated before it was created'] : []),
      ]);
      expect(wrong).toEqual([]);
    },
  );

  it.each(byName)('rich %s have all values, nulls and ties', (name, contract) => {
    expect(rich[name].length).toBeGreaterThanOrEqual(60);
    expectRich(rich[name], contract);
  });

  it.each(byName)('%s could be made of the contract alone', (name, contract) => {
    const made = (special?: Special, count = 66) => new RowMaker(new Random(1), 6, rich).add(contract, count, special);
    const rows = made();
    expect(rows.flatMap((row) => [...formErrors(row, contract.resource, name), ...brokenRules(contract, row)])).toEqual(
      [],
    );
    expectRich(rows, contract);
    expect(made(undefined, 0)).toEqual([]);
    expect(() => made(() => ({ unheard_of: 1 }))).toThrow('has no unheard_of');
  });

  it('embed the present state of what is referenced (SHAPE-9)', () => {
    for (const dataset of datasets) {
      const all = Object.values(dataset).flat();
      const byId = new Map(all.map((row) => [row.id, row]));
      expect(all.flatMap((row) => staleKeys(row, byId))).toEqual([]);
    }
  });

  it('make a field that a later one decides on', () => {
    class TicketDto extends inOrder(TicketFields, TimestampsBlock) {}
    const contract = { ...collections[0], resource: TicketDto };
    const rows = new RowMaker(new Random(1), 6, rich).add(contract, 66);
    const keys = Object.keys(rows[0] ?? {});
    expect([rows.flatMap((row) => brokenRules(contract, row)), keys]).toEqual([[], [...fieldTable(TicketDto).keys()]]);
  });

  it('keep their own invariants (section 8)', () => {
    expect(wrongIn(['bookings', 'event_sessions', 'training_sessions'], wrongSlots)).toEqual([]);
    expect(wrongIn(['bookings'], wrongBooking)).toEqual([]);
    const hasItself = (row: Row): boolean => objectsAt(row, 'collaborators').map(idOf).includes(idOf(row['author']));
    expect(wrongIn(['projects'], (row) => (hasItself(row) ? ['the author collaborates'] : []))).toEqual([]);
  });

  it('have unique slugs, numbers, stock numbers and addresses', () => {
    for (const dataset of datasets) {
      const liveUsers = dataset.users.filter((user) => user['soft_deleted_at'] === null);
      const active = dataset.subscriptions.filter(({ state }) => state === 'active');
      const slugged = ['machines', 'places', 'trainings', 'events', 'plans', 'spaces', 'projects'] as const;
      const unique: readonly (readonly unknown[])[] = [
        liveUsers.map(({ email }) => textOf(email).toLowerCase()),
        dataset.members.map(({ number }) => number),
        ...[dataset.machine_units, dataset.place_units].map((units) => units.map(({ sku }) => sku)),
        dataset.project_licenses.map(({ code }) => code),
        dataset.categories.map(({ type, slug }) => `${textOf(type)} ${textOf(slug)}`),
        ...slugged.map((name) => dataset[name].map(({ slug }) => slug)),
        active.map(({ member }) => idOf(member)),
      ];
      expect(unique.map((values) => new Set(values).size)).toEqual(unique.map(({ length }) => length));
      const currents = dataset.members.flatMap((member) => idOf(member['current_subscription']) ?? []);
      expect(currents.sort()).toEqual(active.map(({ id }) => id).sort());
    }
  });

  it('have texts that code points order otherwise than UTF-16 units', () => {
    const names = rich.machines.map(({ name }) => textOf(name));
    expect([...names].sort(compareTexts)).not.toEqual([...names].sort());
  });
});

/** The rules between two fields that a row breaks, in words. */
const brokenRules = ({ resource }: { readonly resource: DtoClass }, row: Row): string[] =>
  [...fieldTable(resource).values()].flatMap((field) =>
    field.setWhen === undefined || keepsSetWhen(field, row)
      ? []
      : [`${field.name} ${setWhenText(field.setWhen)}: see src/dataset/special-rows.ts`],
  );

/** Every value of an enumeration, values and nulls of what may be null, ties in every sort, matches of every filter by id. */
function expectRich(rows: readonly Row[], contract: AnyCollectionContract): void {
  for (const { name: key, kind, values, nullable } of fieldTable(contract.resource).values()) {
    const met = new Set(rows.map((row) => JSON.stringify(row[key])));
    if (kind === 'enum') expect([key, met.size]).toEqual([key, values?.length]);
    if (nullable) expect([key, met.has('null'), met.size > 1]).toEqual([key, true, true]);
  }
  for (const sort of contract.sorts.filter((key) => !['sku', 'email'].includes(key)))
    expect([sort, new Set(rows.map((row) => row[sort])).size < rows.length]).toEqual([sort, true]);
  const ids = [...filterTable(contract.filters).values()].filter(({ kind }) => kind === 'uuid');
  expect(ids.filter(({ field }) => !rows.some((row) => valuesAt(row, field).length > 0))).toEqual([]);
}

/** The keys of summaries within a value that differ from their entity. */
function staleKeys(value: JsonValue, byId: ReadonlyMap<string, Row>): string[] {
  if (isList(value)) return value.flatMap((item) => staleKeys(item, byId));
  if (!isObject(value)) return [];
  const entity: JsonObject = byId.get(textOf(value['id'])) ?? {};
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key in entity && entity !== value && JSON.stringify(inner) !== JSON.stringify(entity[key]) ? [key] : []),
    ...staleKeys(inner, byId),
  ]);
}

function wrongSlots(row: Row, { spaces }: Dataset): string[] {
  const zone = zoneOf(spaces.find(({ id }) => id === idOf(row['space'])));
  const slots = objectsAt(row, 'slots');
  const [starts = [], ends = []] = ['start_time', 'end_time'].map((key) => slots.map((slot) => textOf(slot[key])));
  const isFramed = row['starts_at'] === starts[0] && row['ends_at'] === ends.at(-1);
  const inOrderAndLocal = slots.every(({ start_date, end_date }, index) => {
    const [start = '', end = ''] = [starts[index], ends[index]];
    const isLocal = start_date === localDate(timeOf(start), zone) && end_date === localDate(timeOf(end) - 1, zone);
    return isLocal && start >= (ends[index - 1] ?? '') && end > start;
  });
  return isFramed && inOrderAndLocal ? [] : ['slots'];
}

function wrongBooking(row: Row): string[] {
  const setOf = (...keys: readonly string[]): number => keys.filter((key) => row[key] !== null).length;
  const reserved = setOf('reserved_by_event_session', 'reserved_by_training_session');
  const seats = objectsAt(row, 'seats').length;
  return [
    ...(setOf('machine_unit', 'place_unit', 'event_session', 'training_session') === 1 ? [] : ['not of one thing']),
    ...(reserved <= 1 && (reserved === 0 || setOf('member', 'group') + seats === 0) ? [] : ['reserved']),
    ...(row['place_unit'] !== null || objectsAt(row, 'place_extras').length === 0 ? [] : ['extras']),
  ];
}
