import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { encodeCursor, linkQuery, parseListQuery, type Position } from '../src/index.js';
import { drills, lathes } from './example-specs.js';
import { errorsOf, queryOf } from './list-query-results.js';
import { choices, meanings } from './query-arbitraries.js';
import { writeQuery } from './write-query.js';

const instants = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const keys: Record<string, fc.Arbitrary<string>> = {
  created_at: instants.map((date) => date.toISOString()),
  name: fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0')),
  position: fc.integer().map(String),
  id: fc.uuid(),
};

const positions = fc
  .constantFrom(...Object.keys(keys))
  .chain((field) => fc.record({ field: fc.constant(field), key: keys[field] ?? fc.constant(''), id: fc.uuid() }));

function cursorOf({ field, key, id }: Position & { field: string }): string {
  return encodeCursor(queryOf(`sort=${field}`), { key, id });
}

/** The cursors that are not rejected as invalid. */
function acceptedCursors(field: string, cursors: readonly string[]): string[] {
  return cursors.filter((cursor) => {
    const result = parseListQuery(`sort=${field}&cursor=${cursor}`, lathes);
    return result.ok || result.errors.map(({ code }) => code).join() !== 'invalid_cursor';
  });
}

describe('cursors', () => {
  it('PAGE-1: return their position with any filters on other fields, in any notation', () => {
    fc.assert(
      fc.property(meanings, choices, choices, positions, (meaning, one, other, { field, key, id }) => {
        const filters = meaning.filters.filter((filter) => filter.field !== field);
        const sorted = { ...meaning, filters, sort: { ...meaning.sort, field } };
        const cursor = encodeCursor(queryOf(writeQuery(sorted, one)), { key, id });
        const next = linkQuery(queryOf(writeQuery(sorted, other)), cursor);
        expect(next).toMatch(/cursor=[A-Za-z0-9_-]+$/);
        expect(queryOf(next).after).toEqual({ key, id });
      }),
    );
  });

  it('PAGE-3: are rejected after any change of any single character, for one cursor of each kind', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const position of fc.sample(positions, { numRuns: 4, seed: 1 })) {
      const cursor = cursorOf(position);
      const changed = Array.from(cursor, (_, at) =>
        Array.from(alphabet, (character) => cursor.slice(0, at) + character + cursor.slice(at + 1)),
      ).flat();
      expect(acceptedCursors(position.field, changed)).toEqual(Array.from(cursor, () => cursor));
    }
  });

  it('PAGE-3: are rejected if shortened or lengthened at either end', () => {
    fc.assert(
      fc.property(positions, fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/), (position, more) => {
        const cursor = cursorOf(position);
        const lengths = Array.from(cursor, (_, length) => length);
        const damaged = [...lengths.map((n) => cursor.slice(0, n)), ...lengths.slice(1).map((n) => cursor.slice(n))];
        const lengthened = [cursor + more, more + cursor, cursor + cursor];
        expect(acceptedCursors(position.field, [...damaged, ...lengthened])).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('PAGE-3: are rejected with another collection, sort or set of filters', () => {
    fc.assert(
      fc.property(positions, meanings, (position, meaning) => {
        const cursor = cursorOf(position);
        const ascending = `sort=${position.field}`;
        expect(queryOf(`${ascending}&cursor=${cursor}`, lathes).after).toEqual({ key: position.key, id: position.id });
        expect(errorsOf(`${ascending}&cursor=${cursor}`, drills)).toEqual(['cursor invalid_cursor']);
        expect(errorsOf(`sort=-${position.field}&cursor=${cursor}`)).toEqual(['cursor invalid_cursor']);
        fc.pre(meaning.filters.length > 0);
        const filtered = writeQuery({ ...meaning, sort: { field: position.field, descending: false } }, [1]);
        expect(errorsOf(`${filtered}&cursor=${cursor}`)).toEqual(['cursor invalid_cursor']);
      }),
    );
  });
});
