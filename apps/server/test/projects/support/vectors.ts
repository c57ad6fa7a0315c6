import { readFileSync } from 'node:fs';
import { asArray, isObject, type JsonObject, asObject, asText } from '@resource-catalogue/testing/json';

// libs/contracts/wire-vectors/README.md explains these files, which the reference server also reads.

export interface Vector {
  readonly operation: 'create' | 'update';
  /** The body of the project that an update changes. */
  readonly before: unknown;
  readonly vector: JsonObject;
}

export function vectorsOf(file: string): [title: string, vector: Vector][] {
  const url = new URL(`../../../../../libs/contracts/wire-vectors/${file}.json`, import.meta.url);
  return asArray(JSON.parse(readFileSync(url, 'utf8'))).map((item) => {
    const vector = asObject(item);
    const operation = vector['operation'] === 'create' ? 'create' : 'update';
    const title = `${asText(vector['rule'])}: ${operation}, ${asText(vector['title'])}`;
    return [title, { operation, before: vector['before'], vector }];
  });
}

/** Expands the shorthand of a vector. A name in braces becomes its id, in upper case for a name in upper case. */
export function expandVector(value: unknown, idOf: (name: string) => string): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === name.toUpperCase() ? idOf(name.toLowerCase()).toUpperCase() : idOf(name),
    );
  if (Array.isArray(value)) return value.map((item) => expandVector(item, idOf));
  if (!isObject(value)) return value;
  const { $repeat: repeat, $list: list, $join: join, times } = value;
  if (typeof repeat === 'string') return repeat.repeat(Number(times));
  if (Array.isArray(join)) return join.map((part) => expandVector(part, idOf)).join('');
  if (list !== undefined)
    return Array.from({ length: Number(times) }, (_, n) =>
      expandVector(list, (name) => (name === 'n' ? String(n) : idOf(name))),
    );
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expandVector(inner, idOf)]));
}
