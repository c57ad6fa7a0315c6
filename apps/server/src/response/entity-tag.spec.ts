import { expect, it } from '@jest/globals';
import { entityTag, findMismatch, noneMatch } from './entity-tag.js';

const tag = entityTag(Buffer.from('{"data":[]}'));

it('HTTP-2: an entity tag is strong and depends only on the whole body', () => {
  expect(tag).toMatch(/^"[A-Za-z0-9_-]+"$/);
  expect(entityTag(Buffer.from('{"data":[]}'))).toBe(tag);
  const long = Buffer.alloc(100_000, 'a');
  expect(entityTag(Buffer.concat([long, Buffer.from('b')]))).not.toBe(entityTag(Buffer.concat([long, long])));
});

it.each<[header: string | undefined, noneMatches: boolean, ifMatches: boolean]>([
  [tag, true, true],
  [` ${tag}\t`, true, true],
  [`W/${tag}`, true, false],
  ['*', true, true],
  [`"a,b",W/${tag} , "c"`, true, false],
  [`"a,b",${tag}`, true, true],
  ['"other"', false, false],
  ['"other", *', false, false],
  [`x${tag}`, false, false],
  [tag.slice(1, -1), false, false],
  ['', false, false],
  [undefined, false, false],
])('HTTP-2, WRITE-6: the header %s matches as If-None-Match: %s, as If-Match: %s', (header, weakly, strongly) => {
  expect(noneMatch(header, tag)).toBe(weakly);
  if (header !== undefined) expect(findMismatch(header, tag) === null).toBe(strongly);
});

it('WRITE-6: the error for a tag weakened by a proxy explains how to send it', () => {
  expect(findMismatch(`"other", W/${tag}`, tag)).toContain('without W/');
  expect(findMismatch('W/"other"', tag)).toContain('Read it again');
});
