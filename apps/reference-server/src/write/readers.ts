import { parseUuid } from '@resource-catalogue/contracts';
import { isList, isObject, type JsonObject, type JsonValue, objectsAt, type Row } from '../json.js';
import { pointerError, type ValidationError } from '../problem-error.js';
import { pointerStep } from './body-text.js';
import { isUsable, isWebUrl, type Referenced, refersTo } from './rules.js';

export interface WriteContext {
  /** The project to change; null on POST. */
  readonly before: Row | null;
  /** An entity that a project can refer to; null if there is none. */
  readonly find: (collection: Referenced, id: string) => Row | null;
}

/** A location in the body that collects its errors. */
export class Place {
  constructor(
    readonly context: WriteContext,
    readonly errors: ValidationError[],
    readonly pointer = '',
  ) {}

  at(...steps: readonly (string | number)[]): Place {
    const below = steps.map((step) => pointerStep(String(step))).join('');
    return new Place(this.context, this.errors, this.pointer + below);
  }

  refuse(code: ValidationError['code'], detail: string): null {
    this.errors.push(pointerError(this.pointer, code, detail));
    return null;
  }
}

/** Returns the normal form of a sent value; null if it is invalid. */
export type Reader = (value: JsonValue, place: Place) => JsonValue;

interface TextRules {
  readonly min?: number;
  readonly trimmed?: boolean;
  readonly url?: boolean;
}

/** Lengths count code points (WRITE-3). */
export const text =
  (max: number, { min = 0, trimmed = false, url = false }: TextRules = {}) =>
  (value: JsonValue, place: Place): string | null => {
    if (typeof value !== 'string') return place.refuse('invalid_value', 'Must be a string.');
    const read = trimmed ? value.trim() : value;
    const length = [...read].length;
    if (length < min || length > max) return place.refuse('invalid_value', `Must have ${min} to ${max} characters.`);
    return url && !isWebUrl(read) ? place.refuse('invalid_value', 'Must be an http or https URL.') : read;
  };

export const title = text(200, { min: 1, trimmed: true });

export const isAnyOf =
  (values: readonly string[]): Reader =>
  (value, place) =>
    typeof value === 'string' && values.includes(value)
      ? value
      : place.refuse('invalid_value', `Must be one of ${values.join(', ')}.`);

const idIn = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? parseUuid(value) : null);

export const reference =
  (to: Referenced): Reader =>
  (value, place) => {
    const id = idIn(value);
    if (id === null) return place.refuse('invalid_value', 'Must be a UUID.');
    const { before, find } = place.context;
    const row = find(to, id);
    // Only references added by the request must be live (section 9).
    const added = before === null || !refersTo(before, to, id);
    if (row !== null && (!added || isUsable(row))) return id;
    return place.refuse('unknown_reference', 'No resource has this id.');
  };

/** An array; `seen` collects the keys of earlier items to find duplicates. */
const list =
  (max: number, read: (item: JsonValue, place: Place, seen: Set<string>) => JsonValue): Reader =>
  (value, place) => {
    if (!isList(value)) return place.refuse('invalid_value', 'Must be an array.');
    if (value.length > max) place.refuse('too_many', `Must have at most ${max} entries.`);
    const seen = new Set<string>();
    return value.flatMap((item, index) => read(item, place.at(index), seen) ?? []);
  };

function refuseAgain(key: string, place: Place, seen: Set<string>): boolean {
  if (seen.has(key)) place.refuse('duplicate', 'Duplicate entry.');
  return seen.size === seen.add(key).size;
}

export const references = (to: Referenced, max: number): Reader =>
  list(max, (item, place, seen) => {
    const id = idIn(item);
    return id !== null && refuseAgain(id, place, seen) ? null : reference(to)(item, place);
  });

const tag = text(50, { min: 1, trimmed: true });

export const tags = (max: number): Reader =>
  list(max, (item, place, seen) => {
    const read = tag(item, place);
    if (read !== null) refuseAgain(read.toUpperCase().toLowerCase(), place, seen);
    return read;
  });

/** Steps as `{id, title, description}`; the id of a new step is null. */
export const steps = (max: number): Reader =>
  list(max, (item, place, seen) =>
    isObject(item) ? step(item, place, seen) : place.refuse('invalid_value', 'Must be a JSON object.'),
  );

const stepDescription = text(20_000);

function step(sent: JsonObject, place: Place, seen: Set<string>): JsonObject {
  const updating = place.context.before !== null;
  const known = ['title', 'description', ...(updating ? ['id'] : [])];
  for (const key of Object.keys(sent).filter((name) => !known.includes(name)))
    place.at(key).refuse('unknown_field', 'Unknown or read-only field.');
  const { title: name = null, description = null } = sent;
  return {
    id: updating && Object.hasOwn(sent, 'id') ? stepId(sent['id'] ?? null, place.at('id'), seen) : null,
    title:
      name === null ? place.at('title').refuse('required', 'This field is required.') : title(name, place.at('title')),
    description: description === null ? null : stepDescription(description, place.at('description')),
  };
}

function stepId(value: JsonValue, place: Place, seen: Set<string>): string | null {
  if (value === null) return place.refuse('required', 'This field is required.');
  const id = idIn(value);
  if (id === null) return place.refuse('invalid_value', 'Must be a UUID.');
  if (refuseAgain(id, place, seen)) return null;
  const own = objectsAt(place.context.before ?? {}, 'steps').some((known) => known['id'] === id);
  return own ? id : place.refuse('unknown_reference', 'No step of this project has this id.');
}
