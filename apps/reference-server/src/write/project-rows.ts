import { randomUUID } from 'node:crypto';
import { fieldTable, ProjectDto } from '@resource-catalogue/contracts';
import {
  idOf,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  type Row,
  summaryOf,
  textOf,
} from '../json.js';
import type { Referenced } from './fields.js';
import type { Validated } from './validate.js';
import type { WriteContext } from './validate-values.js';

/** A UUID of version 7, made now (SHAPE-3). */
export function newId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** What a write has to go by besides what was sent. */
export interface Making extends WriteContext {
  readonly now: number;
  readonly takenSlugs: ReadonlySet<string>;
}

/** The row that a good POST makes. */
export function createdRow({ sent }: Validated, making: Making): Row {
  const now = new Date(making.now).toISOString();
  const name = textOf(sent['name']);
  const state = textOf(sent['publication_state'] ?? 'draft');
  const made = {
    ...blank,
    id: newId(making.now),
    author: summary('members', textOf(sent['author_id']), making),
    slug: making.behaviour.slugOf(name, making.takenSlugs),
    name,
    publication_state: state,
    published_at: making.behaviour.publishedAt(null, state, now),
    updated_at: now,
    created_at: now,
  };
  return { ...made, ...sentFields(made, sent, making) };
}

/** A project of which nothing is said. */
const blank = Object.fromEntries(
  [...fieldTable(ProjectDto).values()].map(({ name, kind }) => [name, kind === 'array' ? [] : null]),
);

/** The row that a good PATCH makes of the one before. */
export function updatedRow(before: Row, { sent }: Validated, making: Making): Row {
  const { behaviour, now, takenSlugs } = making;
  const name = sent['name'];
  const state = sent['publication_state'];
  const after = {
    ...before,
    ...(typeof name === 'string' && { name, slug: behaviour.slugOnRename(before, name, takenSlugs) }),
    ...sentFields(before, sent, making),
    ...(typeof state === 'string' && {
      publication_state: state,
      published_at: behaviour.publishedAt(before, state, new Date(now).toISOString()),
    }),
  };
  return behaviour.hasChanged(before, after) ? { ...after, updated_at: behaviour.updatedAt(before, now) } : after;
}

const references: Readonly<Record<string, readonly [key: string, to: Referenced]>> = {
  space_id: ['space', 'spaces'],
  license_id: ['license', 'project_licenses'],
  thematic_ids: ['thematics', 'project_thematics'],
  machine_ids: ['machines', 'machines'],
  collaborator_ids: ['collaborators', 'members'],
};

/** The keys that change because of what was sent; name, author and state are not among them. */
function sentFields(before: JsonObject, sent: Validated['sent'], making: Making): JsonObject {
  const changed = Object.entries(sent).flatMap(([field, value]): [string, JsonValue][] => {
    const reference = references[field];
    if (reference !== undefined) {
      const [key, to] = reference;
      return [[key, making.behaviour.merged(key, before[key] ?? null, referenceValue(before, key, to, value, making))]];
    }
    if (field === 'description') return described(value, making);
    if (field === 'steps')
      return [['steps', making.behaviour.merged('steps', before['steps'] ?? null, steps(value, making))]];
    if (field === 'summary' || field === 'external_url' || field === 'tags')
      return [[field, making.behaviour.merged(field, before[field] ?? null, value)]];
    return [];
  });
  return Object.fromEntries(changed);
}

function described(value: JsonValue, { behaviour }: Making): [string, JsonValue][] {
  return [
    ['description', value],
    ['description_rendered', typeof value === 'string' ? behaviour.rendered(value) : null],
  ];
}

function summary(to: Referenced, id: string, making: Making): JsonObject {
  const row = making.find(to, id) ?? { id };
  return summaryOf(row, ...(to === 'members' ? ['first_name', 'last_name'] : ['name']));
}

/** The same set in another order is no change (SHAPE-10). */
function referenceValue(before: JsonObject, key: string, to: Referenced, value: JsonValue, making: Making): JsonValue {
  if (typeof value === 'string')
    return idOf(before[key]) === value ? (before[key] ?? null) : summary(to, value, making);
  if (!isList(value)) return null;
  const ids = value.map(String).sort();
  const known = objectsAt(before, key);
  const same =
    known
      .map(({ id }) => textOf(id))
      .sort()
      .join() === ids.join();
  return same ? known : ids.map((id) => known.find((one) => one['id'] === id) ?? summary(to, id, making));
}

function steps(value: JsonValue, { behaviour, now }: Making): JsonValue {
  if (!isList(value)) return [];
  return value.filter(isObject).map((step, index) => {
    const { id, title, description } = step;
    return {
      id: typeof id === 'string' ? id : newId(now),
      position: index + 1,
      title: title ?? null,
      description: description ?? null,
      description_rendered: typeof description === 'string' ? behaviour.rendered(description) : null,
    };
  });
}
