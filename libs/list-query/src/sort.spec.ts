import { describe, expect, it } from '@jest/globals';
import { drills, lathes } from '../test/example-specs.js';
import { errorsOf, queryOf } from '../test/list-query-results.js';
import { parseListQuery } from './parse-list-query.js';

describe('sort', () => {
  it('SORT-1: reads a field, with - for descending', () => {
    expect(queryOf('sort=name').sort).toEqual({ field: 'name', descending: false });
    expect(queryOf('sort=-position').sort).toEqual({ field: 'position', descending: true });
  });

  it('SORT-2: is the default of the collection when absent', () => {
    expect(queryOf('', lathes).sort).toEqual({ field: 'created_at', descending: true });
    expect(queryOf('', drills).sort).toEqual({ field: 'name', descending: false });
  });

  it.each(['state', '--name', '+name', 'name,position', 'Name', '__proto__', 'constructor', 'size'])(
    'SORT-1: refuses the unknown field of "%s"',
    (text) => {
      expect(errorsOf(`sort=${text}`)).toEqual(['sort unknown_field']);
    },
  );

  it.each(['', '-', 'name%00', '%FF'])('SORT-1: refuses "%s"', (text) => {
    expect(errorsOf(`sort=${text}`)).toEqual(['sort invalid_value']);
  });

  it('FILT-9: refuses a second sort', () => {
    expect(errorsOf('sort=name&sort=name')).toEqual(['sort duplicate']);
  });

  it('says what a collection can be sorted by', () => {
    const result = parseListQuery('sort=size', lathes);
    expect(result).toMatchObject({
      errors: [{ detail: expect.stringMatching(/lathes .*"size".*created_at, name, position, id/) }],
    });
  });

  it('throws for a collection whose default sort does not exist', () => {
    expect(() => parseListQuery('', { ...lathes, defaultSort: '-size' })).toThrow('default sort of lathes');
  });
});
