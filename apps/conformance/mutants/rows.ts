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

// How mutants show rows otherwise, in lists and alone.

type Shown = Pick<Behaviour, 'shownInList' | 'shownAlone'>;

/** Changes the rows of some collections; of all, if none is named. */
export function rowsOf(collections: readonly CollectionName[], change: (row: JsonObject) => JsonObject): Shown {
  const shown: Behaviour['shownInList'] = (row, { name }) =>
    collections.length === 0 || collections.includes(name) ? change(row) : row;
  return { shownInList: shown, shownAlone: shown };
}

/** A value in place of another; undefined takes the key out. `holder` is the object that has the key. */
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

/** Changes a text, and leaves a null as it is. */
export const textAt = (path: Path, change: (text: string) => JsonValue): Shown =>
  valueAt(path, (value) => (typeof value === 'string' ? change(value) : value));

/** Changes an object, and leaves a null as it is. */
export const objectAt = (path: Path, change: (object: JsonObject) => JsonValue): Shown =>
  valueAt(path, (value) => (isObject(value) ? change(value) : value));

export const reversed = (value: JsonValue): JsonValue => (isList(value) ? [...value].reverse() : value);

/** Changes every value within a value, from the inside out. */
export function throughout(value: JsonObject, change: (inner: JsonValue) => JsonValue): JsonObject {
  const inner = (one: JsonValue): JsonValue =>
    change(isList(one) ? one.map(inner) : isObject(one) ? throughout(one, change) : one);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
}

/** A row whose items under a key are changed one by one. */
export const withItems = <Holder extends JsonObject>(
  row: Holder,
  key: string,
  change: (item: JsonObject, index: number) => JsonObject,
): Holder => ({ ...row, [key]: objectsAt(row, key).map(change) });

/** Of a POST another project is stored. */
export const created = (change: (project: Row) => Row): Pick<Behaviour, 'stored'> => ({
  stored: ({ before, after }) => (before === null ? change(after) : after),
});

/** Of a PATCH another project is stored. */
export const changed = (change: (after: Row, before: Row) => Row): Pick<Behaviour, 'stored'> => ({
  stored: ({ before, after }) => (before === null ? after : change(after, before)),
});
