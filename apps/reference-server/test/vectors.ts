import { readFileSync } from 'node:fs';
import { isList, isObject, type JsonObject, type JsonValue, textOf } from '../src/json.js';

/** The vectors of one file: libs/contracts/wire-vectors/README.md says what they mean. */
export function vectorsOf(file: string): JsonObject[] {
  const url = new URL(`../../../libs/contracts/wire-vectors/${file}.json`, import.meta.url);
  const read: unknown = JSON.parse(readFileSync(url, 'utf8'));
  return isList(read) ? read.filter(isObject) : [];
}

export const titled = (vectors: readonly JsonObject[]): [string, JsonObject][] =>
  vectors.map((vector, at) => [
    `${at} ${['rule', 'operation', 'title', 'text'].map((key) => textOf(vector[key] ?? '')).join(' ')}`,
    vector,
  ]);

export type Names = Readonly<Record<string, string>>;

/** The names of entities, and the same in capitals for their ids in capitals. */
export const withCapitals = (names: Names): Names => ({
  ...names,
  ...Object.fromEntries(Object.entries(names).map(([name, id]) => [name.toUpperCase(), id.toUpperCase()])),
});

/** Writes a vector's shorthand out. */
export function expanded(value: JsonValue, names: Names): JsonValue {
  if (typeof value === 'string') return value.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
  if (isList(value)) return value.map((item) => expanded(item, names));
  if (!isObject(value)) return value;
  const { $repeat: repeat, $list: list, $join: join, times } = value;
  if (typeof repeat === 'string') return repeat.repeat(Number(times));
  if (isList(join)) return join.map((part) => textOf(expanded(part, names))).join('');
  if (list !== undefined)
    return Array.from({ length: Number(times) }, (_, n) => expanded(list, { ...names, n: String(n) }));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expanded(inner, names)]));
}

/** The entries of a problem's errors, as the vectors have them: `place code`, in any order. */
export const errorsOf = (problem: JsonObject, place: string): string[] => {
  const entries = problem['errors'];
  return (isList(entries) ? entries.filter(isObject) : [])
    .map((entry) => `${textOf(entry[place])} ${textOf(entry['code'])}`)
    .sort();
};
