import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, list, listPage } from '@resource-catalogue/client';
import { freeTimes } from '@resource-catalogue/client/availability';
import {
  collections,
  type FilterField,
  type FilterKind,
  filterTable,
  setOperators,
} from '@resource-catalogue/contracts';
import { type JsonValue, type ReferenceServer, startReferenceServer } from '@resource-catalogue/reference-server';
import fc from '@resource-catalogue/testing/fast-check';
import { asArray, asObject, type JsonObject } from '@resource-catalogue/testing/json';
import { type Call, connect } from '../test/connect.js';
import { maxCharacters } from './compact.js';
import { createMcpServer } from './server.js';

async function connectTo(url: string, token: string): ReturnType<typeof connect> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createMcpServer(url, token).connect(there);
  return connect(here);
}
const toolsFor = async (url: string, token: string): Promise<Call> => (await connectTo(url, token)).call;

let mock: ReferenceServer;
let call: Call;
beforeAll(async () => {
  mock = await startReferenceServer({ size: 'rich', quota: { requests: 1, seconds: 3600 } });
  call = await toolsFor(mock.url, mock.tokens.full);
});
afterAll(() => mock.close());

const makeClient = () => createClient({ baseUrl: mock.url, token: mock.tokens.full });
const rowsOf = (json: JsonObject): JsonObject[] => asArray(json['rows']).map(asObject);

/** The rows of all pages, each of which has a bounded size. */
async function listAll(args: JsonObject): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for (let cursor: unknown; ;) {
    const { json, text, isError } = await call('list', { ...args, ...(cursor !== undefined && { cursor }) });
    if (isError) throw new Error(text);
    expect(text.length).toBeLessThan(maxCharacters + 500);
    rows.push(...rowsOf(json));
    cursor = json['cursor'];
    if (cursor === undefined) return rows;
  }
}

describe.each(collections)('the collection $name', ({ name, unique, filters }) => {
  const idsBy = async (query: object) => {
    const rows = await list<{ id: string }, unknown, string>(makeClient().transport, { name }, query).toArray({
      max: 1e4,
    });
    return rows.map(({ id }) => id);
  };

  it('can be paged through, with rows of any size', async () => {
    const rows = await listAll({ collection: name, limit: 200 });
    expect(rows.map(({ id }) => id)).toEqual(await idsBy({}));
  });

  it('has rows that can be read by id and by unique key', async () => {
    const rows = await listAll({ collection: name });
    for (const row of rows.slice(0, 5)) {
      expect((await call('get', { collection: name, key: String(row['id']).toUpperCase() })).json).toEqual({ row });
      if (unique.length !== 1 || unique[0]?.length !== 1 || row['soft_deleted_at'] !== undefined) continue;
      const key = row[unique[0][0] ?? ''];
      expect((await call('get', { collection: name, key })).json).toEqual({ row });
      expect((await call('find', { collection: name, text: key })).json).toEqual({ rows: [row] });
    }
  });

  it('has only filters that the service takes, with the same rows', async () => {
    const client = makeClient();
    const cases = [...filterTable(filters).values()].flatMap((filter) =>
      filter.operators.map((operator) => ({ field: filter.field, operator, values: valuesOf(filter, operator) })),
    );
    for (const { field, operator, values } of cases)
      for (const value of fc.sample(values, 1)) {
        const filters = { [field]: { [operator]: value } };
        const { text, json, isError } = await call('list', { collection: name, filters, limit: 5 });
        expect([filters, isError, isError && text]).toEqual([filters, false, false]);
        const { data } = await listPage<JsonObject, unknown, string>(client.transport, { name }, { filters, limit: 5 });
        const ids = rowsOf(json).map(({ id }) => id);
        expect(ids).toEqual(data.slice(0, ids.length).map(({ id }) => id));
      }
  });
});

it('shows the filters of the contract in a schema that is not too long for an assistant', async () => {
  const { tools } = await (await connectTo(mock.url, mock.tokens.full)).client.listTools();
  for (const { annotations } of tools) expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  expect(JSON.stringify(tools).length).toBeLessThan(20_000);
  const inside = (schema: unknown, key: string) => asObject(asObject(asObject(schema)['properties'])[key]);
  const shown = inside(tools.find(({ name }) => name === 'list')?.inputSchema, 'filters');
  for (const { name, filters } of collections)
    for (const { field, operators, values = [] } of filterTable(filters).values()) {
      const schema = inside(shown, field);
      expect(Object.keys(asObject(schema['properties']))).toEqual(operators);
      expect(schema['description']).toMatch(new RegExp(`all collections|\\b${name}\\b`));
      if (values.length > 0)
        expect(asObject(inside(schema, 'in')['items'])['enum']).toEqual(expect.arrayContaining([...values]));
    }
});

