import type { Catalogue, Collection } from './catalogue.js';

/** Keys that are named after the part that the entity plays; the client's types know the same. */
const roles: Readonly<Record<string, string>> = {
  author: 'member',
  collaborator: 'member',
  host: 'user',
  license: 'project_license',
  parent: 'space',
  thematic: 'project_thematic',
  trainer: 'user',
};

/** The collection that lists what a key refers to: `machine_unit_id`, `required_plans`, `author`. Null where none does. */
export function collectionBehind({ collections }: Catalogue, key: string): Collection | null {
  const names = [key, key.replace(/_ids?$/, '')].flatMap((name) => [
    name,
    name.replace(/^(?:reserved_by|required|granted|current)_/, ''),
  ]);
  const entities = new Set(names.flatMap((name) => [name, singularOf(name)]).map((name) => roles[name] ?? name));
  return collections.find(({ name }) => entities.has(singularOf(name))) ?? null;
}

/** What lists the rows that refer to a row: `bookings` by `machine_unit_id` for a machine unit. */
export function referrersOf(
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

/** What people call one row of a collection: `machine unit`. */
export const nounOf = ({ name }: Collection): string => singularOf(name).replaceAll('_', ' ');

/** The singular of an English noun, as far as collections need it: `categories`, `boxes`, `spaces`. */
export function singularOf(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x)es$/.test(noun)) return noun.slice(0, -2);
  return noun.endsWith('s') ? noun.slice(0, -1) : noun;
}
