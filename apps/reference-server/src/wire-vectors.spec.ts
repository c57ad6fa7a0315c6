import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import { sendRequest, parseData, parseJson, type Reply } from '../test/send-request.js';
import { makeDataset } from './dataset/dataset.js';
import { readId, isList, isObject, type JsonObject, type JsonValue, objectsAt, type Row, toText } from './json.js';
import { parseInstant } from './query/instants.js';
import type { Test } from './query/list-query.js';
import { readListQuery } from './query/read-list-query.js';
import { type ReferenceServer, startReferenceServer } from './start.js';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ size: 'rich' });
});
afterAll(() => server.close());

/** The vectors of one file with their titles; libs/contracts/wire-vectors/README.md explains them. */
function vectorsOf(file: string): [string, JsonObject][] {
  const url = new URL(`../../../libs/contracts/wire-vectors/${file}.json`, import.meta.url);
  const read: unknown = JSON.parse(readFileSync(url, 'utf8'));
  return (isList(read) ? read.filter(isObject) : []).map((vector, at) => [
    `${at} ${['rule', 'operation', 'title', 'text'].map((key) => toText(vector[key] ?? '')).join(' ')}`,
    vector,
  ]);
}

/** The errors of a problem in the form of the vectors, `place code`, sorted. */
const errorsOf = (problem: JsonObject, place: string): string[] =>
  objectsAt(problem, 'errors')
    .map((entry) => `${toText(entry[place])} ${toText(entry['code'])}`)
    .sort();

function contractOf(name: unknown) {
  const contract = collections.find((one) => one.name === name);
  if (contract === undefined) throw new Error(`Unknown collection ${String(name)}.`);
  return contract;
}

function valueOf(test: Test): unknown {
  const [value = ''] = test.values;
  if (test.operator.endsWith('in')) return test.values;
  if (test.operator === 'eq') return value === 'true';
  return test.filter.kind === 'integer' ? Number(value) : value;
}

function filtersOf(tests: readonly Test[]): Record<string, Record<string, unknown>> {
  const filters: Record<string, Record<string, unknown>> = {};
  for (const test of tests) {
    filters[test.filter.field] = { ...filters[test.filter.field], [test.operator]: valueOf(test) };
  }
  return filters;
}

it.each(vectorsOf('list-queries'))('a valid query is parsed: %s', (_, { collection, query, meaning }) => {
  const read = readListQuery(toText(query), contractOf(collection));
  const { tests, sort, limit } = read;
  expect({ filters: filtersOf(tests), sort: `${sort.descending ? '-' : ''}${sort.field}`, limit }).toEqual(meaning);
});

it.each(vectorsOf('bad-list-queries'))('an invalid query is rejected: %s', async (_, vector) => {
  const reply = await sendRequest(server, `/api/v1/${toText(vector['collection'])}?${toText(vector['query'])}`);
  expect(reply.status).toBe(400);
  expect(errorsOf(parseJson(reply), 'parameter')).toEqual(errorsOf(vector, 'parameter'));
  const alone = errorsOf(vector, 'parameter').join() === 'cursor invalid_cursor';
  expect(parseJson(reply)['code']).toBe(alone ? 'invalid_cursor' : 'invalid_request');
});

it.each(vectorsOf('instants'))('an instant is parsed: %s', (_, { text, instant }) => {
  const time = parseInstant(toText(text));
  expect(time === null ? null : new Date(time).toISOString()).toBe(instant);
});

type Names = Readonly<Record<string, string>>;

/** Names of entities; a name in upper case stands for an id in upper case. */
const withCapitals = (names: Names): Names => ({
  ...names,
  ...Object.fromEntries(Object.entries(names).map(([name, id]) => [name.toUpperCase(), id.toUpperCase()])),
});