function valuesOf({ kind, values = [] }: FilterField, operator: string): fc.Arbitrary<unknown> {
  const byKind: Readonly<Record<FilterKind, fc.Arbitrary<unknown>>> = {
    enum: fc.constantFrom('', ...values).filter((text) => text !== ''),
    integer: fc.integer({ min: -100, max: 100 }),
    boolean: fc.boolean(),
    uuid: fc.uuid(),
    text: fc.constantFrom('laser-cutter', 'NO-2', 'a, b', '[in]&'),
    datetime: fc.constantFrom('2026-03-07', '2025-06-01T10:30+02:00', '2025-01-01T00:00:00.000Z'),
  };
  const isSet = setOperators.some((set) => set === operator);
  return isSet ? fc.array(byKind[kind], { minLength: 1, maxLength: 3 }) : byKind[kind];
}

it('finds rows by words in names, regardless of case, and otherwise by words in other texts', async () => {
  const { json } = await call('find', { collection: 'machines', text: 'laser', limit: 200 });
  expect(rowsOf(json).length).toBeGreaterThan(2);
  for (const { name, slug } of rowsOf(json)) expect(`${String(name)} ${String(slug)}`).toMatch(/laser/i);
  const [booking] = rowsOf((await call('find', { collection: 'bookings', text: 'noor haddad', limit: 1 })).json);
  expect(JSON.stringify(booking)).toMatch(/"Noor".*"Haddad"/i);
});

it('free_times returns the same times as the client', async () => {
  const client = makeClient();
  const units = await client.machineUnits.list({ filters: { soft_deleted: { eq: false } } }).toArray({ max: 20 });
  let found = 0;
  for (const { machine } of units) {
    const { json } = await call('free_times', {
      ...{ machine: machine.id, start: '2026-03-07 10:00', end: '2026-03-09 18:00', duration: 120 },
    });
    const [result] = asArray(json['results']).map(asObject);
    const zone = String(result?.['time_zone']);
    const { data } = await client.machines.get(machine.id);
    expect(zone).toBe((await client.spaces.get(data.space.id)).data.time_zone);
    const toInstant = (local: string) => {
      // The zone has one offset during these days.
      const shown = new Date(`${local}Z`).toLocaleString('sv-SE', { timeZone: zone });
      return new Date(2 * Date.parse(`${local}Z`) - Date.parse(`${shown.replace(' ', 'T')}Z`));
    };
    const window = { start: toInstant('2026-03-07T10:00'), end: toInstant('2026-03-09T18:00') };
    const free = await freeTimes(client, { machine: machine.id, ...window, duration: 120, openingHours: true });
    const times = asArray(result?.['times']).map(asObject);
    const instants = times.map(({ start, end }) =>
      [start, end].map((time) => toInstant(String(time).replace(' ', 'T'))),
    );
    expect(instants).toEqual(free.times.map(({ start, end }) => [start, end]));
    found += times.length;
  }
  expect(found).toBeGreaterThan(5);
});

