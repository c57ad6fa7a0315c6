import { describe, expect, it } from '@jest/globals';
import { createMemoryCache } from './index.js';

const entry = (body: string) => ({ etag: '"1"', body });

describe('createMemoryCache', () => {
  it('drops the least recently used entry', () => {
    const cache = createMemoryCache({ maxEntries: 2 });
    void cache.set('a', entry('a'));
    void cache.set('b', entry('b'));
    void cache.get('a');
    void cache.set('c', entry('c'));
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([entry('a'), undefined, entry('c')]);
  });

  it('keeps at most maxCharacters, and no longer entry', () => {
    const cache = createMemoryCache({ maxCharacters: 10 });
    void cache.set('a', entry('12345'));
    void cache.set('a', entry('123456'));
    void cache.set('b', entry('1234'));
    expect([cache.get('a'), cache.get('b')]).toEqual([entry('123456'), entry('1234')]);
    void cache.set('c', entry('x'));
    expect(cache.get('a')).toBeUndefined();
    void cache.set('d', entry('12345678901'));
    expect(cache.get('d')).toBeUndefined();
    expect(cache.get('c')).toEqual(entry('x'));
  });
});
