import { describe, expect, it } from '@jest/globals';
import { measureGrowth, steepest } from '@resource-catalogue/testing/work';
import { encodeCursor, parseListQuery, unexpectedParameters } from '../src/index.js';
import { lathes, uuidA } from './example-specs.js';
import { queryOf } from './list-query-results.js';

/** More than the 16 KiB of a request line, to make the cost measurable. */
const length = 128 * 1024;

/** Generates an expensive query of a given length. */
type Hostile = (length: number) => string;

/** Repeats a whole unit as often as it fits, since a truncated escape would be another query. */
const fill =
  (unit: string, before = ''): Hostile =>
  (length) =>
    before + unit.repeat((length - before.length) / unit.length);
const numbered =
  (make: (number: number) => string, before = ''): Hostile =>
  (length) =>
    (before + Array.from({ length: length / 4 }, (_, n) => make(n)).join('')).slice(0, length);

const longCursor: Hostile = (length) => {
  const cursor = encodeCursor(queryOf('sort=name'), { key: 'k'.repeat(0.7 * length), id: uuidA });
  return `sort=name&cursor=${cursor}`;
};

const hostile: Record<string, Hostile> = {
  'empty pairs': fill('&'),
  'nameless pairs': fill('=&'),
  'broken escapes': fill('%&'),
  'distinct broken escapes': numbered((n) => `${n}%&`),
  'one broken value': fill('%C3', 'filters[sku][in]='),
  'one long value': fill('%41', 'filters[sku][in][]='),
  'unknown parameters': numbered((n) => `p${n}&`),
  'unknown fields': numbered((n) => `filters[f${n}][in]=a&`),
  'open brackets': fill('[', 'filters'),
  'bracket pairs': fill('[]', 'filters'),
  'a field without an end': fill('a', 'filters['),
  commas: fill(',', 'filters[sku][in]='),
  'distinct bad values': numbered((n) => `${n},`, 'filters[state][in]='),
  'distinct good values': numbered((n) => `${n},`, 'filters[sku][in]='),
  'the same value': fill('filters[sku][in]=a&'),
  'one set in many pairs': numbered((n) => `filters[state][in][]=${n}&`),
  duplicates: numbered((n) => `limit=${n}x&`),
  'digits of a limit': fill('9', 'limit='),
  'zeros of a limit': fill('0', 'limit='),
  'a fraction': fill('9', 'filters[created_at][lt]=2026-03-01T09:00:00.'),
  'a date': fill('2026-03-01T', 'filters[created_at][lt]='),
  'minus signs': fill('-', 'sort='),
  'a cursor of one letter': fill('A', 'cursor='),
  'many cursors': numbered((n) => `cursor=${n}&`),
  'a whole, long cursor': longCursor,
  'characters beyond bytes': fill('€='),
  'characters to encode in a link': fill('"', 'filters[sku][in]='),
};

describe('a long query (RATE-3)', () => {
  it.each(Object.entries(hostile))('takes time linear in its length: %s', async (_, queryOfLength) => {
    const read = (query: string) => [parseListQuery(query, lathes), unexpectedParameters(query)];
    expect(await measureGrowth(queryOfLength, length, read)).toBeLessThan(steepest);
  });
});
