import { collections, fieldTable } from '@resource-catalogue/contracts';
import { describe, expect, it } from '@jest/globals';
import { loadSeed, options } from '../test/seed/default-seed.js';
import { models } from '../test/seed/prisma-schema.js';

describe('the rich seed', () => {
  const seed = loadSeed(options);
  const seeded = models.filter(({ table }) => seed.tables.includes(table));
  const columnsOf = seeded.flatMap(({ table, columns }) => columns.map((column) => ({ table, ...column })));
  const texts = (table: string, column: string) => seed.rows(table).flatMap((row) => row.optional(column) ?? []);
  const lengths = (table: string, column: string) => seed.rows(table).map((row) => row.items(column).length);

  /** Tables with too few rows for a tie of eight. */
  const isShort = (table: string) => seed.rows(table).length < 16;
  const isUnique = (table: string, field: string) =>
    collections.some(({ name, unique }) => name === table && unique.some((keys) => keys.some((key) => key === field)));

  describe('PAGE-4, SORT-1: sort keys', () => {
    const sorts = collections.flatMap(({ name, sorts: fields }) =>
      fields.map((field: string) => [name, field] as const),
    );
    const faults = (fault: (table: string, field: string, values: number, max: number) => string | false) =>
      sorts.flatMap(([table, field]) => {
        const ties = [...seed.by(table, field).values()].map((rows) => rows.length);
        return fault(table, field, ties.length, Math.max(...ties)) || [];
      });

    it('have at least two values', () => {
      const lacking = faults(
        (table, field, values) =>
          values < 2 && `All rows of ${table} have the same ${field}: vary it, so that tests can detect a wrong order.`,
      );
      expect(lacking).toEqual([]);
    });

    it('have ties that fill a page, if the table has enough rows', () => {
      const lacking = faults((table, field, _, max) => {
        const min = !isShort(table) ? 8 : field === 'created_at' ? 3 : 2;
        return (
          !isUnique(table, field) &&
          max < min &&
          `At most ${max} rows of ${table} have the same ${field}: use one value in at least ${min}.`
        );
      });
      expect(lacking).toEqual([]);
    });
  });

  describe('SHAPE-2: fields that may be empty', () => {
    it('nullable columns are null in some rows and set in others', () => {
      const lacking = columnsOf.flatMap(({ table, name, nullable }) => {
        const values = nullable ? seed.by(table, name) : null;
        if (values?.has(null) === false)
          return [`${table}.${name} is never null: leave it out in some rows of its seed.`];
        return values?.size === 1 ? [`${table}.${name} is null in every row: set it in some rows of its seed.`] : [];
      });
      expect(lacking).toEqual([]);
    });

    it.each([
      ['members', ['street', 'postal_code', 'city', 'country_code']],
      ['spaces', ['street', 'postal_code', 'city', 'region', 'country_code']],
    ])('addresses of %s have the parts %j, each null in some rows and set in others', (table, parts) => {
      const all = texts(table, 'address').map((text) => JSON.parse(text) as Record<string, string | null>);
      for (const address of all) expect(Object.keys(address)).toEqual(parts);
      for (const part of parts) {
        expect(new Set(all.map((address) => address[part] === null)).size).toBe(2);
      }
    });

    it('sets are empty in some rows and have three or more items in others', () => {
      const joins = seeded
        .filter(
          ({ columns }) =>
            columns.every(({ name }) => name !== 'id') && columns.filter(({ refersTo }) => refersTo).length === 2,
        )
        .map(({ table, columns: [owner] }) => [table, owner?.name ?? '', owner?.refersTo ?? ''] as const);
      const sets = [
        ...joins,
        ['prices', 'training_id', 'trainings'],
        ['prices', 'event_id', 'events'],
        ['machine_booking_duration_types', 'machine_id', 'machines'],
        ['place_booking_duration_types', 'place_id', 'places'],
        ['place_extras', 'place_id', 'places'],
        ['booking_seats', 'booking_id', 'bookings'],
      ] as const;
      const lacking = sets.flatMap(([table, column, owners]) => {
        const sizes = seed.rows(owners).map(({ id }) => seed.by(table, column).get(id)?.length ?? 0);
        const [min, max] = [Math.min(...sizes), Math.max(...sizes)];
        if (min > 0) return [`Every row of ${owners} has rows in ${table} (${column}): give some of them none.`];
        return max < 3
          ? [`No row of ${owners} has more than ${max} rows in ${table} (${column}): give some of them at least 3.`]
          : [];
      });
      expect(lacking).toEqual([]);
    });

    it.each([
      ['spaces', 'opening_hours', 0, 3],
      ['spaces', 'opening_exceptions', 0, 3],
      ['spaces', 'accessibility', 0, 3],
      ['places', 'accessibility', 0, 3],
      ['trainings', 'accessibility', 0, 3],
      ['events', 'accessibility', 0, 3],
      ['machines', 'machine_quotas', 0, 3],
      ['machines', 'machine_booking_minimum_durations', 0, 3],
      ['places', 'place_quotas', 0, 3],
      ['places', 'place_booking_minimum_durations', 0, 3],
      ['projects', 'tags', 0, 3],
      ['projects', 'steps', 0, 3],
      ['bookings', 'slots', 1, 8],
      ['training_sessions', 'slots', 1, 4],
    ])('%s.%s has %d items in some rows and %d or more in others', (table, column, min, max) => {
      expect(Math.min(...lengths(table, column))).toBe(min);
      expect(Math.max(...lengths(table, column))).toBeGreaterThanOrEqual(max);
    });
  });

  describe('edge cases', () => {
    it.each([
      ['machines', 'machine_quotas'],
      ['machines', 'machine_booking_minimum_durations'],
      ['places', 'place_quotas'],
      ['places', 'place_booking_minimum_durations'],
    ])('the items of %s.%s use every value of their unit', (table, column) => {
      const dto = collections.find(({ name }) => name === table)?.resource;
      const item = dto && fieldTable(dto).get(column)?.dto?.();
      const units = item && fieldTable(item).get('unit')?.values;
      const seen = seed.rows(table).flatMap((row) => row.items<{ unit: string }>(column).map(({ unit }) => unit));
      expect([...new Set(seen)].sort()).toEqual([...(units ?? [])].sort());
    });

    it('a space has a grandchild, a session is full, and a session has no bookings', () => {
      const parents = new Map(seed.rows('spaces').map((row) => [row.id, row.optional('parent_id')]));
      expect([...parents.values()].some((id) => id !== null && parents.get(id) !== null)).toBe(true);
      const free = seed.rows('training_sessions').map((session) => {
        const bookings = seed.by('bookings', 'training_session_id').get(session.id) ?? [];
        const holding = bookings.filter((row) => !['canceled', 'rejected'].includes(row.text('state')));
        const seats = holding.flatMap(({ id }) => seed.by('booking_seats', 'booking_id').get(id) ?? []);
        return [seats.length, session.number('seats_total') - seats.length] as const;
      });
      expect(free.some(([taken, left]) => taken > 0 && left === 0)).toBe(true);
      expect(free.some(([taken]) => taken === 0)).toBe(true);
    });

    it('bookings of units and of sessions have all five states', () => {
      const kinds = seed.rows('bookings').map((row) => {
        const isOfUnit = row.isSet('machine_unit_id') || row.isSet('place_unit_id');
        return `${isOfUnit} ${row.text('state')}`;
      });
      expect(new Set(kinds).size).toBe(10);
    });
  });
});
