import { isList, isObject, type JsonObject, type JsonValue, objectsAt, type Row } from '../json.js';
import { pointerError, type ValidationError } from '../problem-error.js';
import { uuidOf } from '../query/values.js';
import { pointerStep } from './body-text.js';
import { type FieldRule, type Referenced, stepDescription, stepTitle, type TextRule } from './fields.js';
import type { WriteBehaviour } from './write-behaviour.js';

/** What a write is validated against. */
export interface WriteContext {
  /** The project to be changed, null on POST. */
  readonly before: Row | null;
  /** An entity that a project can refer to, null where there is none. */
  readonly find: (collection: Referenced, id: string) => Row | null;
  readonly behaviour: WriteBehaviour;
}

/** A place of the body, and where errors of it are noted. */
export interface Place {
  readonly pointer: string;
  readonly errors: ValidationError[];
  readonly context: WriteContext;
}

export function note({ pointer, errors }: Place, code: ValidationError['code'], detail: string, below = ''): null {
  errors.push(pointerError(pointer + below, code, detail));
  return null;
}

/** The normal form of a sent value; null where it has none, or is not valid. */
export function validValue(value: JsonValue, rule: FieldRule, place: Place): JsonValue {
  switch (rule.kind) {
    case 'text':
      return validText(value, rule, place);
    case 'state':
      return typeof value === 'string' && rule.values.includes(value)
        ? value
        : note(place, 'invalid_value', `Must be one of ${rule.values.join(', ')}.`);
    case 'reference':
      return validReference(value, rule.to, place);
    case 'references':
      return validReferences(value, rule, place);
    case 'tags':
      return validTags(value, rule.most, rule.each, place);
    case 'steps':
      return validSteps(value, rule.most, place);
  }
}

function validReference(value: JsonValue, to: Referenced, place: Place, below = ''): string | null {
  const id = typeof value === 'string' ? uuidOf(value) : null;
  if (id === null) return note(place, 'invalid_value', 'Must be a UUID.', below);
  const { before, find, behaviour } = place.context;
  const row = find(to, id);
  // Only what the request adds has to be live (section 9).
  const added = before === null || !behaviour.refersTo(before, to, id);
  if (row !== null && (!added || behaviour.isUsable(row))) return id;
  return note(place, 'unknown_reference', 'There is nothing live with this id.', below);
}

function validReferences(value: JsonValue, rule: { to: Referenced; most: number }, place: Place): JsonValue {
  if (!isList(value)) return note(place, 'invalid_value', 'Must be an array.');
  if (value.length > rule.most) note(place, 'too_many', `Must have at most ${rule.most} entries.`);
  const ids = new Set<string>();
  for (const [index, item] of value.entries()) {
    const id = typeof item === 'string' ? uuidOf(item) : null;
    if (id !== null && ids.has(id)) note(place, 'duplicate', 'Stands in the array already.', `/${index}`);
    else {
      validReference(item, rule.to, place, `/${index}`);
      if (id !== null) ids.add(id);
    }
  }
  return [...ids];
}

/** A text in its normal form; lengths count code points (WRITE-3). */
function validText(value: JsonValue, rule: TextRule, place: Place, below = ''): string | null {
  const { behaviour } = place.context;
  if (typeof value !== 'string') return note(place, 'invalid_value', 'Must be a text.', below);
  const text = rule.trimmed ? behaviour.trimmed(value) : value;
  const length = behaviour.lengthOf(text);
  if (length < rule.least || length > rule.most)
    return note(place, 'invalid_value', `Must have ${rule.least} to ${rule.most} characters.`, below);
  if (rule.url && !behaviour.isWebUrl(text))
    return note(place, 'invalid_value', 'Must be an http or https URL.', below);
  return text;
}

function validTags(value: JsonValue, most: number, each: TextRule, place: Place): JsonValue {
  if (!isList(value)) return note(place, 'invalid_value', 'Must be an array.');
  if (value.length > most) note(place, 'too_many', `Must have at most ${most} entries.`);
  const seen = new Set<string>();
  return value.flatMap((item, index) => {
    const tag = validText(item, each, place, `/${index}`);
    if (tag === null) return [];
    const folded = place.context.behaviour.folded(tag);
    if (seen.has(folded)) note(place, 'duplicate', 'Stands in the array already.', `/${index}`);
    seen.add(folded);
    return [tag];
  });
}

/** Steps as `{id, title, description}`, the id null where the step is new. */
function validSteps(value: JsonValue, most: number, place: Place): JsonValue {
  if (!isList(value)) return note(place, 'invalid_value', 'Must be an array.');
  if (value.length > most) note(place, 'too_many', `Must have at most ${most} entries.`);
  const ids = new Set<string>();
  return value.flatMap((item, index) => {
    const own: Place = { ...place, pointer: `${place.pointer}/${index}` };
    if (isObject(item)) return [validStep(item, ids, own)];
    note(own, 'invalid_value', 'Must be an object.');
    return [];
  });
}

function validStep(step: JsonObject, ids: Set<string>, place: Place): JsonObject {
  const updating = place.context.before !== null;
  for (const key of Object.keys(step)) {
    if (key !== 'title' && key !== 'description' && !(updating && key === 'id'))
      note(place, 'unknown_field', 'There is no such field.', pointerStep(key));
  }
  const { title, description } = step;
  const missing = title === undefined || title === null;
  if (missing) note(place, 'required', 'This field must have a value.', '/title');
  const described = description === undefined || description === null;
  return {
    id: updating && Object.hasOwn(step, 'id') ? validStepId(step['id'] ?? null, ids, place) : null,
    title: missing ? null : validText(title, stepTitle, place, '/title'),
    description: described ? null : validText(description, stepDescription, place, '/description'),
  };
}

function validStepId(value: JsonValue, ids: Set<string>, place: Place): string | null {
  if (value === null) return note(place, 'required', 'Leave the id out, or name a step.', '/id');
  const id = typeof value === 'string' ? uuidOf(value) : null;
  if (id === null) return note(place, 'invalid_value', 'Must be a UUID.', '/id');
  if (ids.has(id)) return note(place, 'duplicate', 'This step stands in the array already.', '/id');
  ids.add(id);
  const { before } = place.context;
  const own = before !== null && objectsAt(before, 'steps').some((step) => step['id'] === id);
  return own ? id : note(place, 'unknown_reference', 'The project has no such step.', '/id');
}