describe('an error becomes a result that lists the valid values', () => {
  const bookings = { collection: 'bookings' };
  it.each<[string, JsonObject, RegExp]>([
    ['list', { collection: 'robots' }, /"machines"\|"machine_units"/],
    [
      'list',
      { ...bookings, filters: { colour: { in: ['red'] } } },
      /- filters\[colour\]\[in\]: bookings has no filter/,
    ],
    ['list', { ...bookings, filters: { state: { lt: 'x' } } }, /- filters\[state\]\[lt\]: .*in, not_in/],
    ['list', { ...bookings, filters: { state: { in: ['draft'] } } }, /- filters\[state\]\[in\]: .*draft/],
    ['list', { ...bookings, filters: { state: { in: ['open'] } } }, /"confirmed".* at filters\.state\.in\[0\]/],
    ['list', { ...bookings, filters: { state: {} } }, /filters\[state\]/],
    ['list', { ...bookings, filters: { member_id: { in: [] } } }, /filters\[member_id\]\[in\] is empty/],
    ['list', { ...bookings, filters: [] }, /expected object.* at filters/],
    ['list', { ...bookings, filters: { starts_at: { lt: 'yesterday' } } }, /- filters\[starts_at\]\[lt\]: /],
    ['list', { ...bookings, sort: 'name' }, /- sort: .*created_at, updated_at/],
    ['list', { ...bookings, limit: 1000 }, /<=200 at limit/],
    ['list', { ...bookings, cursor: '../x?y&z#' }, /Invalid cursor \(400\)/],
    ['list', { ...bookings, colour: 'red' }, /Unrecognized key: "colour"/],
    ['get', { ...bookings, key: '..' }, /^No row of bookings/],
    ['get', { collection: 'machines', key: 'laser' }, /Similar: .*laser-cutter/],
    ['get', { collection: 'machines', key: '0198c1a4-22b0-7c61-a3f7-1b8d5e6f9024' }, /No row of machines/],
    ['find', { collection: 'machines', text: '' }, />=1 characters at text/],
    ['find', { collection: 'machines', text: 'x\0' }, /NUL/],
    ['free_times', { start: '2026-03-07', end: '2026-03-08' }, /exactly one of machine, place, space/],
    [
      'busy_times',
      { machine: 'e', start: '2026-03-07', end: '2026-03-08' },
      /^\d+ machines match "e"\. .*laser-cutter/,
    ],
    ['busy_times', { machine: 'laser-cutter', start: '2026-03-07 25:00', end: '2026-03-08' }, /2026-03-07 10:00/],
    ['busy_times', { machine: 'laser-cutter', start: '2026-02-30', end: '2026-03-08' }, /2026-02-30/],
    ['busy_times', { machine: 'laser-cutter', start: '2026-03-07', end: '2026-03-07' }, /earlier/],
    ['free_times', { machine: 'laser-cutter', start: '2026-03-07', end: '2026-03-08', duration: 0 }, />=1 at duration/],
    ['erase', {}, /Tool erase not found/],
    ['constructor', {}, /Tool constructor/],
  ])('%s %j', async (tool, args, message) => {
    const { isError, text } = await call(tool, args);
    expect(text).toMatch(message);
    expect(isError).toBe(true);
  });

  it.each<[string, () => Call | Promise<Call>, RegExp]>([
    ['no service', () => toolsFor('http://127.0.0.1:9', 'rct_a'), /GET http:\S+ got no response/],
    ['a revoked token', () => toolsFor(mock.url, mock.tokens.revoked), /\(401\): .*\n.*valid access token/s],
    ['too few rights', () => toolsFor(mock.url, mock.tokens.limited), /\(403\): .*\n.*scope machines:read/s],
    ['no quota', () => quotaUsedUp(), /(?:429|no quota).*\nTry again in \d+ s\./s],
  ])('%s', async (_, makeCall, message) => {
    const { isError, text } = await (await makeCall())('list', { collection: 'machines' });
    expect(text).not.toContain('undefined');
    expect(text).toMatch(message);
    expect(isError).toBe(true);
  });

  async function quotaUsedUp(): Promise<Call> {
    const limited = await toolsFor(mock.url, mock.tokens.quota);
    await limited('list', { collection: 'spaces' });
    return limited;
  }
});

it('any arguments lead to a result of bounded size', async () => {
  const names = fc.constantFrom('find', 'get', 'list', 'free_times', 'busy_times');
  const value = fc.anything({ maxDepth: 2, withNullPrototype: false }).map((any) => asJson(any));
  const text = fc.oneof(
    fc.constantFrom('machines', 'bookings', 'laser-cutter', '2026-03-07'),
    fc.string({ unit: 'binary' }),
  );
  const keys = [
    'collection',
    'filters',
    'sort',
    'limit',
    'cursor',
    'key',
    'text',
    'machine',
    'start',
    'end',
    '__proto__',
  ];
  const args = fc.dictionary(fc.constantFrom(...keys), fc.oneof(text, value));
  await fc.assert(
    fc.asyncProperty(names, args, async (tool, given) => {
      expect((await call(tool, given)).text.length).toBeLessThan(maxCharacters + 100);
    }),
  );
});

const asJson = (value: unknown): unknown => {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return null;
  }
};

it.each<[string, JsonValue]>([
  ['long texts', { text: 'x'.repeat(1e6) }],
  ['many items', { items: Array.from({ length: 1e5 }, (_, index) => ({ index })) }],
  ['many long texts', Array.from({ length: 1e3 }, () => 'x'.repeat(400))],
  ['many keys', Object.fromEntries(Array.from({ length: 1e4 }, (_, index) => [`key${index}`, index]))],
])('a row with %s is cut, with a mark', async (name, opaque) => {
  const large = await startReferenceServer({
    size: 'poor',
    wraps: {
      readPage:
        (read) =>
        (...args) => {
          const { rows, next } = read(...args);
          return { rows: rows.map((row) => ({ ...row, buying_cta_text: opaque })), next };
        },
    },
  });
  const { text, json, isError } = await (
    await toolsFor(large.url, large.tokens.full)
  )('list', { collection: 'machines' });
  await large.close();
  expect(isError).toBe(false);
  expect(text.length).toBeLessThan(maxCharacters + 100);
  expect(text).toMatch(/… \((?:cut|\d+ more)/);
  // Only keys are never left out.
  expect(name === 'many keys' || asArray(json['rows']).length > 0).toBe(true);
});
