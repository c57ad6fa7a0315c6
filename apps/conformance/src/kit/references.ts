import {
  collectionBehind,
  type CollectionName,
  collections,
  type DtoClass,
  fieldTable,
  ProjectCreateDto,
  projectsContract,
} from '@resource-catalogue/contracts';
import type { JsonObject, Row } from '../json.js';
import { filterPath } from '../oracle.js';

export interface Reference {
  readonly path: string;
  readonly target: CollectionName;
}

const names = collections.map(({ name }) => name);

/** Every object in a resource, with the collection of the row that it shows. */
export function* embeddedIn(
  dto: DtoClass,
  before = '',
): Generator<{ path: string; dto: DtoClass; target?: CollectionName }> {
  for (const { name, kind, dto: inner } of fieldTable(dto).values()) {
    if (!inner) continue;
    const path = `${before}${name}${kind === 'array' ? '[]' : ''}`;
    const target = collectionBehind(name, names);
    yield { path, dto: inner(), ...(target && { target }) };
    yield* embeddedIn(inner(), `${path}.`);
  }
}

const objectsIn = (collection: CollectionName) =>
  collections.filter(({ name }) => name === collection).flatMap(({ resource }) => [...embeddedIn(resource)]);

export const findReferences = (collection: CollectionName): readonly Reference[] =>
  objectsIn(collection).flatMap(({ path, target }) => (target ? [{ path, target }] : []));

/** The paths of summaries with an id and a name whose entities have no collection. */
export const findSummaries = (collection: CollectionName): string[] =>
  objectsIn(collection)
    .filter(({ dto, target }) => target === undefined && ['id', 'name'].every((key) => fieldTable(dto).has(key)))
    .map(({ path }) => path);

/** The fields of a body that refer to entities: the key of each in a project, and its collection. */
export const projectReferences = [...fieldTable(ProjectCreateDto).keys()].flatMap((field) => {
  if (!/_ids?$/.test(field)) return [];
  const path = filterPath(projectsContract, field.replace(/s$/, '')).replace(/\.id$/, '');
  const target = findReferences('projects').find((reference) => reference.path === path)?.target;
  return target === undefined ? [] : [{ field, key: path.replace('[]', ''), path, target }];
});

/** The summary of an entity, with the keys of one of its summaries. */
export const summarize = (entity: Row, summary: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(summary).map((key) => [key, entity[key] ?? null]));
