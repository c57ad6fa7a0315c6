import { type BodyField, collectChanges, isSame } from './body.js';
import { isObject, type JsonObject, asList, asObject } from './json.js';

/** The input of a form, with its original. */
export interface Draft {
  /** The row as read, as a body; a body without values for a new row. */
  readonly base: JsonObject;
  readonly values: JsonObject;
  /** The `ETag` of the row; the `Idempotency-Key` of a new row. */
  readonly version: string;
  /** Changes on the server since the row was read. */
  readonly conflicts: readonly Conflict[];
}

/** A field that has changed on the server. */
export interface Conflict {
  readonly field: BodyField;
  readonly theirs: unknown;
  /** The input; undefined if there is none. */
  readonly own?: unknown;
}

export const isChanged = (fields: readonly BodyField[], { base, values }: Draft): boolean =>
  Object.keys(collectChanges(fields, base, values)).length > 0;

/**
 * Rebases the draft onto a later version of its row. Untouched fields get the new values. Typed values are kept:
 * those that differ on the server become conflicts.
 */
export function rebased(fields: readonly BodyField[], draft: Draft, row: JsonObject, version: string): Draft {
  const touched = collectChanges(fields, draft.base, draft.values);
  const moved = collectChanges(fields, draft.base, row);
  const values = Object.fromEntries(
    fields.map((field) => [field.name, field.name in touched ? keepable(field, draft.values, row) : row[field.name]]),
  );
  const differing = collectChanges(fields, row, values);
  const conflicts = fields
    .filter(({ name }) => name in moved && (name in differing || !(name in touched)))
    .map((field) => ({
      field,
      theirs: row[field.name],
      ...(field.name in touched && { own: values[field.name] }),
    }));
  return { base: row, values, version, conflicts };
}

/** A part that no longer exists on the server becomes a new one. */
function keepable({ name, kind }: BodyField, values: JsonObject, row: JsonObject): unknown {
  if (kind !== 'parts') return values[name];
  const known = asList(row[name]).map((part) => asObject(part)['id']);
  return asList(values[name])
    .filter(isObject)
    .map((part) => (known.includes(part['id']) ? part : { ...part, id: null }));
}

/** The draft with one side of a conflict as the value of its field. */
export function settled(draft: Draft, { field, theirs, own }: Conflict, side: 'theirs' | 'own'): Draft {
  const current = draft.values[field.name];
  // Input after the conflict was shown is kept.
  const kept = isSame(current, theirs) ? own : current;
  const conflicts = draft.conflicts.map((one) => (one.field === field ? { ...one, own: kept } : one));
  return { ...draft, conflicts, values: { ...draft.values, [field.name]: side === 'theirs' ? theirs : kept } };
}
