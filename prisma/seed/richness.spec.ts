import { collections, fieldTable } from '@resource-catalogue/contracts';
import { describe, expect, it } from '@jest/globals';
import { grouped, loadSeed } from '../test/seed/default-seed.js';
import { models } from '../test/seed/prisma-schema.js';

const seed = loadSeed();
const seeded = models.filter(({ table }) => seed.tables.includes(table));

const unique = ['machine_units.sku', 'place_units.sku'];
/** Too few rows for a tie of eight. */
const short = ['spaces', 'project_licenses'];

const sorts = collections.flatMap(({ name, sorts: fields }) => fields.map((field: string) => [name, field] as const));

const ties = (table: string, column: string): number[] =>
  [...seed.by(table, column).values()].map((rows) => rows.length);

describe('PAGE-4: the rows of the default seed tie in every sort key', () => {
  const tied = sorts.filter(([table, field]) => !unique.includes(`${table}.${field}`));

  it.each(tied)('%s.%s in a few rows', (table, field) => {
    expect(ties(table, field).filter((count) => count >= 2).length).toBeGreaterThan(0);
  });

  // Ten thematics, and no eight of them alike.
  const long = tied.filter(
    ([table, field]) => !short.includes(table) && `${table}.${field}` !== 'project_thematics.name',
  );
  it.each(long)('%s.%s in more than seven rows', (table, field) => {
    expect(Math.max(...ties(table, field))).toBeGreaterThan(7);
  });

  it.each(sorts)('%s.%s in more than one value', (table, field) => {
    expect(ties(table, field).length).toBeGreaterThan(1);
  });

  it.each(short)('%s in at least three rows', (table) => {
    expect(Math.max(...ties(table, 'created_at'))).toBeGreaterThanOrEqual(3);
  });
});

describe('SHAPE-2: every key that may be null', () => {
  const nullable = seeded.flatMap(({ table, columns }) =>
    columns.filter((column) => column.nullable).map(({ name }) => [table, name] as const),
  );

  it.each(nullable)('%s.%s is null in some rows and set in others', (table, column) => {
    const values = seed.by(table, column);
    expect(values.has(null)).toBe(true);
    expect(values.size).toBeGreaterThan(1);
  });

  it.each([
    ['members', 'address', ['street', 'postal_code', 'city', 'country_code']],
    ['spaces', 'address', ['street', 'postal_code', 'city', 'region', 'country_code']],
  ])('%s.%s has parts that are null and parts that are set', (table, column, parts) => {
    const addresses = seed.rows(table).flatMap((row) => {
      const text = row.optional(column);
      return text === null ? [] : [JSON.parse(text) as Record<string, string | null>];
    });
    for (const address of addresses) expect(Object.keys(address)).toEqual(parts);
    for (const part of parts) {
      expect(addresses.some((address) => address[part] === null)).toBe(true);
      expect(addresses.some((address) => address[part] !== null)).toBe(true);
    }
  });
});

describe('every set', () => {
  const joins = seeded.filter(
    ({ columns }) =>
      !columns.some(({ name }) => name === 'id') &&
      columns.length >= 2 &&
      columns.filter(({ refersTo }) => refersTo).length === 2,
  );
  const parts = [
    ['prices', 'training_id', 'trainings'],
    ['prices', 'event_id', 'events'],
    ['machine_booking_duration_types', 'machine_id', 'machines'],
    ['place_booking_duration_types', 'place_id', 'places'],
    ['place_extras', 'place_id', 'places'],
    ['booking_seats', 'booking_id', 'bookings'],
  ] as const;
  const sets = [
    ...joins.map(({ table, columns }) => [table, columns[0]?.name ?? '', columns[0]?.refersTo ?? ''] as const),
    ...parts,
  ];

  it.each(sets)('%s is empty for some and has three and more for others', (table, column, owners) => {
    const sizes = new Map([...seed.by(table, column)].map(([id, rows]) => [id, rows.length]));
    expect(seed.rows(owners).some((row) => !sizes.has(row.id))).toBe(true);
    expect(Math.max(...[...sizes].filter(([id]) => id !== null).map(([, size]) => size))).toBeGreaterThanOrEqual(3);
  });

  const arrays = [
    ['spaces', 'opening_hours'],
    ['spaces', 'accessibility'],
    ['places', 'accessibility'],
    ['trainings', 'accessibility'],
    ['events', 'accessibility'],
    ['machines', 'machine_quotas'],
    ['machines', 'machine_booking_minimum_durations'],
    ['places', 'place_quotas'],
    ['places', 'place_booking_minimum_durations'],
    ['projects', 'tags'],
    ['projects', 'steps'],
  ] as const;

  it.each(arrays)('%s.%s is empty in some rows and has three and more items in others', (table, column) => {
    const lengths = seed.rows(table).map((row) => row.items(column).length);
    expect(Math.min(...lengths)).toBe(0);
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(3);
  });

  it.each(['bookings', 'training_sessions'])('%s have one slot or many', (table) => {
    const lengths = seed.rows(table).map((row) => row.items('slots').length);
    expect(Math.min(...lengths)).toBe(1);
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(table === 'bookings' ? 8 : 4);
  });
});

