import { describe, expect, it } from '@jest/globals';
import { type CollectionName, collections, type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import { referencesOf } from './reference-table.js';

/** The keys of summaries whose entities have no collection, so that no row says what they must show. */
const withoutCollection = [
  ...['group', 'groups[]', 'required_accreditations[]', 'granted_accreditations[]', 'equipments[]'],
  ...['price', 'place_extras[]'],
];

/** The paths of the summaries in a resource that the table does not name; what is in a named summary is compared with it. */
function* unnamed(collection: CollectionName, dto: DtoClass, before = ''): Generator<string> {
  for (const { name, kind, dto: inner } of fieldTable(dto).values()) {
    if (inner === undefined) continue;
    const key = kind === 'array' ? `${name}[]` : name;
    const isNamed = referencesOf(collection).some(({ path }) => path === before + key);
    if (isNamed) continue;
    if (/^(?:Ref|\w+Summary)Dto$/.test(inner().name) && !withoutCollection.includes(key)) yield before + key;
    yield* unnamed(collection, inner(), `${before}${key}.`);
  }
}

const sentence = (collection: string, path: string): string =>
  `${collection} show a summary at ${path}: add it to reference-table.ts with its collection, or here to withoutCollection.`;

describe('the reference table', () => {
  it('names every summary of the contract whose entity has a collection', () => {
    const missing = collections.flatMap(({ name, resource }) =>
      [...unnamed(name, resource)].map((path) => sentence(name, path)),
    );
    expect(missing).toEqual([]);
  });

  it('names nothing that the contract does not have', () => {
    const has = (dto: DtoClass, [key = '', ...rest]: readonly string[]): boolean => {
      const field = fieldTable(dto).get(key.replace('[]', ''));
      return field?.dto !== undefined && (rest.length === 0 || has(field.dto(), rest));
    };
    const extra = collections.flatMap(({ name, resource }) =>
      referencesOf(name)
        .filter(({ path }) => !has(resource, path.split('.')))
        .map(({ path }) => `${name}.${path}`),
    );
    expect(extra).toEqual([]);
  });
});
