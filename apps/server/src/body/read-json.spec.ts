import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readJson } from './read-json.js';

const bytes = (text: string): Buffer => Buffer.from(text);
const pointers = (text: string): string[] =>
  readJson(bytes(text)).faults.map(({ pointer = '?', code }) => `${code} ${pointer}`);

describe('readJson (WRITE-3)', () => {
  it('reads whatever JSON.stringify prints, without a fault', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('\\u0000') && text.isWellFormed() && !/\\ud[89a-f]/i.test(text));
        const read: unknown = JSON.parse(text);
        expect(readJson(bytes(text))).toEqual({ value: read, faults: [] });
      }),
    );
  });

  it.each([
    ['{"a":1,"a":2}', ['duplicate /a']],
    ['{"a":{"b":1,"c":[{"d":1,"d":2}],"b":3}}', ['duplicate /a/c/0/d', 'duplicate /a/b']],
    ['{"a":"b","b":"a"}', []],
    ['{"a":["x","x"],"b":{"a":1}}', []],
    ['{"a":1,"\\u0061":2}', ['duplicate /a']],
    ['{"x/y":{"~":"\\u0000"}}', ['invalid_value /x~1y/~0']],
    ['["ok","\\ud800"]', ['invalid_value /1']],
    ['{"a":"\\udc00\\ud800"}', ['invalid_value /a']],
    ['{"\\u0000":1}', ['invalid_value /\0']],
    ['{"a":"\\ud83d\\ude00"}', []],
    ['"\\u0000"', ['invalid_value ']],
  ])('%s', (text, expected) => {
    expect(pointers(text)).toEqual(expected);
  });

  it.each(['', '{', '{"a":}', "{'a':1}", '{"a":1,}', '// x\n{}', 'undefined', 'NaN', '\u{FEFF}{}', '{"a":"\n"}'])(
    'refuses %j as a whole',
    (text) => {
      expect(readJson(bytes(text))).toMatchObject({
        value: undefined,
        faults: [{ pointer: '', code: 'invalid_value' }],
      });
    },
  );

  it('refuses what is not UTF-8', () => {
    expect(readJson(Buffer.from([0x22, 0xff, 0x22])).faults).toHaveLength(1);
    expect(readJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).faults).toHaveLength(1);
  });

  it('takes hostile bodies of a mebibyte in a moment, and answers little', () => {
    const size = 1024 * 1024;
    const deep = '['.repeat(size / 2) + ']'.repeat(size / 2);
    const keys = `{${'"a":1,'.repeat(size / 6 - 1)}"a":1}`;
    const escapes = `"${'\\"'.repeat(size / 2 - 1)}"`;
    const surrogates = `{"${'k'.repeat(size / 2)}":[${'"\\ud800",'.repeat(size / 20)}0]}`;
    for (const text of [deep, keys, escapes, surrogates]) {
      const begin = performance.now();
      const { faults } = readJson(bytes(text));
      expect(performance.now() - begin).toBeLessThan(2000);
      expect(JSON.stringify(faults).length).toBeLessThan(200_000);
    }
  });
});
