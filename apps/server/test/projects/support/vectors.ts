import { readFileSync } from 'node:fs';
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import type { Entities } from './entities.js';

// The same data that the client and the conformance suite read: libs/contracts/wire-vectors/README.md says what they mean.

export interface Vector {
  readonly title: string;
  readonly operation: 'create' | 'update';
  /** The body of the project that an update changes. */
  readonly before: unknown;
  readonly vector: JsonObject;
}

export function vectorsOf(file: string): [string, Vector][] {
  const url = new URL(`../../../../../libs/contracts/wire-vectors/${file}.json`, import.meta.url);
  const read: unknown = JSON.parse(readFileSync(url, 'utf8'));
  return arrayOf(read).map((item) => {
    const vector = objectOf(item);
    const operation = vector['operation'] === 'create' ? 'create' : 'update';
    const title = `${textOf(vector['rule'])}: ${operation}, ${textOf(vector['title'])}`;
    return [title, { title, operation, before: vector['before'], vector }];
  });
}

export type Names = Readonly<Record<string, string>>;

/** The names of the vectors, and which ids they stand for. */
export function namesOf(entities: Entities): Names {
  const { author, nothing, members, machines, thematics, spaces, licenses } = entities;
  const [member = '', otherMember = ''] = members;
  const [machine = '', otherMachine = ''] = machines;
  const [thematic = '', otherThematic = ''] = thematics;
  const { deletedMember: deleted_member, deletedSpace: deleted_space, deletedMachine: deleted_machine } = entities;
  return withShouted({
    ...{ author, nothing, member, machine, thematic, space: spaces[0] ?? '', license: licenses[0] ?? '' },
    ...{ other_member: otherMember, other_machine: otherMachine, other_thematic: otherThematic },
    ...{ deleted_member, deleted_space, deleted_machine },
  });
}

export function stepNames(project: JsonObject, foreign: JsonObject): Names {
  const [one, two] = idsOfSteps(project);
  return withShouted({ step_1: one ?? '', step_2: two ?? '', foreign_step: idsOfSteps(foreign)[0] ?? '' });
}

const idsOfSteps = (project: JsonObject): string[] =>
  arrayOf(project['steps']).map((step) => textOf(objectOf(step)['id']));

const withShouted = (names: Names): Names => ({
  ...names,
  ...Object.fromEntries(Object.entries(names).map(([name, id]) => [name.toUpperCase(), id.toUpperCase()])),
});

/** Writes a vector's shorthand out and puts ids in the place of names. */
export function expanded(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return value.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
  if (Array.isArray(value)) return value.map((item) => expanded(item, names));
  if (!isObject(value)) return value;
  const { $repeat: repeat, $list: list, $join: join, times } = value;
  if (typeof repeat === 'string') return repeat.repeat(Number(times));
  if (Array.isArray(join)) return join.map((part) => expanded(part, names)).join('');
  if (list !== undefined) {
    return Array.from({ length: Number(times) }, (_, n) => expanded(list, { ...names, n: String(n) }));
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expanded(inner, names)]));
}
