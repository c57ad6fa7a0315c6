import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodedInSmall, names, values } from './list-places.js';

describe('spellings', () => {
  it.each(Object.entries({ ...values, 'every byte in small': encodedInSmall }))(
    'write any text so that it is read again: %s',
    (_, write) => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme' }), (text) => {
          expect(write(text)).not.toMatch(/[\s&=+#,[\]]/);
          expect(decodeURIComponent(write(text))).toBe(text);
        }),
      );
    },
  );

  it.each(Object.entries(names))('write the name of a filter in a way of its own: %s', (_, write) => {
    const name = 'filters[created_at][gte]';
    expect(decodeURIComponent(write(name))).toBe(name);
    expect(Object.values(names).filter((other) => other(name) === write(name))).toHaveLength(1);
  });
});
