import { expect, it } from '@jest/globals';
import { isUuid, parseUuid } from './uuid.js';

const id = '0198c0de-0000-7000-8000-00000000abcd';

it('SHAPE-3: a written UUID is in lower case', () => {
  expect(isUuid(id)).toBe(true);
  expect([id.toUpperCase(), `${id}\n`, id.replaceAll('-', ''), `{${id}}`, 7, null].filter(isUuid)).toEqual([]);
});

it('FILT-9: a read UUID may be in any case', () => {
  expect([id, id.toUpperCase()].map(parseUuid)).toEqual([id, id]);
  expect(['', `${id}\n`, `${id}0`, id.replace('a', 'g')].map(parseUuid)).toEqual([null, null, null, null]);
});
