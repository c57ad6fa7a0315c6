import { randomUUID } from 'node:crypto';
import { fieldTable, ProjectDto } from '@resource-catalogue/contracts';
import {
  readId,
  isList,
  type JsonObject,
  type JsonValue,
  objectsAt,
  type Row,
  same,
  summarize,
  toText,
} from '../json.js';
import { rendered } from './markdown.js';
import type { WriteContext } from './readers.js';
import { publishedAt, type Referenced, shownReferences } from './rules.js';
import { freeSlug } from './slugs.js';

/** A new UUID of version 7 (SHAPE-3). */
export function newId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A project with default values. */
const blank = Object.fromEntries(
  [...fieldTable(ProjectDto).values()].map(({ name, kind }) => [name, kind === 'array' ? [] : null]),
);

export function createdRow(sent: JsonObject, takenSlugs: ReadonlySet<string>, context: WriteContext): Row {
  const time = Date.now();
  const now = new Date(time).toISOString();
  const name = toText(sent['name']);
  const state = toText(sent['publication_state'] ?? 'draft');
  const made = {
    ...blank,
    id: newId(time),
    slug: freeSlug(name, takenSlugs),
    name,
    publication_state: state,
    published_at: publishedAt(null, state, now),
    updated_at: now,
    created_at: now,
  };
  return { ...made, ...sentKeys(made, sent, context) };
}

export function updatedRow(before: Row, sent: JsonObject, context: WriteContext): Row {
  const now = Date.now();
  const { name, publication_state: state } = sent;
  const after = {
    ...before,
    ...(typeof name === 'string' && { name }),
    ...sentKeys(before, sent, context),
    ...(typeof state === 'string' && {
      publication_state: state,
      published_at: publishedAt(before, state, new Date(now).toISOString()),
    }),
  };
  if (same(before, after)) return after;
  return { ...after, updated_at: new Date(Math.max(now, Date.parse(before.updated_at) + 1)).toISOString() };
}

/** The keys changed by the sent fields, except those of name and state. */
function sentKeys(before: JsonObject, sent: JsonObject, context: WriteContext): JsonObject {
  const { name: _, publication_state: __, ...fields } = sent;
  const changed: Record<string, JsonValue> = {};
  for (const [field, value] of Object.entries(fields)) {
    const [key, to] = shownReferences.get(field) ?? [field];
    const known = before[key] ?? null;
    const shown = to === undefined ? value : referenceValue(known, to, value, context);
    changed[key] = key === 'steps' ? steps(value) : shown;
    if (key === 'description') changed['description_rendered'] = typeof value === 'string' ? rendered(value) : null;
  }
  return changed;
}

function summary(to: Referenced, id: string, { find }: WriteContext): JsonObject {
  return summarize(find(to, id) ?? { id }, ...(to === 'members' ? ['first_name', 'last_name'] : ['name']));
}

/** Reordering a set is not a change (SHAPE-10). */
function referenceValue(before: JsonValue, to: Referenced, value: JsonValue, context: WriteContext): JsonValue {
  if (typeof value === 'string') return readId(before) === value ? before : summary(to, value, context);
  if (!isList(value)) return null;
  const ids = value.map(String).sort();
  const known = objectsAt({ before }, 'before');
  if (same(known.map(({ id }) => toText(id)).sort(), ids)) return known;
  return ids.map((id) => known.find((one) => one['id'] === id) ?? summary(to, id, context));
}

function steps(value: JsonValue): JsonValue {
  return objectsAt({ value }, 'value').map(({ id, title = null, description = null }, index) => ({
    id: typeof id === 'string' ? id : newId(Date.now()),
    position: index + 1,
    title,
    description,
    description_rendered: typeof description === 'string' ? rendered(description) : null,
  }));
}
