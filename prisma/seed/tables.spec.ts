import { describe, expect, it } from '@jest/globals';
import { at, loadSeed, type Seed, type SeedRow } from '../test/seed/default-seed.js';
import { enumerations, models } from '../test/seed/prisma-schema.js';

const seed = loadSeed();
const seeded = models.filter(({ table }) => seed.tables.includes(table));

const rowsWith = (column: string) =>
  seeded
    .filter(({ columns }) => columns.some(({ name }) => name === column))
    .flatMap(({ table }) => [...seed.rows(table)]);

/** All values in columns of a type but null. */
const valuesOf = (wanted: string): string[] =>
  seeded.flatMap(({ table, columns }) =>
    columns
      .filter(({ type }) => type === wanted)
      .flatMap(({ name }) => seed.rows(table).flatMap((row) => row.optional(name) ?? [])),
  );

const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => !others.includes(name));

const violations = (rows: readonly SeedRow[], isGood: (row: SeedRow) => boolean) =>
  rows.filter((row) => !isGood(row)).map((row) => `${row.table}: ${JSON.stringify([...row.values])}`);

describe('every table of the seed', () => {
  it('stands for each model but what the service itself writes', () => {
    const own = [
      'access_tokens',
      'booking_days',
      'catalogue_settings',
      'revisions',
      'idempotency_keys',
      'mirrors',
      'mirror_positions',
      'mirror_rows',
    ];
    const tables = models.map(({ table }) => table).filter((table) => !own.includes(table));
    expect([
      ...without(tables, seed.tables).map(
        (table) => `The seed has no ${table}: write its table in prisma/seed, and list it in seed-tables.ts.`,
      ),
      ...without(seed.tables, tables).map((table) => `The seed has ${table}, which no model in prisma/schema is.`),
    ]).toEqual([]);
  });

  it.each(seeded.map((model) => [model.table, model] as const))(
    '%s has the columns of its model',
    (table, { columns }) => {
      const [first] = seed.rows(table);
      const seen = [...(first?.values.keys() ?? [])];
      const known = columns.map(({ name }) => name);
      expect([
        ...without(known, seen).map((name) => `The rows of ${table} in prisma/seed lack ${name}.`),
        ...without(seen, known).map(
          (name) => `The rows of ${table} in prisma/seed have ${name}, which its model lacks.`,
        ),
      ]).toEqual([]);
    },
  );

  it('comes after those that it refers to', () => {
    const position = (table: string) => seed.tables.indexOf(table);
    const early = seeded.flatMap(({ table, columns }) =>
      columns
        .filter(({ refersTo }) => refersTo !== null && refersTo !== table && position(refersTo) > position(table))
        .map(({ name }) => `${table}.${name}`),
    );
    expect(early).toEqual([]);
  });

  it('refers only to rows that are there', () => {
    const dangling = seeded.flatMap(({ table, columns }) =>
      columns.flatMap(({ name, refersTo }) => (refersTo === null ? [] : lost(seed, table, name, refersTo))),
    );
    expect(dangling).toEqual([]);
  });

  const unique = seeded.flatMap(({ table, columns }) =>
    columns.filter((column) => column.unique && !column.nullable).map(({ name }) => [table, name] as const),
  );

  it.each(unique)('section 8: %s has no %s twice', (table, column) => {
    expect(seed.by(table, column).size).toBe(seed.rows(table).length);
  });
});

