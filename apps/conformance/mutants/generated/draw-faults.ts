import { type AnyCollectionContract, collections, fieldTable, filterTable } from '@resource-catalogue/contracts';
import {
  type JsonObject,
  type JsonValue,
  type ListQuery,
  type Request,
  findRoute,
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
  changingRows,
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
  const [item] = random.sample(items, 1);
  if (item === undefined) throw new Error('Nothing to draw from.');
  return item;
}

type Named<Of> = readonly [name: string, of: Of];

/** Queries of one collection, or only those with a certain part. */
function drawQueries(
  random: Random,
  { name, sorts, filters }: AnyCollectionContract,
): Named<(query: ListQuery) => boolean> {
  const sort = pick(random, sorts);
  const { field } = pick(random, [...filterTable(filters).values()]);
  const [which, applies] = pick<Named<(query: ListQuery) => boolean>>(random, [
    ['', () => true],
    [` sorted by ${sort}`, (query) => query.sort.field === sort],
    [` filtered by ${field}`, ({ tests }) => tests.some(({ filter }) => filter.field === field)],
    [' with two filters', ({ tests }) => tests.length === 2],
    [' in descending order', (query) => query.sort.descending],
    [' after the first page', ({ after }) => after !== null],
    [' with a limit below 10', ({ limit }) => limit < 10],
    [' with a limit above 50', ({ limit }) => limit > 50],
  ]);
  return [`${name}${which}`, (query) => query.contract.name === name && applies(query)];
}

/** Pages with other rows. */
function drawPage(random: Random, contract: AnyCollectionContract): Fault {
  const [where, applies] = drawQueries(random, contract);
  const [name, change] = pick<Named<(rows: readonly Row[]) => readonly Row[]>>(random, [
    ['lack their first row', (rows) => rows.slice(1)],
    ['lack their last row', (rows) => rows.slice(0, -1)],
    ['have their first row twice', (rows) => [...rows.slice(0, 1), ...rows]],
    ['have their first two rows swapped', ([one, other, ...rows]) => (one && other ? [other, one, ...rows] : rows)],
    [
      'have their second row instead of the third',
      (rows) => rows.map((row, at) => (at === 2 ? (rows[1] ?? row) : row)),
    ],
  ]);
  return {
    name: `pages of ${where} ${name}`,
    change: paging(({ rows }, query) => (applies(query) ? { rows: change(rows) } : {})),
  };
}

/** Queries that are misread. */
function drawQuery(random: Random, contract: AnyCollectionContract): Fault {
  const [where, applies] = drawQueries(random, contract);
  const [name, change] = pick<Named<(query: ListQuery) => Partial<ListQuery>>>(random, [
    ['have one row more', ({ limit }) => ({ limit: limit + 1 })],
    ['are in the other direction', ({ compare }) => ({ compare: (a, b) => -compare(a, b) })],
    ['are in order of id', ({ sort }) => ({ sort: { ...sort, field: 'id' } })],
    ['begin again', () => ({ after: null })],
    ['lack their last filter', ({ tests }) => ({ tests: tests.slice(0, -1) })],
  ]);
  return { name: `lists of ${where} ${name}`, change: querying((query) => (applies(query) ? change(query) : {})) };
}

/** One filter that keeps other rows. */
function drawFilter(random: Random, contract: AnyCollectionContract): Fault {
  const { field, operators, kind } = pick(random, [...filterTable(contract.filters).values()]);
  const operator = pick(random, operators);
  const key = field.replace(/_id$/, '');
  const isNullable = fieldTable(contract.resource).get(key)?.nullable === true;
  const isRange = kind === 'datetime' || kind === 'integer';
  const isBound = (row: Row, { values }: Test): boolean => String(row[field]) === values[0];
  const [name, keeps] = pick<Named<(test: Test, row: Row) => boolean>>(random, [
    ['is ignored', () => true],
    ['is inverted', (test, row) => !test.keeps(row)],
    ...(isNullable
      ? [['treats null wrongly', (test: Test, row: Row) => test.keeps(row) !== (row[key] === null)] as const]
      : []),
    ...(isRange
      ? [['treats its bound wrongly', (test: Test, row: Row) => test.keeps(row) !== isBound(row, test)] as const]
      : []),
    ...(isRange || kind === 'boolean'
      ? []
      : [
          [
            'is ignored for several values',
            (test: Test, row: Row) => test.values.length > 1 || test.keeps(row),
          ] as const,
        ]),
  ]);
  return {
    name: `the filter ${field} ${operator} of ${contract.name} ${name}`,
    change: testing((test, row, query) =>
      query.contract.name === contract.name && test.filter.field === field && test.operator === operator
        ? keeps(test, row)
        : test.keeps(row),
    ),
  };
}

