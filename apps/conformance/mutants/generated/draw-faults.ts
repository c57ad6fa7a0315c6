import { type AnyCollectionContract, collections, fieldTable, filterTable } from '@resource-catalogue/contracts';
import {
  comparePositions,
  type JsonObject,
  type JsonValue,
  type ListQuery,
  type Request,
  routeOf,
  type Row,
  type Test,
  toText,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { Random } from '../../src/kit/random.js';
import {
  allowing,
  isList,
  isSingle,
  on,
  paging,
  querying,
  shown,
  storing,
  testing,
  withHeaders,
  withJson,
  without,
  withoutHeaders,
  withStatus,
} from '../wraps.js';

/** A small mistake drawn by chance. */
export interface Fault {
  readonly name: string;
  readonly change: Wraps;
}

/** Draws different faults; a seed always draws the same ones. */
export function drawFaults(seed: string, count: number): Fault[] {
  const random = new Random(seed);
  const faults = new Map<string, Fault>();
  while (faults.size < count) {
    const fault = pick(random, kinds)(random, pick(random, collections));
    faults.set(fault.name, fault);
  }
  return [...faults.values()];
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = random.pick(items);
  if (item === undefined) throw new Error('Nothing to draw from.');
  return item;
}

type Named<Of> = readonly [name: string, of: Of];

/** Queries of one collection, and of them only those with a certain part. */
function drawQueries(
  random: Random,
  { name, sorts, filters }: AnyCollectionContract,
): Named<(query: ListQuery) => boolean> {
  const sort = pick(random, sorts);
  const { field } = pick(random, [...filterTable(filters).values()]);
  const [which, isMeant] = pick<Named<(query: ListQuery) => boolean>>(random, [
    ['', () => true],
    [` sorted by ${sort}`, (query) => query.sort.field === sort],
    [` filtered by ${field}`, ({ tests }) => tests.some(({ filter }) => filter.field === field)],
    [' with two filters', ({ tests }) => tests.length === 2],
    [' in descending order', (query) => query.sort.descending],
    [' after the first page', ({ after }) => after !== null],
    [' with a limit below 10', ({ limit }) => limit < 10],
    [' with a limit above 50', ({ limit }) => limit > 50],
  ]);
  return [`${name}${which}`, (query) => query.contract.name === name && isMeant(query)];
}

/** Pages with other rows. */
function drawPage(random: Random, contract: AnyCollectionContract): Fault {
  const [where, isMeant] = drawQueries(random, contract);
  const [name, change] = pick<Named<(rows: readonly Row[]) => readonly Row[]>>(random, [
    ['lack their first row', (rows) => rows.slice(1)],
    ['lack their last row', (rows) => rows.slice(0, -1)],
    ['have their first row twice', (rows) => [...rows.slice(0, 1), ...rows]],
    ['have their first two rows swapped', ([one, other, ...rows]) => (one && other ? [other, one, ...rows] : rows)],
    [
      'have their second row in place of the third',
      (rows) => rows.map((row, at) => (at === 2 ? (rows[1] ?? row) : row)),
    ],
  ]);
  return {
    name: `pages of ${where} ${name}`,
    change: paging(({ rows }, query) => (isMeant(query) ? { rows: change(rows) } : {})),
  };
}

/** Queries understood otherwise. */
function drawQuery(random: Random, contract: AnyCollectionContract): Fault {
  const [where, isMeant] = drawQueries(random, contract);
  const other = pick(random, contract.sorts);
  const [name, change] = pick<Named<(query: ListQuery) => Partial<ListQuery>>>(random, [
    ['have one row more', ({ limit }) => ({ limit: limit + 1 })],
    ['are in the other direction', ({ compare }) => ({ compare: (a, b) => -compare(a, b) })],
    [
      'have their ties in the other direction',
      ({ compare, sort }) => ({
        compare: (a, b) => (a.key === b.key ? comparePositions(b, a, sort) : compare(a, b)),
      }),
    ],
    [`are sorted by ${other}`, ({ sort }) => ({ sort: { ...sort, field: other } })],
    ['begin again', () => ({ after: null })],
    ['have only their first filter', ({ tests }) => ({ tests: tests.slice(0, 1) })],
  ]);
  return { name: `lists of ${where} ${name}`, change: querying((query) => (isMeant(query) ? change(query) : {})) };
}

/** One filter that keeps other rows. */
function drawFilter(random: Random, contract: AnyCollectionContract): Fault {
  const filter = pick(random, [...filterTable(contract.filters).values()]);
  const operator = pick(random, filter.operators);
  const isBound = (row: Row, { values }: Test): boolean => row[filter.field] === values[0];
  const [name, keeps] = pick<Named<(test: Test, row: Row) => boolean>>(random, [
    ['is ignored', () => true],
    ['is inverted', (test, row) => !test.keeps(row)],
    ['keeps null', (test, row) => row[filter.field.replace(/_id$/, '')] === null || test.keeps(row)],
    ['drops null', (test, row) => row[filter.field.replace(/_id$/, '')] !== null && test.keeps(row)],
    ['treats its bound otherwise', (test, row) => test.keeps(row) !== isBound(row, test)],
    ['is ignored for several values', (test, row) => test.values.length > 1 || test.keeps(row)],
    ['keeps nothing for several values', (test, row) => test.values.length < 2 && test.keeps(row)],
  ]);
  return {
    name: `the filter ${filter.field} ${operator} of ${contract.name} ${name}`,
    change: testing((test, row, query) =>
      query.contract.name === contract.name && test.filter.field === filter.field && test.operator === operator
        ? keeps(test, row)
        : test.keeps(row),
    ),
  };
}

const ofText = (change: (text: string) => string) => (value: JsonValue) =>
  typeof value === 'string' ? change(value) : value;

/** A value that only lists, or only gets, show otherwise. */
function drawMember(random: Random, { name: collection, resource }: AnyCollectionContract): Fault {
  const { name: key, nullable } = pick(random, [...fieldTable(resource).values()]);
  const [name, change] = pick<Named<(value: JsonValue) => JsonValue>>(random, [
    ['in upper case', ofText((text) => text.toUpperCase())],
    ['without its last character', ofText((text) => text.slice(0, -1))],
    ['as a text', (value) => (typeof value === 'string' ? [value] : JSON.stringify(value))],
    ...(nullable ? [['null', () => null] as const] : []),
  ]);
  const [where, isMeant] = pick<Named<typeof isList>>(random, [
    ['lists', isList],
    ['gets', isSingle],
  ]);
  const [which, isChanged] = pick<Named<(row: JsonObject) => boolean>>(random, [
    ['', () => true],
    [' of some rows', ({ id = null }) => /[0-7]$/.test(toText(id))],
    [' of soft-deleted rows', ({ soft_deleted_at: at = null }) => at !== null],
  ]);
  const changed = (row: JsonObject) => ({ ...row, [key]: change(row[key] ?? null) });
  return {
    name: `${where} of ${collection} show ${key}${which} ${name}`,
    change: shown(collection, (row) => (isChanged(row) ? changed(row) : row), isMeant),
  };
}

function drawOperation(random: Random, { name, get }: AnyCollectionContract): Named<(request: Request) => boolean> {
  const kind = pick(random, get ? (['list', 'single'] as const) : (['list'] as const));
  const isMeant = ({ method, path }: Request): boolean => {
    const route = routeOf(path);
    return method === 'GET' && route?.kind === kind && route.contract.name === name;
  };
  return [`GET of ${name} (${kind})`, isMeant];
}

const headers = ['Content-Type', 'ETag', 'Cache-Control', 'Vary', 'RateLimit', 'X-Request-Id'];
const envelope = ['data', 'links', 'meta'];
const problem = ['type', 'title', 'status', 'code', 'request_id', 'detail'];

/** Responses of one operation with another status, header or member. */
function drawAnswer(random: Random, contract: AnyCollectionContract): Fault {
  const [where, isMeant] = drawOperation(random, contract);
  const status = pick(random, [200, 400, 401, 403]);
  const header = pick(random, headers);
  const member = pick(random, status === 200 ? envelope : problem);
  const [name, change] = pick<Named<Parameters<typeof on>[1]>>(random, [
    [`without ${header}`, withoutHeaders(header)],
    [`with an empty ${header}`, withHeaders({ [header]: '' })],
    [`with the status ${status + 1}`, withStatus(status + 1)],
    [`without ${member}`, withJson((body) => without(body, member))],
    [`with ${member} null`, withJson((body) => ({ ...body, [member]: null }))],
    [`with an extra ${member}s`, withJson((body) => ({ ...body, [`${member}s`]: null }))],
  ]);
  return {
    name: `${where} is answered with ${status} ${name}`,
    change: on((answer, { request }) => answer.status === status && isMeant(request), change),
  };
}

function drawAccess(random: Random, contract: AnyCollectionContract): Fault {
  const [where, isMeant] = drawOperation(random, contract);
  const status = pick(random, [401, 403]);
  return { name: `${where} is allowed instead of ${status}`, change: allowing(status, isMeant) };
}

const writeFields = [
  'name',
  'summary',
  'description',
  'tags',
  'steps',
  'space',
  'machines',
  'external_url',
  'updated_at',
];

/** Writes that store something else. */
function drawWrite(random: Random): Fault {
  const field = pick(random, writeFields);
  const method = pick(random, ['POST', 'PATCH']);
  const [name, change] = pick<Named<(value: JsonValue, before: JsonValue) => JsonValue>>(random, [
    ['keeps its former value', (_, before) => before],
    ['is trimmed and in lower case', ofText((text) => text.trim().toLowerCase())],
    [
      'lacks its last part',
      (value) => (typeof value === 'string' || Array.isArray(value) ? value.slice(0, -1) : value),
    ],
    ['is reversed', (value) => (Array.isArray(value) ? value.toReversed() : value)],
  ]);
  return {
    name: `after a ${method}, ${field} ${name}`,
    change: storing((after, before) =>
      (before === null) === (method === 'POST')
        ? { ...after, [field]: change(after[field] ?? null, before?.[field] ?? null) }
        : after,
    ),
  };
}

const kinds = [drawPage, drawQuery, drawFilter, drawFilter, drawMember, drawAnswer, drawAccess, drawWrite];
