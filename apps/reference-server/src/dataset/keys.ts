import { type CollectionName, collections, type DtoClass, type Field, fieldTable } from '@resource-catalogue/contracts';

// What a key of a resource is about.

const tables = new Map<DtoClass, readonly Field[]>();

/** The fields of a DTO, put together once. */
export function tableOf(dto: DtoClass): readonly Field[] {
  const table = tables.get(dto) ?? [...fieldTable(dto).values()];
  tables.set(dto, table);
  return table;
}

/** The entity that a key speaks of: `accreditation` for `required_accreditations`. */
export const singularOf = (key: string): string => key.replace(/^.*_/, '').replace(/ies$/, 'y').replace(/s$/, '');

/** The keys whose rows are of a collection with another name. */
const calledOtherwise: Readonly<Record<string, CollectionName>> = {
  parent: 'spaces',
  hosts: 'users',
  trainers: 'users',
};

/** The collection whose rows stand under a key: `event_sessions` for `reserved_by_event_session`. */
export function collectionCalled(key: string): CollectionName | null {
  const singular = key.replace(/ies$/, 'y').replace(/s$/, '');
  const plurals = [`${singular}s`, singular.replace(/y$/, 'ies')];
  const named = collections.find(({ name }) =>
    plurals.some((plural) => plural === name || plural.endsWith(`_${name}`) || name.endsWith(`_${plural}`)),
  );
  return calledOtherwise[key] ?? named?.name ?? null;
}