const ofText = (change: (text: string) => string) => (value: JsonValue) =>
  typeof value === 'string' ? change(value) : value;

/** A value that only lists, or only gets, return wrongly. */
function drawMember(random: Random): Fault {
  const withGet = collections.filter(({ get }) => get);
  const { name: collection, resource } = pick(random, withGet);
  const { name: key, nullable } = pick(random, [...fieldTable(resource).values()]);
  const [name, change] = pick<Named<(value: JsonValue) => JsonValue>>(random, [
    ['without its last character', ofText((text) => text.slice(0, -1))],
    ['as a text', (value) => (typeof value === 'string' ? [value] : JSON.stringify(value))],
    ...(nullable ? [['null', () => null] as const] : []),
  ]);
  const [where, applies] = pick<Named<typeof isList>>(random, [
    ['lists', isList],
    ['gets', isSingle],
  ]);
  const [which, isChanged] = pick<Named<(row: JsonObject) => boolean>>(random, [
    ['', () => true],
    [' of some rows', ({ id = null }) => /[0-7]$/.test(toText(id))],
  ]);
  const changed = (row: JsonObject) => ({ ...row, [key]: change(row[key] ?? null) });
  return {
    name: `${where} of ${collection} show ${key}${which} ${name}`,
    change: changingRows(collection, (row) => (isChanged(row) ? changed(row) : row), applies),
  };
}

function drawOperation(random: Random, { name, get }: AnyCollectionContract): Named<(request: Request) => boolean> {
  const kind = pick(random, get ? (['list', 'single'] as const) : (['list'] as const));
  const applies = ({ method, path }: Request): boolean => {
    const route = findRoute(path);
    return method === 'GET' && route?.kind === kind && route.contract.name === name;
  };
  return [`GET of ${name} (${kind})`, applies];
}

const everyHeader = ['Content-Type', 'Cache-Control', 'X-Request-Id'];
const envelope = ['data', 'links', 'meta'];
const problem = ['type', 'title', 'status', 'code', 'request_id'];

/** Responses of one operation with another status, header or member. */
function drawResponse(random: Random, contract: AnyCollectionContract): Fault {
  const [where, applies] = drawOperation(random, contract);
  const status = pick(random, [200, 400, 401, 403]);
  const header = pick(random, status === 200 ? [...everyHeader, 'ETag', 'Vary', 'RateLimit'] : everyHeader);
  const member = pick(random, status === 200 ? envelope : problem);
  const [name, change] = pick<Named<Parameters<typeof on>[1]>>(random, [
    [`without ${header}`, withoutHeaders(header)],
    [`with an empty ${header}`, withHeaders({ [header]: '' })],
    [`with the status ${status + 1}`, withStatus(status + 1)],
    [`without ${member}`, withJson((body) => without(body, member))],
    [`with ${member} null`, withJson((body) => ({ ...body, [member]: null }))],
  ]);
  return {
    name: `${where} responds with ${status} ${name}`,
    change: on((response, { request }) => response.status === status && applies(request), change),
  };
}

function drawAccess(random: Random, contract: AnyCollectionContract): Fault {
  const [where, applies] = drawOperation(random, contract);
  const status = pick(random, [401, 403]);
  return { name: `${where} is allowed instead of ${status}`, change: allowing(status, applies) };
}

const texts = ['name', 'summary', 'description'];
const arrays = ['tags', 'steps', 'machines', 'thematics'];

/** Writes that store something else. */
function drawWrite(random: Random): Fault {
  const field = pick(random, [...texts, ...arrays]);
  const method = pick(random, ['POST', 'PATCH']);
  const [name, change] = pick<Named<(value: JsonValue, before: JsonValue) => JsonValue>>(random, [
    ['keeps its former value', (_, before) => before],
    [
      'lacks its last part',
      (value) => (typeof value === 'string' || Array.isArray(value) ? value.slice(0, -1) : value),
    ],
    ...(texts.includes(field) ? [['is in lower case', ofText((text) => text.toLowerCase())] as const] : []),
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

const kinds = [drawPage, drawQuery, drawFilter, drawFilter, drawMember, drawResponse, drawAccess, drawWrite];
