import { describe, expect, it } from '@jest/globals';
import { loadBothSeeds, type Seed } from '../test/seed/default-seed.js';
import { enumerations, models } from '../test/seed/prisma-schema.js';

/** Tables that the service itself writes. */
const own = [
  ...['access_tokens', 'booking_days', 'catalogue_settings', 'revisions', 'idempotency_keys'],
  ...['mirrors', 'mirror_positions', 'mirror_rows'],
];

const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => !others.includes(name));

describe.each<readonly [string, Seed]>(loadBothSeeds())('the tables of the seed %s', (name, seed) => {
  const isForTests = name === 'with rare texts';
  const seeded = models.filter(({ table }) => seed.tables.includes(table));

  it('cover every model except those that the service itself writes', () => {
    const tables = without(
      models.map(({ table }) => table),
      own,
    );
    expect([
      ...without(tables, seed.tables).map(
        (table) => `The seed has no ${table}: add its table in prisma/seed and list it in seed-tables.ts.`,
      ),
      ...without(seed.tables, tables).map((table) => `The seed has ${table}, but prisma/schema has no such model.`),
    ]).toEqual([]);
  });

  it('use no values outside their enumerations, and every value in the seed for tests', () => {
    const faults = seeded.flatMap(({ table, columns }) =>
      columns.flatMap(({ name, type }) => {
        const known = enumerations.get(type);
        if (!known) return [];
        const seen = [...seed.by(table, name).keys()].filter((value) => value !== null).map(String);
        return [
          ...without(seen, known).map((value) => `The seed has '${value}' in ${table}.${name}, which ${type} lacks.`),
          ...(isForTests ? without(known, seen) : []).map(
            (value) => `No row of ${table} has the ${name} '${value}': use it in at least one.`,
          ),
        ];
      }),
    );
    expect(faults).toEqual([]);
  });
});
