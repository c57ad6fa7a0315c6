import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  type Row,
} from '@resource-catalogue/reference-server';
import { without } from './answers.js';

// Changes to rows, in lists and in single gets.

type Shown = Pick<Behaviour, 'shownInList' | 'shownAlone'>;

/** Changes the rows of the given collections, or of all if none is given. */
export function changeRows(collections: readonly CollectionName[], change: (row: JsonObject) => JsonObject): Shown {
  const shown: Behaviour['shownInList'] = (row, { name }) =>
    collections.length === 0 || collections.includes(name) ? change(row) : row;
  return { shownInList: shown, shownAlone: shown };
}

/** Returns the new value; undefined removes the key. `holder` is the object that has the key. */
type Change = (value: JsonValue, holder: JsonObject) => JsonValue | undefined;

type Path = `${CollectionName}.${string}`;

/** Changes a value: `events.prices.currency` is the currency of each price of each event. */
export function valueAt(path: Path, change: Change): Shown {
  const [collection = '', ...keys] = path.split('.');
  const shown: Behaviour['shownInList'] = (row, { name }) => (name === collection ? along(row, keys, change) : row);
  return { shownInList: shown, shownAlone: shown };
}

function along(object: JsonObject, [key = '', ...rest]: readonly string[], change: Change): JsonObject {
  const value = object[key];
  if (value === undefined) return object;
  if (rest.length > 0) {
    const inner = (one: JsonValue): JsonValue => (isObject(one) ? along(one, rest, change) : one);
    return { ...object, [key]: isList(value) ? value.map(inner) : inner(value) };
  }
  const changed = change(value, object);
  return changed === undefined ? without(object, key) : { ...object, [key]: changed };
}

/** Changes a text but keeps a null. */
export const textAt = (path: Path, change: (text: string) => JsonValue): Shown =>
  valueAt(path, (value) => (typeof value === 'string' ? change(value) : value));

/** Changes an object but keeps a null. */
export const objectAt = (path: Path, change: (object: JsonObject) => JsonValue): Shown =>
  valueAt(path, (value) => (isObject(value) ? change(value) : value));

export const reversed = (value: JsonValue): JsonValue => (isList(value) ? [...value].reverse() : value);

/** Changes every value within a value, from the inside out. */
export function throughout(value: JsonObject, change: (inner: JsonValue) => JsonValue): JsonObject {
  const inner = (one: JsonValue): JsonValue =>
    change(isList(one) ? one.map(inner) : isObject(one) ? throughout(one, change) : one);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
}

/** Changes each item of the array under a key. */
export const withItems = <Holder extends JsonObject>(
  row: Holder,
  key: string,
  change: (item: JsonObject, index: number) => JsonObject,
): Holder => ({ ...row, [key]: objectsAt(row, key).map(change) });

/** Changes the project that a POST stores. */
export const created = (change: (project: Row) => Row): Pick<Behaviour, 'stored'> => ({
  stored: ({ before, after }) => (before === null ? change(after) : after),
});

/** Changes the project that a PATCH stores. */
export const changed = (change: (after: Row, before: Row) => Row): Pick<Behaviour, 'stored'> => ({
  stored: ({ before, after }) => (before === null ? after : change(after, before)),
});
