import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { arrayOf, type JsonObject, objectOf } from '@resource-catalogue/testing/json';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { everyRow, importRows } from '../test/support/transfer.js';
import { StagedRows } from './staged-rows.js';
import { checkRule } from './constraint-errors.js';
import type { ImportError } from './import-errors.js';
import { tableFacts } from './table-facts.js';

type Change = (row: JsonObject, rows: readonly JsonObject[]) => unknown;

const nowhere = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
const other = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e2';
const live = (row: JsonObject) => row['soft_deleted_at'] === null;
const ofUnit = (row: JsonObject) => row['machine_unit'] !== null && row['state'] === 'confirmed';

interface Case {
  readonly of: string;
  readonly where?: (row: JsonObject) => boolean;
  /** Which rows are imported, made of the first that is found; the row itself, unless said otherwise. */
  readonly change: Change;
  readonly says: readonly RegExp[];
}

/** Wrong lines, and their errors. */
const cases: Readonly<Record<string, Case>> = {
  'a key that is missing, one that is not known, and values of other kinds': {
    of: 'users',
    change: ({ email, ...row }) => ({
      ...row,
      role: 'king',
      nick: email,
      time_zone: 1,
      last_sign_in_at: '2026-02-30T09:00:00.000Z',
    }),
    says: [
      /^users.ndjson:1 \/email is missing: a key without a value is null$/,
      /:1 \/role must be one of admin, manager, trainer, member, partner, not `king`$/,
      /:1 \/time_zone must be UTC or .* or null, not `1`$/,
      /:1 \/last_sign_in_at must be an instant like 2026-03-01T09:00:00.000Z or null, not /,
      /:1 \/nick is not known: the keys are id, email, /,
    ],
  },
  'a NUL character and half an emoji': {
    of: 'users',
    change: (row) => ({ ...row, first_name: 'a\0', last_name: '\ud83d' }),
    says: [/\/first_name must be a text, not /, /\/last_name must be a text, not /],
  },
  'an error deep in an array': {
    of: 'bookings',
    change: (row) => ({ ...row, slots: [{ ...objectOf(arrayOf(row['slots'])[0]), start_date: '2026-02-31' }] }),
    says: [/^bookings.ndjson:1 \/slots\/0\/start_date must be a date like 2026-03-01, not `2026-02-31`$/],
  },
  'a booking that ends before it starts': {
    of: 'bookings',
    change: (row) => ({ ...row, starts_at: row['ends_at'], ends_at: row['starts_at'] }),
    says: [/^bookings.ndjson:1 \/ends_at must be later than starts_at, /],
  },
  'two lines with one id': {
    of: 'spaces',
    change: (row) => [row, row],
    says: [/^spaces.ndjson:2 \/id must be unique: \S+ is also at spaces.ndjson:1$/],
  },
  'references to rows that do not exist': {
    of: 'bookings',
    change: (row) => ({
      ...row,
      space: { id: nowhere, name: 'a' },
      seats: [
        { id: other, first_name: null, last_name: null, price: { id: nowhere, category: { id: nowhere, name: 'a' } } },
      ],
    }),
    says: [
      /:1 \/space\/id must be an id of spaces: /,
      /:1 \/seats\/0\/price\/id must be an id of prices: \S+ is neither in these files nor in the catalogue$/,
    ],
  },
  'a circle of references': {
    of: 'spaces',
    where: live,
    change: (row, rows) => {
      const [first, second] = [row, rows.find(({ id }) => id !== row['id']) ?? row];
      const ref = ({ id, name }: JsonObject) => ({ id, name });
      return [
        { ...first, parent: ref(second) },
        { ...second, parent: ref(first) },
      ];
    },
    says: [/:1 \/parent\/id must not lead back to this line/, /:2 \/parent\/id must not lead back to this line/],
  },
  'a double booking of the catalogue': {
    of: 'bookings',
    where: ofUnit,
    change: (row) => ({ ...row, id: nowhere, seats: [], place_extras: [] }),
    says: [/^bookings.ndjson:1 \/slots overlaps booking \S+ of the catalogue, which books the same unit$/],
  },
  'a double booking among the lines': {
    of: 'bookings',
    where: ofUnit,
    change: (row) => [row, { ...row, id: nowhere, seats: [] }],
    says: [/^bookings.ndjson:2 \/slots overlaps bookings.ndjson:1, which books the same unit$/],
  },
  'two embeddings that contradict each other': {
    of: 'members',
    where: ({ group }) => group !== null,
    change: (row, rows) => {
      const second = rows.find(
        ({ id, group }) => id !== row['id'] && objectOf(group ?? {})['id'] === objectOf(row['group'])['id'],
      );
      return [row, { ...second, group: { ...objectOf(row['group']), name: 'Another' } }];
    },
    says: [
      /^members.ndjson:2 \/group contradicts members.ndjson:1 in name: both show the same entity, which has one name$/,
    ],
  },
  'an entity without a collection that breaks a rule of the database': {
    of: 'members',
    change: (row) => ({ ...row, group: { id: nowhere, name: 'a'.repeat(201) } }),
    says: [/^members.ndjson:1 shows one of groups whose name must have 1 to 200 characters$/],
  },
  'a slug that another has': {
    of: 'machines',
    change: (row, rows) => ({ ...row, slug: rows.at(-1)?.['slug'] }),
    says: [/^machines.ndjson:1 \/slug must be unique among machines: \S+ of the catalogue also has \S+$/],
  },
  'extras without a place': {
    of: 'bookings',
    where: ofUnit,
    change: (row) => ({ ...row, place_extras: [{ id: nowhere, name: 'a', sku: 'b' }] }),
    says: [/\/place_extras must be empty: only a booking of a place unit has extras$/],
  },
  'a quota of a duration type that the machine does not have': {
    of: 'machines',
    change: (row) => ({
      ...row,
      machine_quotas: [{ id: other, machine_booking_duration_type_id: nowhere, unit: 'hours_per_day', value: 0 }],
    }),
    says: [/\/machine_quotas\/0\/value must be a whole number from 1, not `0`$/],
  },
};

