import type { Catalogue, Collection } from './catalogue.js';

/** Keys named after a role of the entity, as in the client's types. */
const roles: Readonly<Record<string, string>> = {
  author: 'member',
  collaborator: 'member',
  host: 'user',
  license: 'project_license',
  parent: 'space',
  thematic: 'project_thematic',
  trainer: 'user',
};

/** The collection that a key refers to: `machine_unit_id`, `required_plans`, `author`; null if there is none. */
export function collectionBehind({ collections }: Catalogue, key: string): Collection | null {
  const names = [key, key.replace(/_ids?$/, '')].flatMap((name) => [
    name,
    name.replace(/^(?:reserved_by|required|granted|current)_/, ''),
  ]);
  const entities = new Set(names.flatMap((name) => [name, toSingular(name)]).map((name) => roles[name] ?? name));
  return collections.find(({ name }) => entities.has(toSingular(name))) ?? null;
}

/** The list of rows that refer to a row: `bookings` by `machine_unit_id` for a machine unit. */
export function findReferrers(
  catalogue: Catalogue,
  name: string,
): { collection: Collection; parameter: string; field: string }[] {
  return catalogue.collections.flatMap((collection) =>
    collection.filters
      .filter(
        ({ field, operator }) =>
          operator === 'in' && field.endsWith('_id') && collectionBehind(catalogue, field)?.name === name,
      )
      .map(({ parameter, field }) => ({ collection, parameter, field })),
  );
}

/** The singular of an English noun, as far as collections need it: `categories`, `boxes`, `spaces`. */
export function toSingular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x)es$/.test(noun)) return noun.slice(0, -2);
  return noun.endsWith('s') ? noun.slice(0, -1) : noun;
}
