import { describe, expect, it } from '@jest/globals';
import { ProjectCreateDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { growthOf, steepest } from '@resource-catalogue/testing/work';
import { readDto, readJson } from './read-body.js';

const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
const id = '0198c1a4-22b0-7c61-a3f7-1b8d5e6f9024';
const good = { name: 'a', author_id: id };

const errorsOf = (value: unknown, type: new () => object = ProjectCreateDto): string[] =>
  readDto(type, value).errors.map(({ code, pointer = '?' }) => `${code} ${pointer}`);

describe('readDto', () => {
  it('WRITE-3: a body is read in its normal form, parts included, and nothing that was not sent', () => {
    const { dto, sent, errors } = readDto(ProjectCreateDto, {
      name: ' a ',
      author_id: id.toUpperCase(),
      tags: [' b'],
      steps: [{ title: ' c ', description: null }],
    });
    expect(errors).toEqual([]);
    expect(dto).toBeInstanceOf(ProjectCreateDto);
    expect({ ...dto }).toEqual({ ...good, tags: ['b'], steps: [{ title: 'c', description: null }] });
    expect(sent).toEqual({ ...dto });
  });

  it('WRITE-3: a body has no keys but those of its DTO, whatever the language has', () => {
    const value: unknown = JSON.parse('{"__proto__":{"name":"a"},"constructor":1,"toString":1}');
    expect(errorsOf(value, ProjectUpdateDto)).toEqual([
      'unknown_field /__proto__',
      'unknown_field /constructor',
      'unknown_field /toString',
    ]);
  });

  it('WRITE-3: any JSON is read as a body, and accepted only without an error', () => {
    const fields = fc.constantFrom('name', 'author_id', 'summary', 'tags', 'steps', 'machine_ids', 'external_url', 'x');
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(id, [id], 'a', [{ title: 'a' }], [[]], [null]));
    fc.assert(
      fc.property(fc.dictionary(fields, value), (body) => {
        const { dto, errors } = readDto(ProjectCreateDto, body);
        expect(dto === null).toBe(errors.length > 0);
        for (const { pointer } of errors) expect(pointer).toMatch(/^\//);
      }),
    );
  });

  it('ERR-2: the broken rules of a body come before many other errors', () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
    const errors = errorsOf({ ...keys, steps: Array(5000).fill({ more: 1 }) });
    expect(errors.slice(0, 3).sort()).toEqual(['required /author_id', 'required /name', 'too_many /steps']);
    expect(errors).toHaveLength(1000);
  });
});

const bytes = (text: string): Buffer => Buffer.from(text);
const pointers = (text: string): string[] =>
  readJson(bytes(text)).errors.map(({ pointer = '?', code }) => `${code} ${pointer}`);

describe('readJson', () => {
  it('WRITE-3: all JSON is read without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: character }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('\\u0000') && text.isWellFormed() && !/\\ud[89a-f]/i.test(text));
        const read: unknown = JSON.parse(text);
        expect(readJson(bytes(text))).toEqual({ value: read, errors: [] });
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
  ])('WRITE-3: the text %s', (text, expected) => {
    expect(pointers(text)).toEqual(expected);
  });

  it('WRITE-3: bytes that are not UTF-8 are refused', () => {
    expect(readJson(Buffer.from([0x22, 0xff, 0x22])).errors).toHaveLength(1);
    expect(readJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).errors).toHaveLength(1);
  });

  const size = (process.env['EXHAUSTIVE'] === undefined ? 64 : 256) * 1024;
  const inArrays = (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2);
  it.each<[string, (size: number) => string]>([
    ['arrays in arrays', inArrays],
    ['one key many times', (size) => `{${'"a":1,'.repeat(size / 6 - 1)}"a":1}`],
    ['keys', (size) => `{${filled(size, (index) => `"k${index}":0`)}}`],
    ['keys of a step', (size) => `{"steps":[{${filled(size, (index) => `"${index}":0`)}}]}`],
    ['escapes', (size) => `"${'\\"'.repeat(size / 2 - 1)}"`],
    ['surrogates', (size) => `{"${'k'.repeat(size / 2)}":[${'"\\ud800",'.repeat(size / 20)}0]}`],
    ['tags', (size) => `{"tags":[${filled(size, (index) => `"${index}"`)}]}`],
    ['one tag many times', (size) => `{"tags":[${filled(size, () => '"a"')}]}`],
    ['steps', (size) => `{"steps":[${filled(size, () => '{}')}]}`],
    ['a text', (size) => `{"name":"${'a '.repeat(size / 2)}"}`],
    ['an address', (size) => `{"external_url":"https://${'a.'.repeat(size / 2)}"}`],
  ])(
    'ERR-5: reading a body of %s takes work that grows as the body does, and answers little to a mebibyte',
    async (_, make) => {
      const read = (text: string) => {
        const { value, errors } = readJson(bytes(text));
        return [...errors, ...readDto(ProjectUpdateDto, value).errors];
      };
      expect(await growthOf(make, size, read)).toBeLessThan(steepest);
      expect(JSON.stringify(readJson(bytes(make(1024 * 1024))).errors).length).toBeLessThan(200_000);
    },
  );
});

/** As many items as there is room for. */
function filled(size: number, item: (index: number) => string): string {
  const items: string[] = [];
  for (let length = 0, index = 0; length < size - 60; index += 1) {
    items.push(item(index));
    length += item(index).length + 1;
  }
  return items.join(',');
}