describe('every row of the seed', () => {
  it('SHAPE-3: has an id of version 7, lower-case and its own, that tells when it was made', () => {
    const rows = rowsWith('id');
    expect(
      violations(rows, (row) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(row.id)),
    ).toEqual([]);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    const made = rows.filter((row) => row.values.has('created_at'));
    expect(
      violations(made, (row) => parseInt(row.id.replace('-', '').slice(0, 12), 16) === row.time('created_at')),
    ).toEqual([]);
  });

  it('SHAPE-1: shows every time with three fraction digits and Z', () => {
    expect(valuesOf('DateTime').filter((time) => new Date(time).toISOString() !== time)).toEqual([]);
  });

  it('SHAPE-1: shows days of the calendar as dates that there are', () => {
    const dates = valuesOf('Date');
    expect(dates.length).toBeGreaterThan(0);
    expect(dates.filter((date) => new Date(date).toISOString().slice(0, 10) !== date)).toEqual([]);
  });

  it('SHAPE-7: was changed no earlier than it was made, and nothing happened after the instant of the seed', () => {
    expect(
      violations(
        rowsWith('updated_at'),
        (row) => row.text('created_at') <= row.text('updated_at') && row.text('updated_at') <= at,
      ),
    ).toEqual([]);
  });

  it.each(['published_at', 'soft_deleted_at', 'canceled_at', 'paused_at', 'state_changed_at', 'last_sign_in_at'])(
    'SHAPE-7: has its last change no earlier than its %s, which is no earlier than its making',
    (column) => {
      const rows = rowsWith(column).filter((row) => row.values.has('updated_at') && row.value(column) !== null);
      expect(
        violations(
          rows,
          (row) => row.text('created_at') <= row.text(column) && row.text(column) <= row.text('updated_at'),
        ),
      ).toEqual([]);
    },
  );

  it('section 8, Publication: a draft has no time of publication, a published one has', () => {
    const rows = rowsWith('publication_state');
    expect(
      violations(rows, (row) => row.value('publication_state') !== 'draft' || row.value('published_at') === null),
    ).toEqual([]);
    expect(
      violations(rows, (row) => row.value('publication_state') !== 'published' || row.value('published_at') !== null),
    ).toEqual([]);
  });

  it('section 8, Page: has a slug of words and hyphens, and a name', () => {
    expect(
      violations(
        rowsWith('slug'),
        (row) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(row.text('slug')) && row.text('slug').length <= 100,
      ),
    ).toEqual([]);
    expect(
      violations(rowsWith('slug'), (row) => [...row.text('name')].length >= 1 && [...row.text('name')].length <= 200),
    ).toEqual([]);
  });

  it('SHAPE-6: has a picture in three widths at absolute addresses', () => {
    const rows = rowsWith('image').filter((row) => row.value('image') !== null);
    expect(
      violations(rows, (row) =>
        /^\{"sm":"https:\/\/[^"]+","md":"https:\/\/[^"]+","lg":"https:\/\/[^"]+"\}$/.test(row.text('image')),
      ),
    ).toEqual([]);
  });

  it('section 8, Buying: sets exactly the key that its kind of button names', () => {
    const keys = ['email', 'url', 'text'];
    const isGood = (row: SeedRow) =>
      keys.every((key) => (row.value('buying_cta_kind') === key) === (row.value(`buying_cta_${key}`) !== null));
    expect(violations(rowsWith('buying_cta_kind'), isGood)).toEqual([]);
  });

  it('SHAPE-6: shows no markup that a page must not have', () => {
    const html = ['description_rendered', 'specifications_rendered', 'prerequisites_rendered'].flatMap((column) =>
      rowsWith(column).map((row) => row.optional(column) ?? ''),
    );
    expect(html.filter((text) => /<(script|style|iframe)|javascript:| on\w+=/i.test(text))).toEqual([]);
    expect(html.filter((text) => text !== '' && !/^<.*>\n$/s.test(text))).toEqual([]);
  });

  it('holds no character that PostgreSQL or JSON refuses', () => {
    const texts = seed.tables.flatMap((table) => seed.rows(table).flatMap((row) => [...row.values.values()]));
    expect(texts.filter((text) => typeof text === 'string' && /[\0\p{Cs}]/u.test(text))).toEqual([]);
  });
});

describe('the enumerations of the seed', () => {
  const enums = seeded.flatMap(({ table, columns }) =>
    columns.filter(({ type }) => enumerations.has(type)).map(({ name, type }) => [table, name, type] as const),
  );

  it.each(enums)('%s.%s has every value of %s', (table, column, type) => {
    const seen = [...seed.by(table, column).keys()].filter((value) => value !== null).map(String);
    const known = enumerations.get(type) ?? [];
    expect([
      ...without(seen, known).map((value) => `The seed has '${value}' in ${table}.${column}, which ${type} lacks.`),
      ...without(known, seen).map((value) => `No row of ${table} has the ${column} '${value}': give it to one.`),
    ]).toEqual([]);
  });
});

function lost(from: Seed, table: string, column: string, refersTo: string): string[] {
  const known = from.by(refersTo, 'id');
  return [...from.by(table, column).keys()]
    .filter((id) => id !== null && !known.has(id))
    .map((id) => `${table}.${column} ${String(id)}`);
}