/** Expands the shorthand of a vector. */
function expand(value: JsonValue, names: Names): JsonValue {
  if (typeof value === 'string') return value.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
  if (isList(value)) return value.map((item) => expand(item, names));
  if (!isObject(value)) return value;
  const { $repeat: repeat, $list: list, $join: join, times } = value;
  if (typeof repeat === 'string') return repeat.repeat(Number(times));
  if (isList(join)) return join.map((part) => toText(expand(part, names))).join('');
  if (list !== undefined)
    return Array.from({ length: Number(times) }, (_, n) => expand(list, { ...names, n: String(n) }));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner, names)]));
}

const path = '/api/v1/projects';
const sets = new Set(['thematics', 'machines', 'collaborators']);

const { members, machines, spaces, project_thematics, project_licenses } = makeDataset('rich', 1);
const idsOf = (rows: readonly Row[], deleted = false): string[] =>
  rows.filter((row) => ((row['soft_deleted_at'] ?? null) !== null) === deleted).map(({ id }) => id);
const [author = '', member = '', other_member = ''] = idsOf(members);
const [machine = '', other_machine = ''] = idsOf(machines);
const [thematic = '', other_thematic = ''] = idsOf(project_thematics);
const [deleted_member = '', deleted_space = '', deleted_machine = ''] = [members, spaces, machines].flatMap((rows) =>
  idsOf(rows, true).slice(0, 1),
);
const names: Names = withCapitals({
  ...{ author, member, other_member, machine, other_machine, thematic, other_thematic },
  ...{ space: idsOf(spaces)[0] ?? '', license: idsOf(project_licenses)[0] ?? '' },
  ...{ deleted_member, deleted_space, deleted_machine, nothing: '00000000-0000-7000-8000-000000000000' },
});

/** A project with references as ids, and sets of them sorted. */
function withIds(project: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(project).map(([key, value]): [string, JsonValue] => {
      if (sets.has(key) && isList(value)) return [key, value.map((one) => readId(one) ?? toText(one)).sort()];
      return [key, key !== 'image' && isObject(value) ? readId(value) : value];
    }),
  );
}

const send = (method: string, to: string, body: JsonValue): Promise<Reply> => sendRequest(server, to, { method, body });

async function sendVector(vector: JsonObject): Promise<{ reply: Reply; known: Names }> {
  const body = vector['body'] ?? vector['text'] ?? null;
  if (vector['operation'] === 'create') return { reply: await send('POST', path, expand(body, names)), known: names };
  const before = parseData(await send('POST', path, expand(vector['before'] ?? null, names)));
  const foreign = parseData(
    await send('POST', path, { name: 'x', author_id: author, steps: [{ title: 'Elsewhere' }] }),
  );
  const [step_1 = '', step_2 = ''] = objectsAt(before, 'steps').map(({ id }) => toText(id));
  const [foreign_step = ''] = objectsAt(foreign, 'steps').map(({ id }) => toText(id));
  const known = { ...names, ...withCapitals({ step_1, step_2, foreign_step }) };
  return { reply: await send('PATCH', `${path}/${toText(before['id'])}`, expand(body, known)), known };
}

it.each(vectorsOf('project-bodies'))('a valid body is stored: %s', async (_, vector) => {
  const { reply, known } = await sendVector(vector);
  expect(reply).toMatchObject({ status: vector['operation'] === 'create' ? 201 : 200 });
  const expected = expand(vector['project'] ?? null, known);
  expect(withIds(parseData(reply))).toMatchObject(isObject(expected) ? withIds(expected) : {});
  const { text, headers } = await sendRequest(server, `${path}/${toText(parseData(reply)['id'])}`);
  expect([text, headers['etag']]).toEqual([reply.text, reply.headers['etag']]);
});

it.each(vectorsOf('bad-project-bodies'))('an invalid body is rejected: %s', async (_, vector) => {
  const { reply } = await sendVector(vector);
  expect(reply.status).toBe(400);
  expect(errorsOf(parseJson(reply), 'pointer')).toEqual(errorsOf(vector, 'pointer'));
});
