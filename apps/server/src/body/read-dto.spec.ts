import { describe, expect, it } from '@jest/globals';
import { ProjectCreateDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { readDto } from './read-dto.js';

const id = '0198c1a4-22b0-7c61-a3f7-1b8d5e6f9024';
const good = { name: 'a', author_id: id };

const faultsOf = (value: unknown, type: new () => object = ProjectCreateDto): string[] =>
  readDto(type, value).faults.map(({ code, pointer = '?' }) => `${code} ${pointer}`);

describe('readDto (WRITE-3)', () => {
  it('gives the body in its normal form, parts included, and nothing that was not sent', () => {
    const { dto, sent, faults } = readDto(ProjectCreateDto, {
      name: ' a ',
      author_id: id.toUpperCase(),
      tags: [' b'],
      steps: [{ title: ' c ', description: null }],
    });
    expect(faults).toEqual([]);
    expect(dto).toBeInstanceOf(ProjectCreateDto);
    expect({ ...dto }).toEqual({ ...good, tags: ['b'], steps: [{ title: 'c', description: null }] });
    expect(sent).toEqual({ ...dto });
  });

  it('gives no body where anything is a fault, and what was sent all the same', () => {
    const { dto, sent } = readDto(ProjectCreateDto, { ...good, tags: 5, machine_ids: [id.toUpperCase()] });
    expect(dto).toBeNull();
    expect(sent).toEqual({ ...good, tags: 5, machine_ids: [id] });
  });

  it.each([null, [], [good], 'a', 5, true, undefined])('refuses %j, which is no object, as a whole', (value) => {
    expect(faultsOf(value)).toEqual(['invalid_value ']);
    expect(readDto(ProjectCreateDto, value).sent).toEqual({});
  });

  it.each([null, [], [[{ title: 'a' }]], 'a', 5])('refuses %j, which is no object, as a part', (step) => {
    expect(faultsOf({ ...good, steps: [{ title: 'a' }, step] })).toEqual(['invalid_value /steps/1']);
  });

  it('names the place of every fault, parts and their keys included', () => {
    expect(faultsOf({ name: null, more: 1, tags: ['a', 'A', 5], steps: [{}, { title: 'a', 'b/c': 1 }] })).toEqual([
      'required /name',
      'required /author_id',
      'invalid_value /tags/2',
      'duplicate /tags/1',
      'unknown_field /more',
      'required /steps/0/title',
      'unknown_field /steps/1/b~1c',
    ]);
  });

  it('knows no key that it was not told of, whatever the language has', () => {
    const value: unknown = JSON.parse('{"__proto__":{"name":"a"},"constructor":1,"toString":1}');
    expect(faultsOf(value, ProjectUpdateDto)).toEqual([
      'unknown_field /__proto__',
      'unknown_field /constructor',
      'unknown_field /toString',
    ]);
  });

  it('reads whatever JSON there is, and accepts it only without a fault', () => {
    const fields = fc.constantFrom('name', 'author_id', 'summary', 'tags', 'steps', 'machine_ids', 'external_url', 'x');
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(id, [id], 'a', [{ title: 'a' }], [[]], [null]));
    fc.assert(
      fc.property(fc.dictionary(fields, value), (body) => {
        const { dto, faults } = readDto(ProjectCreateDto, body);
        expect(dto === null).toBe(faults.length > 0);
        for (const { pointer } of faults) expect(pointer).toMatch(/^\//);
      }),
    );
  });

  it('tells the broken rules of a body before the many other faults that it has', () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
    const faults = faultsOf({ ...keys, steps: Array(5000).fill({ more: 1 }) });
    expect(faults.slice(0, 3).sort()).toEqual(['required /author_id', 'required /name', 'too_many /steps']);
    expect(faults).toHaveLength(1000);
  });
});
