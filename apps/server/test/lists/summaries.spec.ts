import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AnyCollectionContract, collections, machineUnitsContract } from '@resource-catalogue/contracts';
import type { ReadSource } from '@resource-catalogue/database';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import {
  catalogueDefinitions,
  columnsOfDefinitions,
  definitions,
  Reader,
  SummaryCache,
} from '@resource-catalogue/read';
import { stopClock } from '@resource-catalogue/testing/clock';
import { valuesAt } from '@resource-catalogue/testing/json';
import { parseQuery } from '../support/list-query.js';

const texts = ['name', 'first_name', 'last_name', 'email', 'sku'];

/** The text columns shown by cached summaries, by table, and the collections that show them. */
const shownTexts = new Map<string, { readonly columns: Set<string>; readonly by: Set<string> }>();
for (const { collection, table, column, cached } of columnsOfDefinitions(catalogueDefinitions)) {
  if (!cached || !texts.includes(column)) continue;
  const shown = shownTexts.get(table) ?? { columns: new Set(), by: new Set() };
  shownTexts.set(table, shown);
  shown.columns.add(column);
  shown.by.add(collection);
}

type Change = readonly [title: string, sql: string, ...shownBy: string[]];

const renamings = [...shownTexts].map(([table, { columns, by }]): Change => {
  const values = [...columns].map((column) => `${column} = reverse(${column})`);
  return [`rows of ${table} are renamed`, `UPDATE ${table} SET ${values.join(', ')}`, ...by];
});

/** A row of the table other than the one that a column refers to. */
const another = (table: string, column: string): string =>
  `(SELECT o.id FROM ${table} o WHERE o.id <> ${column} ORDER BY o.id LIMIT 1)`;

const others: readonly Change[] = [
  ['units change their state', `UPDATE machine_units SET state = 'maintenance'`, 'bookings'],
  ['units change machines', `UPDATE machine_units SET machine_id = ${another('machines', 'machine_id')}`, 'bookings'],
  ['sessions change events', `UPDATE event_sessions SET event_id = ${another('events', 'event_id')}`, 'bookings'],
  ['subscriptions change plans', `UPDATE subscriptions SET plan_id = ${another('plans', 'plan_id')}`, 'members'],
  ['subscriptions end', `UPDATE subscriptions SET state = 'expired' WHERE state = 'active'`, 'members'],
  ['users lose their members', 'UPDATE users SET member_id = NULL', 'members'],
  [
    'a license is deleted and recreated with the same id',
    `CREATE TEMP TABLE kept AS SELECT * FROM project_licenses;
     CREATE TEMP TABLE licensed AS SELECT id, license_id FROM projects;
     UPDATE projects SET license_id = NULL;
     DELETE FROM project_licenses;
     INSERT INTO project_licenses SELECT id, 'Made again', code, created_at, updated_at FROM kept;
     UPDATE projects p SET license_id = l.license_id FROM licensed l WHERE l.id = p.id;
     DROP TABLE kept, licensed`,
    'projects',
  ],
];

// libs/read tests which columns replace a revision.
describe('summaries', () => {
  let copy: TestDatabase;
  let warm: Reader;
  const shown = new Map<AnyCollectionContract, readonly string[]>();
  beforeAll(async () => {
    copy = await seededDatabase();
    warm = new Reader(copy.database.source, new SummaryCache());
    for (const contract of collections) shown.set(contract, await read(warm, contract));
  });
  afterAll(() => copy.drop());
  afterEach(() => void jest.restoreAllMocks());

  const read = async (reader: Reader, contract: AnyCollectionContract): Promise<readonly string[]> =>
    (await reader.list(definitions[contract.name], parseQuery(contract, 'limit=200&sort=created_at'))).items;

  it.each([...renamings, ...others])('SHAPE-9: when %s, every list shows the change', async (_, sql, ...shownBy) => {
    await copy.database.exec(sql);
    const cold = new Reader(copy.database.source, new SummaryCache());
    for (const contract of collections.filter(({ name }) => shownBy.includes(name))) {
      const now = await read(warm, contract);
      expect([contract.name, now]).toEqual([contract.name, await read(cold, contract)]);
      expect([contract.name, now]).not.toEqual([contract.name, shown.get(contract)]);
      shown.set(contract, now);
    }
    expect(shownBy).not.toEqual([]);
  });

  it('SHAPE-9: a change that no trigger reported is shown after 30 seconds', async () => {
    const trigger = (state: string) => `ALTER TABLE spaces ${state} TRIGGER spaces_updated`;
    const unreported = [trigger('DISABLE'), `UPDATE spaces SET name = 'Unreported'`, trigger('ENABLE ALWAYS')];
    const clock = stopClock();
    const reader = new Reader(copy.database.source, new SummaryCache());
    const before = await read(reader, machineUnitsContract);
    await copy.database.exec(unreported.join('; '));
    await clock.pass(29_000);
    expect(await read(reader, machineUnitsContract)).toEqual(before);
    await clock.pass(2000);
    const after = await read(reader, machineUnitsContract);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await read(new Reader(copy.database.source, new SummaryCache()), machineUnitsContract));
  });

  it('SHAPE-9: constant changes neither starve a list or a get nor make it inconsistent', async () => {
    const { source, prisma } = copy.database;
    let changes = 0;
    /** One transaction that changes both displayed rows and their summaries. */
    const change = async () => {
      changes += 1;
      const updates = ['machine_units', 'machines', 'spaces'].map(
        (table) => `UPDATE ${table} SET name = 'as ${changes}'`,
      );
      await copy.database.session((session) => session.transaction(({ exec }) => exec(updates.join(';'))));
    };
    const changing: ReadSource = {
      query: async (statement, values) => {
        if (!statement.text.includes(' FROM machine_units t')) return source.query(statement, values);
        await change();
        const rows = await source.query(statement, values);
        await change();
        return rows;
      },
      // Not inside a snapshot, which must not see concurrent changes.
      snapshot: (work) => source.snapshot(work),
    };
    const reader = new Reader(changing, new SummaryCache());
    const namesIn = (rows: readonly string[]) => {
      const names = ['name', 'machine.name', 'space.name'];
      return [...new Set(rows.flatMap((row) => names.flatMap((path) => valuesAt(JSON.parse(row), path))))];
    };
    expect(namesIn(await read(reader, machineUnitsContract))).toEqual([`as ${changes}`]);
    expect(changes).toBe(6);
    const { id } = await prisma.machineUnit.findFirstOrThrow();
    expect(namesIn([(await reader.get(definitions.machine_units, id)).text])).toEqual([`as ${changes}`]);
    expect(changes).toBe(12);
  });
});

it('SHAPE-9: a summary loaded too early or too late is not used for another version', () => {
  const cache = new SummaryCache();
  const [summary] = [...definitions.machine_units.sources.values()].flatMap((source) =>
    source.from === 'ref' ? [source.summary] : [],
  );
  if (!summary) throw new Error('Machine units refer to nothing.');
  for (const version of ['second', 'first']) cache.put(summary, ['machines'], version, 'id', `of the ${version}`);
  const found = ['first', 'second'].map((version) => cache.get(summary, version, 'id'));
  expect(found).toEqual([undefined, 'of the second']);
});