describe('the enumerations inside arrays', () => {
  it.each([
    ['machines', 'machine_quotas', 'unit'],
    ['machines', 'machine_booking_minimum_durations', 'unit'],
    ['places', 'place_quotas', 'unit'],
    ['places', 'place_booking_minimum_durations', 'unit'],
  ] as const)('%s.%s have every %s', (table, column, key) => {
    const dto = collections.find(({ name }) => name === table)?.resource;
    const item = dto && fieldTable(dto).get(column)?.dto?.();
    const values = item && fieldTable(item).get(key)?.values;
    const seen = seed
      .rows(table)
      .flatMap((row) => row.items<Record<string, string>>(column).map((entry) => entry[key]));
    expect([...new Set(seen)].sort()).toEqual([...(values ?? [])].sort());
  });
});

describe('SORT-1: texts whose order depends on how one compares', () => {
  const names = [
    'machines',
    'places',
    'trainings',
    'events',
    'plans',
    'projects',
    'categories',
    'project_thematics',
  ].map((table) => [table, 'name'] as const);
  const texts = [
    ...names,
    ['members', 'last_name'],
    ['users', 'last_name'],
    ['machine_units', 'sku'],
    ['place_units', 'sku'],
  ] as const;

  it.each(texts)('%s.%s has a small letter, a capital one and one with a mark', (table, column) => {
    const all = seed.rows(table).map((row) => row.text(column));
    expect(all.some((text) => /^[a-z]/.test(text))).toBe(true);
    expect(all.some((text) => /^[B-Z]/.test(text))).toBe(true);
    expect(all.some((text) => /^[à-ÿÀ-ß]/.test(text))).toBe(true);
  });

  it.each(texts)('%s.%s is in another order by UTF-16 than by code point', (table, column) => {
    const all = seed.rows(table).map((row) => row.text(column));
    const byCodePoint = [...all].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    expect([...all].sort()).not.toEqual(byCodePoint);
  });
});

describe('texts at the edges', () => {
  it.each([
    ['Greek', /\p{Script=Greek}/u],
    ['Cyrillic', /\p{Script=Cyrillic}/u],
    ['Arabic', /\p{Script=Arabic}/u],
    ['Hebrew', /\p{Script=Hebrew}/u],
    ['Devanagari', /\p{Script=Devanagari}/u],
    ['Thai', /\p{Script=Thai}/u],
    ['Han', /\p{Script=Han}/u],
    ['Japanese syllables', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
    ['Hangul', /\p{Script=Hangul}/u],
    ['emoji joined by zero-width joiners', /\p{Extended_Pictographic}\u200d\p{Extended_Pictographic}/u],
    ['a quote', /"/],
    ['a backslash', /\\/],
    ['angle brackets', /<.+>/],
    ['a per cent sign', /%/],
    ['a comma', /,/],
  ])('are in the names of members and projects: %s', (_, pattern) => {
    const people = seed.rows('members').flatMap((row) => [row.text('first_name'), row.text('last_name')]);
    const projects = seed
      .rows('projects')
      .flatMap((row) => [row.text('name'), row.optional('summary') ?? '', row.text('tags')]);
    expect(people.some((text) => pattern.test(text))).toBe(true);
    expect(projects.some((text) => pattern.test(text))).toBe(true);
  });

  it('FILT-2: has values with commas and spaces where lists of values are asked for', () => {
    for (const [table, column] of [
      ['machine_units', 'sku'],
      ['place_units', 'sku'],
      ['members', 'number'],
    ] as const) {
      const all = seed.rows(table).map((row) => row.text(column));
      expect(all.some((text) => text.includes(','))).toBe(true);
      expect(all.some((text) => text.includes(' '))).toBe(true);
    }
    expect(seed.rows('members').some((row) => row.optional('email')?.includes(','))).toBe(true);
    expect(seed.rows('project_licenses').some((row) => row.text('code').includes(','))).toBe(true);
  });

  it('section 9: has a project whose every text is as long as texts can be', () => {
    const longest = seed.rows('projects').filter((row) => row.text('name').length === 200);
    expect(
      longest.map((row) => [
        row.text('summary').length,
        row.text('description').length,
        row.items('tags').length,
        row.items('steps').length,
      ]),
    ).toContainEqual([500, 100_000, 20, 100]);
  });

  it.each([
    ['machines', 'name'],
    ['members', 'first_name'],
    ['members', 'last_name'],
    ['members', 'number'],
    ['machine_units', 'sku'],
  ])('%s.%s is 200 characters long somewhere', (table, column) => {
    expect(Math.max(...seed.rows(table).map((row) => [...row.text(column)].length))).toBe(200);
  });
});

describe('bookings', () => {
  it('peak on weekday evenings and at the weekend at noon', () => {
    const starts = seed
      .rows('bookings')
      .map((row) => row.items<{ start_date: string; start_time: string }>('slots')[0]);
    const weekdays = grouped(starts, (slot) => new Date(slot?.start_date ?? '').getUTCDay());
    const count = (weekday: number) => weekdays.get(weekday)?.length ?? 0;
    expect(count(6)).toBeGreaterThan(count(1));
    expect(count(0)).toBeLessThan(count(2) / 1.5);
  });

  it('are in all states on units and on sessions, before the instant and after it', () => {
    const kinds = grouped(
      seed.rows('bookings'),
      (row) =>
        `${String(row.value('machine_unit_id') !== null || row.value('place_unit_id') !== null)} ${row.text('state')}`,
    );
    expect(kinds.size).toBe(10);
  });
});
