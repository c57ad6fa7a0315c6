import { describe, expect, it } from '@jest/globals';
import { Stream } from './prng.js';
import { uuidV7 } from './uuid-v7.js';

describe('uuidV7 (SHAPE-3)', () => {
  const random = Stream.root(1).child('ids').at(0);

  it.each([0, 1, 1_700_000_000_123, 2 ** 48 - 1])(
    'carries the millisecond %d, the version and the variant',
    (milliseconds) => {
      const id = uuidV7(milliseconds, random);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(milliseconds);
    },
  );

  it('does not repeat itself within a millisecond', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => uuidV7(5, random))).size).toBe(20_000);
  });
});
