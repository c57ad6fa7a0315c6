/** Keys of references that are named after a role, with the entity that they refer to. */
export const roles = {
  author: 'member',
  collaborator: 'member',
  host: 'user',
  license: 'project_license',
  parent: 'space',
  thematic: 'project_thematic',
  trainer: 'user',
} as const;

/** The roles and their entities. */
export type Roles = typeof roles;

const entities = new Map<string, string>(Object.entries(roles));

/**
 * The collection that a key refers to, of those given: `machine_units` for `machine_unit_id`, `plans` for
 * `required_plans`, `members` for `author`; undefined if there is none.
 */
export function collectionBehind<Name extends string>(key: string, names: readonly Name[]): Name | undefined {
  const reference = key.replace(/_ids?$/, '').replace(/^(?:reserved_by|required|granted|current)_/, '');
  const entity = toSingular(reference);
  return names.find((name) => toSingular(name) === (entities.get(entity) ?? entity));
}

/** The singular of an English noun, as far as collections need it: `categories`, `boxes`, `spaces`. */
export function toSingular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x)es$/.test(noun)) return noun.slice(0, -2);
  return noun.endsWith('s') ? noun.slice(0, -1) : noun;
}

/** The words for one row of a collection, such as `machine unit`. */
export const singularWords = (collection: string): string => toSingular(collection).replaceAll('_', ' ');

/** The id of an operation in the OpenAPI document, such as `listMachineUnits`, `getCategory` or `updateProject`. */
export function operationIdOf(kind: 'list' | 'get' | 'create' | 'update', collection: string): string {
  const words = (kind === 'list' ? collection : toSingular(collection)).split('_');
  return kind + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}
