import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { duplicateKey, memberText } from './raw-json.js';

describe('memberText', () => {
  it.each([
    ['{"a":1.0,"b":[ 1.50 , {"2":1,"1":2} ]}', 'b', '[1.50,{"2":1,"1":2}]'],
    ['{ "x\\"}" : {"b":0}, "b" : {"\\u00e9 \\\\" : "}\\/," } }', 'b', '{"é \\\\":"}/,"}'],
    ['{"a":{"b":1e2},"b":1E2}', 'b', '1E2'],
    ['{"\\u0062":[true , null]}', 'b', '[true,null]'],
  ])('in %s, the text of the member %s is %s', (line, key, text) => {
    const value: unknown = Object.entries(JSON.parse(line) as object).find(([name]) => name === key)?.[1];
    expect(memberText(line, key, value)).toBe(text);
  });

  it('does not depend on the formatting of the line', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), fc.constantFrom(0, 1, '\t'), (first, json, space) => {
        const value: unknown = JSON.parse(json);
        const line = JSON.stringify({ first: JSON.parse(first) as unknown, key: value }, null, space).replaceAll(
          '\n',
          ' ',
        );
        expect(JSON.parse(memberText(line, 'key', value))).toEqual(value);
        expect(memberText(line, 'key', value)).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('duplicateKey', () => {
  it.each([
    ['{"id":1,"name":"a","id":1}', '/id'],
    ['{"a":{"b/c":1,"b/c":2}}', '/a/b~1c'],
    ['{"slots":["\\\\",{"x":[[],[3]]},{"id":"a:,{", "end" :2,"\\u0065nd"\t: 3}]}', '/slots/2/end'],
    ['{"a":{"b":1},"b":1,"c":[{"b":1},{"b":1}]}', null],
    ['{"note":"\\"id\\":1,\\"id\\" :2","id":1}', null],
    ['{"__proto__":{"x":1},"x\\\\":1}', null],
  ])('the first duplicate key in %s is %s', (line, pointer) => {
    expect(duplicateKey(line, JSON.parse(line))).toBe(pointer);
  });

  it('finds a duplicate key anywhere in a line, without false positives', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(objects, fc.jsonValue(), fc.nat(), fc.constantFrom(0, 1, '\t'), (object, value, nth, space) => {
        const key = Object.keys(object)[nth % Object.keys(object).length] ?? '';
        const once = JSON.stringify({ items: [null, object] }, null, space);
        expect(duplicateKey(once, JSON.parse(once))).toBe(null);
        const end = once.lastIndexOf('}', once.lastIndexOf(']'));
        const twice = `${once.slice(0, end)},${JSON.stringify(key)} :${JSON.stringify(value)}${once.slice(end)}`;
        expect(duplicateKey(twice, JSON.parse(twice))).toBe(
          `/items/1/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        );
      }),
    );
  });
});
