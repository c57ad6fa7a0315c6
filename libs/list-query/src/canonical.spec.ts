import { describe, expect, it } from '@jest/globals';
import { uuidA, uuidB, drills, lathes } from '../test/example-specs.js';
import { queryOf } from '../test/list-query-results.js';

const fingerprint = (query: string, spec = lathes) => queryOf(query, spec).fingerprint;

describe('fingerprint', () => {
  it.each([
    ['', 'sort=-created_at'],
    ['sort=name', 'limit=7&sort=name'],
    ['filters[sku][in]=a,b', 'filters[sku][in][]=b&filters[sku][in][]=a&filters[sku][in]=a'],
    [`filters[id][in]=${uuidA},${uuidB}`, `filters[id][in]=${uuidB.toUpperCase()},${uuidA}`],
    ['filters[created_at][lt]=2026-03-01', 'filters[created_at][lt]=2026-03-01T01:00:00.0009%2B01:00'],
    ['filters[sku][in]=a&filters[state][in]=broken', 'filters[state][in]=broken&filters[sku][in]=a'],
  ])('PAGE-3: is the same for ?%s and ?%s', (one, other) => {
    expect(fingerprint(one)).toBe(fingerprint(other));
  });

  it('PAGE-3: differs for every other meaning', () => {
    const meanings = [
      '',
      'sort=created_at',
      'sort=-name',
      'sort=name',
      'filters[sku][in]=a',
      'filters[sku][in]=b',
      'filters[sku][in]=a,b',
      'filters[sku][in][]=a,b',
      'filters[sku][not_in]=a',
      'filters[created_at][lt]=2026-03-01',
      'filters[created_at][lte]=2026-03-01',
      'filters[created_at][lt]=2026-03-01T00:00:00.001Z',
      'filters[soft_deleted][eq]=true',
      'filters[soft_deleted][eq]=false',
    ];
    const fingerprints = [lathes, drills].flatMap((spec) => meanings.map((meaning) => fingerprint(meaning, spec)));
    // The default of drills is `name`, which the list holds a second time.
    expect(new Set(fingerprints).size).toBe(2 * meanings.length - 1);
    for (const text of fingerprints) expect(text).toMatch(/^[0-9a-f]{16}$/);
  });

  it('PAGE-3: keeps its form, since cursors do not expire', () => {
    const query = 'filters[soft_deleted][eq]=false&filters[sku][in]=b,a&filters[created_at][gte]=2026-03-01';
    expect(fingerprint(query)).toBe('8f6600f3e18eb302');
  });
});
