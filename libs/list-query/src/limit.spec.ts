import { describe, expect, it } from '@jest/globals';
import { faultsOf, queryOf } from '../test/list-query-results.js';

describe('limit', () => {
  it.each([
    ['', 50],
    ['limit=1', 1],
    ['limit=050', 50],
    ['limit=200', 200],
    ['limit=201', 200],
    [`limit=${'9'.repeat(5000)}`, 200],
    [`limit=${'0'.repeat(5000)}7`, 7],
  ])('PAGE-2: ?%.20s is a page of %i', (query, limit) => {
    expect(queryOf(query).limit).toBe(limit);
  });

  it.each(['0', '00', '-1', '1.5', '1e1', '0x1', '', '+5', '5+', 'ten', '٥', '5%0A', '5%00', '%'])(
    'PAGE-2: refuses "%s"',
    (text) => {
      expect(faultsOf(`limit=${text}`)).toEqual(['limit invalid_value']);
    },
  );

  it('FILT-9: refuses a second limit, and ERR-2: judges both', () => {
    expect(faultsOf('limit=5&limit=5')).toEqual(['limit duplicate']);
    expect(faultsOf('limit=5&limit=0&limit=0')).toEqual(['limit duplicate', 'limit invalid_value']);
  });
});
