import { describe, expect, it } from '@jest/globals';
import { ProjectCreateDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import fc from '@resource-catalogue/testing/fast-check';
import { measureGrowth, steepest } from '@resource-catalogue/testing/work';
import { readDto, readJson } from './read-body.js';

const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
const id = '0198c1a4-22b0-7c61-a3f7-1b8d5e6f9024';
const good = { name: 'a', author_id: id };

const errorsOf = (value: unknown): string[] =>
  readDto(ProjectCreateDto, value).errors.map(({ code, pointer = '?' }) => `${code} ${pointer}`);

describe('reading a DTO', () => {
  it('WRITE-3: a body is parsed into its normal form, with its parts and without keys that were not sent', () => {
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

  it('WRITE-3: any JSON can be parsed as a body, and is accepted only without errors', () => {
    const fields = fc.constantFrom('name', 'author_id', 'summary', 'tags', 'steps', 'machine_ids', '__proto__', 'x');
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(id, [id], 'a', [{ title: 'a' }], [[]], [null]));
    fc.assert(
      fc.property(fc.dictionary(fields, value), (body) => {
        const { dto, errors } = readDto(ProjectCreateDto, body);
        expect(dto === null).toBe(errors.length > 0);
        for (const { pointer } of errors) expect(pointer).toMatch(/^\//);
      }),
    );
  });

  it('ERR-2: broken rules of the body come before its unknown fields', () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
    const errors = errorsOf({ ...keys, steps: Array(5000).fill({ more: 1 }) });
    expect(errors.slice(0, 3).sort()).toEqual(['required /author_id', 'required /name', 'too_many /steps']);
    expect(errors).toHaveLength(1000);
  });
});

// The tests over HTTP send the wire vectors of bodies, which cover errors of JSON.
describe('reading JSON', () => {
  it('WRITE-3: all JSON is parsed without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: character }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('\\u0000') && text.isWellFormed() && !/\\ud[89a-f]/i.test(text));
        const { value: read, errors } = readJson(Buffer.from(text));
        expect([JSON.stringify(read), errors]).toEqual([text, []]);
      }),
    );
  });

  const size = (process.env['EXHAUSTIVE'] === undefined ? 64 : 256) * 1024;
  it.each<[string, (size: number) => string]>([
    ['nested arrays', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['one key many times', (size) => `{${'"a":1,'.repeat(size / 6 - 1)}"a":1}`],
    ['keys', (size) => `{${filled(size, (index) => `"k${index}":0`)}}`],
    ['escapes', (size) => `"${'\\"'.repeat(size / 2 - 1)}"`],
    ['surrogates', (size) => `{"${'k'.repeat(size / 2)}":[${'"\\ud800",'.repeat(size / 20)}0]}`],
    ['tags', (size) => `{"tags":[${filled(size, (index) => `"${index}"`)}]}`],
    ['steps', (size) => `{"steps":[${filled(size, () => '{}')}]}`],
    ['a text', (size) => `{"name":"${'a '.repeat(size / 2)}"}`],
    ['an address', (size) => `{"external_url":"https://${'a.'.repeat(size / 2)}"}`],
  ])('ERR-5: reading a body of %s takes linear time, and its errors stay short', async (_, make) => {
    const read = (text: string) => {
      const { value, errors } = readJson(Buffer.from(text));
      return [...errors, ...readDto(ProjectUpdateDto, value).errors];
    };
    expect(await measureGrowth(make, size, read)).toBeLessThan(steepest);
    expect(JSON.stringify(readJson(Buffer.from(make(1024 * 1024))).errors).length).toBeLessThan(200_000);
  });
});

/** As many items as fit. */
function filled(size: number, item: (index: number) => string): string {
  const items: string[] = [];
  for (let length = 0, index = 0; length < size - 60; index += 1) {
    items.push(item(index));
    length += item(index).length + 1;
  }
  return items.join(',');
}
