import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { asArray, isObject, type JsonObject, asObject } from '@resource-catalogue/testing/json';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { changedTables, everyRow, importRows } from '../test/support/transfer.js';
import { StagedRows } from './stage/staged-rows.js';
import { checkRule } from './validate/constraint-errors.js';
import type { ImportError } from './import-errors.js';
import { tableFacts } from './stage/table-facts.js';

type Rows = (collection: string) => readonly JsonObject[];

const nowhere = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
const other = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e2';

/** The first row that satisfies the condition. */
const first = (rows: readonly JsonObject[], where: (row: JsonObject) => boolean = () => true): JsonObject =>
  asObject(rows.find(where));
const isConfirmed = (row: JsonObject): boolean => row['machine_unit'] !== null && row['state'] === 'confirmed';
const confirmed = (rows: Rows) => first(rows('bookings'), isConfirmed);

/** Invalid imports: a title, a collection, its lines derived from stored rows, and the errors in order. */
const rejections: readonly (readonly [
  what: string,
  collection: string,
  lines: (rows: Rows) => readonly JsonObject[],
  ...errors: RegExp[],
])[] = [
  [
    'missing keys, unknown keys, and values of other types',
    'users',
    (rows) => {
      const { email, spaces, ...user } = first(rows('users'));
      return [{ ...user, role: 'king', nick: email, time_zone: 1, last_sign_in_at: '2026-02-30T09:00:00.000Z' }];
    },
    /^users.ndjson:1 \/email is missing: set it to null if it has no value$/,
    /:1 \/role must be one of admin, manager, trainer, member, partner, not `king`$/,
    /:1 \/time_zone must be UTC or .* or null, not `1`$/,
    /:1 \/spaces is missing: set it to \[\] if it has no items$/,
    /:1 \/last_sign_in_at must be an instant like 2026-03-01T09:00:00.000Z or null, not /,
    /:1 \/nick is not a known key: use id, email, /,
  ],
  [
    'a NUL character and half an emoji',
    'users',
    (rows) => [{ ...first(rows('users')), first_name: 'a\0', last_name: '\ud83d' }],
    /\/first_name must be a text, not /,
    /\/last_name must be a text, not /,
  ],
  [
    'HTML with a script, also in a step (SHAPE-6)',
    'projects',
    (rows) => {
      const project = first(rows('projects'), ({ steps }) => asArray(steps).length > 0);
      const html = '<p onclick="alert(1)">a</p>';
      const [step, ...steps] = asArray(project['steps']).map(asObject);
      const marked = { ...step, description: 'a', description_rendered: html };
      return [{ ...project, description: 'a', description_rendered: html, steps: [marked, ...steps] }];
    },
    /^projects.ndjson:1 \/description_rendered must be HTML without scripts, /,
    /^projects.ndjson:1 \/steps\/0\/description_rendered must be HTML without scripts, /,
  ],
  [
    'an error deep in an array',
    'bookings',
    (rows) => {
      const booking = first(rows('bookings'));
      const [slot] = asArray(booking['slots']).map(asObject);
      return [{ ...booking, slots: [{ ...slot, start_date: '2026-02-31' }] }];
    },
    /^bookings.ndjson:1 \/slots\/0\/start_date must be a date like 2026-03-01, not `2026-02-31`$/,
  ],
  [
    'opening exceptions out of order, twice on a closed date, or with times that do not fit',
    'spaces',
    (rows) => {
      const on = (date: string, opens_at: string | null, closes_at = opens_at && '24:00') => {
        return { date, closed: opens_at === null, opens_at, closes_at, note: null };
      };
      const [space, another] = [first(rows('spaces')), asObject(rows('spaces')[1])];
      const [tenth, ninth] = ['2026-04-10', '2026-04-09'];
      const wrong = [on('2026-02-30', null), on(ninth, '24:00'), { ...on(tenth, null), closes_at: '09:00' }];
      const disordered = [on(tenth, '10:00'), on(tenth, '09:00'), on(tenth, null), on(ninth, null), on(ninth, '08:00')];
      return [
        { ...space, opening_exceptions: wrong },
        { ...another, opening_exceptions: disordered },
      ];
    },
    /^spaces.ndjson:1 \/opening_exceptions\/0\/date must be a date like 2026-03-01, not `2026-02-30`$/,
    /:1 \/opening_exceptions\/1\/opens_at must be a time of day like 09:00 or null, not `24:00`$/,
    /:1 \/opening_exceptions\/2\/closes_at must be set exactly when closed is false/,
    /^spaces.ndjson:2 \/opening_exceptions\/1\/date must be in order: /,
    /:2 \/opening_exceptions\/2\/date must not occur twice: /,
    /:2 \/opening_exceptions\/3\/date must be in order: /,
    /:2 \/opening_exceptions\/4\/date must not occur twice: /,
  ],
  [
    'a booking that ends before it starts',
    'bookings',
    (rows) => {
      const { starts_at, ends_at, ...booking } = first(rows('bookings'));
      return [{ ...booking, starts_at: ends_at, ends_at: starts_at }];
    },
    /^bookings.ndjson:1 \/ends_at must be later than starts_at, /,
  ],
  [
    'a number below the minimum',
    'machines',
    (rows) => {
      const quota = { id: other, machine_booking_duration_type_id: nowhere, unit: 'hours_per_day', value: 0 };
      return [{ ...first(rows('machines')), machine_quotas: [quota] }];
    },
    /\/machine_quotas\/0\/value must be a whole number from 1, not `0`$/,
  ],
  [
    'references to missing rows',
    'bookings',
    (rows) => {
      const price = { id: nowhere, category: { id: nowhere, name: 'a' } };
      const seat = { id: other, first_name: null, last_name: null, price };
      return [{ ...first(rows('bookings')), space: { id: nowhere, name: 'a' }, seats: [seat] }];
    },
    /:1 \/space\/id must be an id of spaces: /,
    /:1 \/seats\/0\/price\/id must be an id of prices: \S+ is neither in these files nor in the catalogue$/,
  ],
  [
    'a cycle of references',
    'spaces',
    (rows) => {
      const [one, two] = rows('spaces').filter((row) => row['soft_deleted_at'] === null);
      const parent = (row: JsonObject | undefined) => ({ id: row?.['id'], name: row?.['name'] });
      return [
        { ...one, parent: parent(two) },
        { ...two, parent: parent(one) },
      ];
    },
    /:1 \/parent\/id must not lead back to this line/,
    /:2 \/parent\/id must not lead back to this line/,
  ],
  [
    'a booking that overlaps the last slot of a stored one',
    'bookings',
    (rows) => {
      const stored = first(rows('bookings'), (row) => isConfirmed(row) && asArray(row['slots']).length > 1);
      const slot = asObject(asArray(stored['slots']).at(-1));
      const times = { starts_at: slot['start_time'], ends_at: slot['end_time'], slots: [slot] };
      return [{ ...stored, ...times, id: nowhere, seats: [], place_extras: [] }];
    },
    /^bookings.ndjson:1 \/slots overlaps booking \S+ of the catalogue, which books the same unit$/,
  ],
  [
    'a double booking among the lines',
    'bookings',
    (rows) => [confirmed(rows), { ...confirmed(rows), id: nowhere, seats: [] }],
    /^bookings.ndjson:2 \/slots overlaps bookings.ndjson:1, which books the same unit$/,
  ],
  [
    'different values of one embedded row',
    'members',
    (rows) => {
      const { id, ...one } = first(rows('members'), ({ group }) => group !== null);
      const group = asObject(one['group']);
      const two = first(
        rows('members'),
        (row) => row['id'] !== id && asObject(row['group'] ?? {})['id'] === group['id'],
      );
      return [
        { id, ...one },
        { ...two, group: { ...group, name: 'Another' } },
      ];
    },
    /^members.ndjson:2 \/group has another name than members.ndjson:1, although both have the same id$/,
  ],
  [
    'a slug of another row',
    'machines',
    (rows) => [{ ...first(rows('machines')), slug: rows('machines').at(-1)?.['slug'] }],
    /^machines.ndjson:1 \/slug must be unique among machines: \S+ of the catalogue also has \S+$/,
  ],
  [
    'extras without a place',
    'bookings',
    (rows) => [{ ...confirmed(rows), place_extras: [{ id: nowhere, name: 'a', sku: 'b' }] }],
    /\/place_extras must be empty: only a booking of a place unit has extras$/,
  ],
  [
    'a category of another type',
    'machines',
    (rows) => {
      const { id } = first(rows('categories'), ({ type }) => type === 'place');
      return [{ ...first(rows('machines')), category: { id } }];
    },
    /^machines.ndjson:1 \/category\/id must be a category of type machine, but this one has type place$/,
  ],
  [
    'the removal of a part that other rows refer to',
    'events',
    (rows) => {
      const needed = JSON.stringify(rows('bookings'));
      const sold = (price: unknown) => isObject(price) && needed.includes(String(price['id']));
      const event = first(rows('events'), ({ prices }) => asArray(prices).filter(sold).length === 1);
      return [{ ...event, prices: [] }];
    },
    /^events.ndjson:1 \/prices lacks \S+, but booking_seats still refer to it$/,
  ],
];

