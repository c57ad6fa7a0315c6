import { randomUUID } from 'node:crypto';
import { type CollectionName, fieldTable, ProjectDto } from '@resource-catalogue/contracts';
import {
  isList,
  type JsonObject,
  type JsonValue,
  objectsAt,
  readId,
  type Row,
  isSame,
  summarize,
  toText,
} from '../json.js';
import { findRow, type Store } from '../store.js';
import { renderMarkdown } from './markdown.js';
import { freeSlug } from './slug.js';

interface ReferenceField {
  /** The key of a project that shows the rows that a field refers to. */
  readonly key: string;
  readonly to: CollectionName;
}

export const referenceFields: ReadonlyMap<string, ReferenceField> = new Map<string, ReferenceField>([
  ['author_id', { key: 'author', to: 'members' }],
  ['collaborator_ids', { key: 'collaborators', to: 'members' }],
  ['space_id', { key: 'space', to: 'spaces' }],
  ['license_id', { key: 'license', to: 'project_licenses' }],
  ['thematic_ids', { key: 'thematics', to: 'project_thematics' }],
  ['machine_ids', { key: 'machines', to: 'machines' }],
]);

/** Whether a project refers to a row, in any field. */
export const refersTo = (project: Row, collection: CollectionName, id: string): boolean =>
  [...referenceFields.values()].some(
    ({ key, to }) => to === collection && [project[key], ...objectsAt(project, key)].some((one) => readId(one) === id),
  );

/** A new UUID of version 7 (SHAPE-3). */
export function newId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A project without values. */
const blank = Object.fromEntries(
  [...fieldTable(ProjectDto).values()].map(({ name, kind }) => [name, kind === 'array' ? [] : null]),
);

export function createRow(sent: JsonObject, store: Store): Row {
  const time = Date.now();
  const now = new Date(time).toISOString();
  const slug = freeSlug(toText(sent['name']), new Set(store.rows('projects').map((row) => toText(row['slug']))));
  const draft = { ...blank, id: newId(time), slug, publication_state: 'draft', updated_at: now, created_at: now };
  return changeRow(draft, sent, now, store);
}

export function updateRow(before: Row, sent: JsonObject, store: Store): Row {
  const now = Date.now();
  const after = changeRow(before, sent, new Date(now).toISOString(), store);
  if (isSame(before, after)) return after;
  return { ...after, updated_at: new Date(Math.max(now, Date.parse(before.updated_at) + 1)).toISOString() };
}

function changeRow(before: Row, sent: JsonObject, now: string, store: Store): Row {
  const { description, publication_state: state } = sent;
  const changed = Object.entries(sent).map(([field, value]): [string, JsonValue] => {
    const { key, to } = referenceFields.get(field) ?? {};
    if (key !== undefined && to !== undefined) return [key, references(before[key] ?? null, to, value, store)];
    return [field, field === 'steps' ? objectsAt(sent, 'steps').map(step) : value];
  });
  return {
    ...before,
    ...Object.fromEntries(changed),
    ...(description !== undefined && { description_rendered: renderedOrNull(description) }),
    // The first publication counts, until the project is a draft again (WRITE-5).
    ...(state !== undefined && { published_at: state === 'draft' ? null : (before['published_at'] ?? now) }),
  };
}

const renderedOrNull = (markdown: JsonValue): string | null =>
  typeof markdown === 'string' ? renderMarkdown(markdown) : null;

/** Reordering a set is not a change (SHAPE-10). */
function references(before: JsonValue, to: CollectionName, value: JsonValue, store: Store): JsonValue {
  const known = isList(before) ? before : [before];
  const shown = (id: string): JsonValue => known.find((one) => readId(one) === id) ?? summary(to, id, store);
  if (!isList(value)) return value === null ? null : shown(toText(value));
  const ids = value.map(toText).sort();
  return isSame(known.map(readId).sort(), ids) ? before : ids.map(shown);
}

const summary = (to: CollectionName, id: string, store: Store): JsonObject =>
  summarize(findRow(store, to, id) ?? { id }, ...(to === 'members' ? ['first_name', 'last_name'] : ['name']));

const step = ({ id = newId(Date.now()), title = null, description = null }: JsonObject, index: number): JsonObject => ({
  id,
  position: index + 1,
  title,
  description,
  description_rendered: renderedOrNull(description),
});
