import { describe, expect, it } from '@jest/globals';
import { entityTag, mismatch, noneMatch } from './entity-tag.js';

describe('entity tags (HTTP-2)', () => {
  const tag = entityTag(Buffer.from('{"data":[]}'));

  it('HTTP-2: entity tags are strong and change with the body alone', () => {
    expect(tag).toMatch(/^"[A-Za-z0-9_-]+"$/);
    expect(entityTag(Buffer.from('{"data":[]}'))).toBe(tag);
    expect(entityTag(Buffer.from('{"data":[1]}'))).not.toBe(tag);
    const long = Buffer.alloc(100_000, 'a');
    expect(entityTag(Buffer.concat([long, Buffer.from('b')]))).not.toBe(entityTag(Buffer.concat([long, long])));
  });

  it.each([
    [tag, true],
    [`W/${tag}`, true],
    ['*', true],
    [`"other", ${tag}`, true],
    [`"a,b",W/${tag} , "c"`, true],
    ['"other"', false],
    ['', false],
    [tag.slice(1, -1), false],
    [undefined, false],
  ])('HTTP-2: If-None-Match %s: %s', (header, expected) => {
    expect(noneMatch(header, tag)).toBe(expected);
  });

  it.each([
    [tag, true],
    [` ${tag}\t`, true],
    [`"a,b",${tag}`, true],
    ['*', true],
    [`W/${tag}`, false],
    [`w/${tag}`, false],
    [`x${tag}`, false],
    [`"other", W/${tag}`, false],
    [tag.slice(1, -1), false],
    ['"other", *', false],
    ['', false],
  ])('WRITE-6: If-Match %s: %s', (header, expected) => {
    expect(mismatch(header, tag) === null).toBe(expected);
  });

  it('WRITE-6: a tag that a proxy has weakened is recognised, though it never matches', () => {
    expect(mismatch(`"other", W/${tag}`, tag)).toContain('without W/');
    expect(mismatch('W/"other"', tag)).toContain('read it again');
  });
});
