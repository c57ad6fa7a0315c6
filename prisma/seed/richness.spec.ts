import { collections, fieldTable } from '@resource-catalogue/contracts';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { grouped, loadSeed } from '../test/seed/default-seed.js';
import { models } from '../test/seed/prisma-schema.js';

const seed = loadSeed();
const seeded = models.filter(({ table }) => seed.tables.includes(table));

const unique = seeded.flatMap(({ table, columns }) =>
  columns.filter((column) => column.unique).map(({ name }) => `${table}.${name}`),
);
/** Tables with too few rows for a tie of eight. */
const short = seeded.map(({ table }) => table).filter((table) => seed.rows(table).length < 16);

const sorts = collections.flatMap(({ name, sorts: fields }) => fields.map((field: string) => [name, field] as const));

const ties = (table: string, column: string): number[] =>
  [...seed.by(table, column).values()].map((rows) => rows.length);

/** Fails with a sentence that says what the demo data lack, and what for. */
function need(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}

describe('PAGE-4: the rows of the default seed tie in every sort key', () => {
  const tied = sorts.filter(([table, field]) => !unique.includes(`${table}.${field}`));

  it.each(tied)('%s.%s in a few rows', (table, field) => {
    const tie = ties(table, field).some((count) => count >= 2);
    need(tie, `No two rows of ${table} have the same ${field}: repeat a value in its seed, so that pages meet ties.`);
  });

  const long = tied.filter(([table]) => !short.includes(table));
  it.each(long)('%s.%s in more than seven rows', (table, field) => {
    const most = Math.max(...ties(table, field));
    need(
      most > 7,
      `At most ${most} rows of ${table} have the same ${field}: let more than 7, so that ties fill pages.`,
    );
  });

  it.each(sorts)('%s.%s in more than one value', (table, field) => {
    need(ties(table, field).length > 1, `All rows of ${table} have the same ${field}: vary it, so that order shows.`);
  });

  const shortLists = collections.map(({ name }) => name).filter((name) => short.includes(name));
  it.each(shortLists)('%s.created_at in at least three rows', (table) => {
    const most = Math.max(...ties(table, 'created_at'));
    need(most >= 3, `At most ${most} rows of ${table} were created at the same time: let at least 3.`);
  });
});

describe('SHAPE-2: every key that may be null', () => {
  const nullable = seeded.flatMap(({ table, columns }) =>
    columns.filter((column) => column.nullable).map(({ name }) => [table, name] as const),
  );

  it.each(nullable)('%s.%s is null in some rows and set in others', (table, column) => {
    const values = seed.by(table, column);
    need(values.has(null), `${table}.${column} is null in no row: leave it out somewhere in its seed.`);
    need(values.size > 1, `${table}.${column} is null in every row: set it somewhere in its seed.`);
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
    const most = Math.max(...[...sizes].filter(([id]) => id !== null).map(([, size]) => size));
    const empty = seed.rows(owners).some((row) => !sizes.has(row.id));
    need(empty, `Every row of ${owners} has rows in ${table} (${column}): leave some without.`);
    need(most >= 3, `No row of ${owners} has more than ${most} rows in ${table} (${column}): give some at least 3.`);
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
    const most = Math.max(...lengths);
    need(Math.min(...lengths) === 0, `${table}.${column} is empty in no row: leave it empty in some.`);
    need(most >= 3, `${table}.${column} has at most ${most} items: give some rows at least 3.`);
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
    expect(seed.rows('project_licenses').some((row) => row.text('code').includes(','))).toBe(true);
  });

  it.each(['users', 'members'])('%s have email addresses that a validator of `format: email` takes', (table) => {
    const isEmail = formats.default(new Ajv()).compile({ type: 'string', format: 'email' });
    expect(
      seed
        .rows(table)
        .flatMap((row) => row.optional('email') ?? [])
        .filter((email) => !isEmail(email)),
    ).toEqual([]);
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
