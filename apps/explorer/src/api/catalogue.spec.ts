import { describe, expect, it } from '@jest/globals';
import { catalogue, collectionOf, openApiDocument } from '../../test/document.js';
import { filtersByField, readCatalogue } from './catalogue.js';
import { asList, asObject, asText } from './json.js';

describe('readCatalogue', () => {
  it('finds the path and sorts of every collection, and whether it has single rows', () => {
    const { tags } = asObject(openApiDocument());
    expect(catalogue.baseUrl).toBe('https://catalogue.example.org/base');
    expect(catalogue.collections.map(({ name }) => name)).toEqual(asList(tags).map((tag) => asObject(tag)['name']));
    for (const { path, name, sorts, defaultSort } of catalogue.collections) {
      expect(path).toBe(`/api/v1/${name}`);
      expect(sorts).toContain(defaultSort);
    }
    const unread = catalogue.collections.filter(({ readsOne }) => !readsOne).map(({ name }) => name);
    expect(unread).toEqual(['project_licenses', 'project_thematics']);
  });

  it('finds every filter of the document, shared or not', () => {
    const paths = asObject(asObject(openApiDocument())['paths']);
    for (const { path, filters } of catalogue.collections) {
      const parameters = asList(asObject(asObject(paths[path])['get'])['parameters']);
      const named = parameters.map((one) => asText(asObject(one)['name']) ?? asText(asObject(one)['$ref']) ?? '');
      // A shared parameter has a name such as `filters.state.in`.
      const written = named.flatMap(
        (name) => /filters[.[](\w+)(?:\.|\]\[)(\w+)/.exec(name)?.slice(1, 3).join(' ') ?? [],
      );
      expect(filters.map(({ field, operator }) => `${field} ${operator}`)).toEqual(written);
      expect(written).toContain('created_at gte');
      expect(filters.filter(({ description }) => description === '')).toEqual([]);
    }
  });

  it('finds the type of the values of a filter', () => {
    const { filters } = collectionOf('machine_units');
    const shown = filters.map(({ parameter, kind, choices }) => [parameter, kind, choices?.length ?? null]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['filters[state][not_in]', 'set', 5],
        ['filters[space_id][in]', 'set', null],
        ['filters[updated_at][lt]', 'time', null],
        ['filters[soft_deleted][eq]', 'flag', null],
      ]),
    );
    const times = filtersByField(collectionOf('bookings')).get('starts_at');
    expect(times?.map(({ operator }) => operator)).toEqual(['lt', 'lte', 'gt', 'gte']);
  });

  it.each([[null], [[]], ['text'], [{}], [{ tags: [{ name: 'users' }] }], [{ tags: 1, paths: [] }]])(
    'rejects %j, which has no collections',
    (document) => {
      expect(() => readCatalogue(document)).toThrow('The OpenAPI document has no collections.');
    },
  );
});
