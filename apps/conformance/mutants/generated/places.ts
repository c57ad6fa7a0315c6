import { isDeepStrictEqual } from 'node:util';
import { collections, filterTable } from '@resource-catalogue/contracts';

// Access to values in the arguments and the result of a call by paths such as `0.sort.field` and `result.data.0`.

type Holder = Readonly<Record<string, unknown>>;

/** Whether a value is a list or a plain object; a contract, which contains classes, counts as one value. */
function isHolder(value: unknown): value is Holder {
  if (Array.isArray(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return (
    Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every((own) => typeof own !== 'function')
  );
}

export function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return isHolder(value) ? valueAt(value[key], rest) : undefined;
}

type Change = (value: unknown, neighbour: unknown) => unknown;

/** Returns a copy with the value at a path changed, or the value itself if the path does not exist. */
export function replaceAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: Change,
  beside?: unknown,
): unknown {
  if (key === undefined) return change(value, beside);
  if (!isHolder(value) || !Object.hasOwn(value, key)) return value;
  const changed = replaceAt(value[key], rest, change, neighbourAt(value, key));
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}

/** The next different value of the same type in a holder; the value itself if there is none. */
export function neighbourAt(holder: unknown, key: string): unknown {
  if (!isHolder(holder)) return undefined;
  const own = holder[key];
  const keys = Object.keys(holder);
  const after = [...keys.slice(keys.indexOf(key) + 1), ...keys];
  const isOther = (value: unknown): boolean => typeof value === typeof own && !isDeepStrictEqual(value, own);
  const found = after.find((name) => isOther(holder[name]));
  return found === undefined ? own : holder[found];
}

const deepest = 4;

/** The paths below a value; in nested lists only those of the first item. */
export function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (!isHolder(value) || path.length === deepest) return [];
  const keys = Object.keys(value).slice(0, Array.isArray(value) && path.length > 0 ? 1 : undefined);
  return keys.flatMap((key) => [[...path, key], ...pathsIn(value[key], [...path, key])]);
}

/** Collections, fields, operators and enumeration values; other texts do not count as circumstances. */
const words: ReadonlySet<string> = new Set(
  collections.flatMap(({ name, sorts, filters }) => [
    ...[name, ...sorts],
    ...[...filterTable(filters).values()].flatMap(({ field, operators, values = [] }) => [
      field,
      ...operators,
      ...values,
    ]),
  ]),
);

/** The kind of a value that a fault can depend on, such as a word of the interface; null for any other value. */
export function describeKind(value: unknown): string | null {
  if (value === null || typeof value === 'boolean') return String(value);
  if (value === 0) return 'zero';
  if (value === '') return 'empty';
  if (Array.isArray(value)) return ['an empty list', 'a list of one'][value.length] ?? 'a longer list';
  if (typeof value !== 'string') return collections.find((contract) => contract === value)?.name ?? null;
  if (words.has(value)) return value;
  return /[^\x20-\x7e]/.test(value) ? 'not ASCII' : null;
}