describe('an import into %s', () => {
  let seeded: TestDatabase;
  let stored: Awaited<ReturnType<typeof everyRow>>;

  beforeAll(async () => {
    seeded = await seededDatabase();
    stored = await everyRow(seeded.database);
  });
  afterAll(async () => {
    expect(await everyRow(seeded.database)).toEqual(stored);
    await seeded.drop();
  });

  const rows: Rows = (name) => (stored[name] ?? []).map((text) => asObject(JSON.parse(text)));

  it.each(rejections)('rejects %s', async (_, collection, lines, ...says) => {
    const texts = lines(rows).map((line) => JSON.stringify(line));
    const { messages, stored: isStored, errors } = await importRows(seeded.database, { [collection]: texts });
    expect(messages).toEqual(says.map((pattern) => expect.stringMatching(pattern)));
    expect([isStored, errors]).toEqual([false, says.length]);
  });

  it('reports errors as values, with the conflicting row', async () => {
    const [row = {}] = rows('spaces');
    const errors: ImportError[] = [];
    const lines = [row, row, { ...row, id: 'x' }].map((line) => JSON.stringify(line));
    await importRows(seeded.database, { spaces: lines }, { onError: (error) => errors.push(error) });
    const place = { source: 0, collection: 'spaces', id: row['id'] };
    const collision = ['must be unique: ', { value: row['id'] }, ' is also at ', { ...place, line: 1 }];
    expect(errors).toEqual([
      {
        row: { ...place, line: 3, id: 'x' },
        pointer: '/id',
        detail: ['must be a lower-case UUID, not ', { value: '`x`' }],
      },
      { row: { ...place, line: 2 }, pointer: '/id', detail: collision },
    ]);
  });

  it.each([
    ['group', { id: nowhere, name: 'a'.repeat(201) }],
    [
      'accreditations',
      [{ id: nowhere, name: 'a'.repeat(201), obtained_at: '2026-03-01T09:00:00.000Z', expires_at: null }],
    ],
  ])(
    'rejects each line of members whose %s violates a check of the database, and stores the others',
    async (key, broken) => {
      const [one, two, three] = rows('members').map((row) => ({ ...row, first_name: 'New' }));
      const lines = [{ ...one, [key]: broken }, two, { ...three, [key]: broken }].map((row) => JSON.stringify(row));
      const result = await importRows(seeded.database, { members: lines }, { dryRun: true, continueOnError: true });
      expect(result.messages).toEqual([
        expect.stringMatching(/^members.ndjson:1 contains a row of \w+ whose name must have 1 to 200 characters$/),
      ]);
      expect(result.rejected.map(({ line }) => line)).toEqual([1, 3]);
      expect(changedTables(result)).toEqual([['members', 0, 1]]);
    },
  );

  it('has a message for every check of the database, and writes every column that is not generated', async () => {
    const { plan } = new StagedRows(catalogueDefinitions);
    const facts = await seeded.database.session((session) => tableFacts(session, [...plan.tables.keys()]));
    const checks = [...facts].flatMap(([table, { checks: own }]) => own.map(({ name }) => [table, name] as const));
    expect(checks.length).toBeGreaterThan(100);
    expect(checks.filter(([table, name]) => !checkRule(table, name))).toEqual([]);

    const unwritten = [...facts].flatMap(([table, { columns }]) =>
      [...columns].flatMap(([name, { generated }]) => {
        const { role = 'part', columns: planned = [] } = plan.tables.get(table) ?? {};
        const stamp = role === 'entity' && /^(created|updated)_at$/.test(name);
        return generated || stamp || planned.some((column) => column.name === name) ? [] : [`${table}.${name}`];
      }),
    );
    expect(unwritten).toEqual([]);
    const tables = await seeded.database.source.query(
      { text: `SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1` },
      [],
    );
    // Tables outside the catalogue: bookkeeping, tokens, keys, mirrors, revisions.
    expect(tables.flat().filter((name) => !facts.has(String(name)))).toEqual([
      ...['_prisma_migrations', 'access_tokens', 'booking_days', 'catalogue_settings', 'idempotency_keys'],
      ...['mirror_positions', 'mirror_rows', 'mirrors', 'revisions'],
    ]);
  });
});