describe.each(databaseKinds)('an import into %s', (kind) => {
  let seeded: TestDatabase;
  let rows: Awaited<ReturnType<typeof everyRow>>;

  beforeAll(async () => {
    seeded = await seededDatabase(kind);
    rows = await everyRow(seeded.database);
  });
  afterAll(async () => {
    expect(await everyRow(seeded.database)).toEqual(rows);
    await seeded.drop();
  });

  const parsed = (name: string) => (rows[name] ?? []).map((text) => objectOf(JSON.parse(text)));

  it.each(Object.entries(cases))('refuses %s', async (_, { of, where, change, says }) => {
    const all = parsed(of);
    const row = all.find(where ?? (() => true)) ?? {};
    const changed = change(row, all);
    const lines = (Array.isArray(changed) ? changed : [changed]).map((each) => JSON.stringify(each));
    const { messages, stored, errors } = await importRows(seeded.database, { [of]: lines });
    expect([stored, errors, messages.slice(says.length)]).toEqual([false, says.length, []]);
    says.forEach((pattern, index) => expect(messages[index]).toMatch(pattern));
  });

  it('reports errors as values, with the row that one collides with', async () => {
    const [row = {}] = parsed('spaces');
    const errors: ImportError[] = [];
    const lines = [JSON.stringify(row), JSON.stringify(row), JSON.stringify({ ...row, id: 'x' })];
    await importRows(seeded.database, { spaces: lines }, { onError: (error) => errors.push(error) });
    const [first, second] = [1, 2].map((line) => ({ source: 0, line, collection: 'spaces', id: row['id'] }));
    expect(errors).toEqual([
      {
        row: { ...first, line: 3, id: 'x' },
        pointer: '/id',
        detail: ['must be a uuid in lower case, not ', { value: '`x`' }],
      },
      { row: second, pointer: '/id', detail: ['must be unique: ', { value: row['id'] }, ' is also at ', first] },
    ]);
  });

  it('refuses a category of another type', async () => {
    const category = parsed('categories').find(({ type }) => type === 'place') ?? {};
    const [machine] = parsed('machines');
    const line = JSON.stringify({ ...machine, category: { id: category['id'] } });
    const { messages } = await importRows(seeded.database, { machines: [line] });
    expect(messages).toEqual([
      'machines.ndjson:1 /category/id must be a category of type machine, and this one is of type place',
    ]);
  });

  it('refuses a line without a part that others refer to', async () => {
    const seats = parsed('bookings').flatMap((booking) => arrayOf(booking['seats']).map(objectOf));
    const needed = seats.flatMap(({ price }) => (price === null ? [] : [objectOf(price)['id']]));
    const sold = (row: JsonObject) => arrayOf(row['prices']).some((price) => needed.includes(objectOf(price)['id']));
    const line = JSON.stringify({ ...parsed('events').find(sold), prices: [] });
    const { messages } = await importRows(seeded.database, { events: [line] });
    expect(messages.length).toBeGreaterThan(0);
    for (const text of messages) {
      expect(text).toMatch(/^events.ndjson:1 \/prices lacks \S+, but booking_seats still refer to it$/);
    }
  });

  it.each([
    ['members', 'group', (name: string) => ({ id: nowhere, name })],
    [
      'members',
      'accreditations',
      (name: string) => [{ id: nowhere, name, obtained_at: '2026-03-01T09:00:00.000Z', expires_at: null }],
    ],
  ])(
    'rejects each line of %s whose %s breaks a check of the database, and stores the others',
    async (of, key, shown) => {
      const [one, two, three] = parsed(of).map((row) => ({ ...row, first_name: 'New' }));
      const broken = shown('a'.repeat(201));
      const lines = [{ ...one, [key]: broken }, two, { ...three, [key]: broken }].map((row) => JSON.stringify(row));
      let errors = 0;
      const { rejected, tables } = await importRows(
        seeded.database,
        { [of]: lines },
        {
          dryRun: true,
          continueOnError: true,
          onError: () => {
            errors += 1;
            if (errors > 5) throw new Error('The import tries the same again for ever.');
          },
        },
      );
      expect([errors, rejected.map(({ line }) => line)]).toEqual([1, [1, 3]]);
      expect(tables.filter(({ inserted, updated }) => inserted + updated > 0)).toEqual([
        { table: of, inserted: 0, updated: 1 },
      ]);
    },
  );

  it('has a sentence for every check of the database', async () => {
    const { plan } = new StagedRows(catalogueDefinitions);
    const facts = await seeded.database.session((session) => tableFacts(session, [...plan.tables.keys()]));
    const checks = [...facts].flatMap(([table, { checks: own }]) => own.map(({ name }) => [table, name] as const));
    expect(checks.length).toBeGreaterThan(100);
    expect(checks.filter(([table, name]) => !checkRule(table, name))).toEqual([]);
  });

  it('writes every column that the database does not make itself', async () => {
    const { plan } = new StagedRows(catalogueDefinitions);
    const facts = await seeded.database.session((session) => tableFacts(session, [...plan.tables.keys()]));
    const unwritten = [...facts].flatMap(([table, { columns }]) =>
      [...columns].flatMap(([name, { generated }]) => {
        const { role = 'part', columns: planned = [] } = plan.tables.get(table) ?? {};
        const stamp = role === 'entity' && /^(created|updated)_at$/.test(name);
        return generated || stamp || planned.some((column) => column.name === name) ? [] : [`${table}.${name}`];
      }),
    );
    expect(unwritten).toEqual([]);
    const missing = await seeded.database.source.query(
      {
        text: `SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1::text[]) ORDER BY 1`,
      },
      [`{${[...facts.keys()].join(',')}}`],
    );
    // Tables beside the catalogue: bookkeeping, tokens, keys, mirrors, revisions.
    expect(missing.flat()).toEqual([
      '_prisma_migrations',
      'access_tokens',
      'booking_days',
      'catalogue_settings',
      'idempotency_keys',
      'mirror_positions',
      'mirror_rows',
      'mirrors',
      'revisions',
    ]);
  });
});
