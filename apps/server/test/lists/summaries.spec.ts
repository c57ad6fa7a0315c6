import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyCollectionContract, collections } from '@resource-catalogue/contracts';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import {
  catalogueDefinitions,
  columnsOfDefinitions,
  definitions,
  Reader,
  SummaryCache,
} from '@resource-catalogue/read';
import { parseQuery } from '../support/list-query.js';

const texts = ['name', 'first_name', 'last_name', 'email', 'sku'];

/** The texts that cached summaries show, by the table that has them, and the collections that show them. */
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

/** Another row of the table than the one that a column refers to. */
const another = (table: string, column: string): string =>
  `(SELECT o.id FROM ${table} o WHERE o.id <> ${column} ORDER BY o.id LIMIT 1)`;

const others: readonly Change[] = [
  ['units change their state', `UPDATE machine_units SET state = 'maintenance'`, 'bookings'],
  ['units change hands', `UPDATE machine_units SET machine_id = ${another('machines', 'machine_id')}`, 'bookings'],
  ['sessions change events', `UPDATE event_sessions SET event_id = ${another('events', 'event_id')}`, 'bookings'],
  ['subscriptions change plans', `UPDATE subscriptions SET plan_id = ${another('plans', 'plan_id')}`, 'members'],
  ['subscriptions end', `UPDATE subscriptions SET state = 'expired' WHERE state = 'active'`, 'members'],
  ['users give up their members', 'UPDATE users SET member_id = NULL', 'members'],
  [
    'a license is deleted and made again under its id',
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

// Which columns replace a revision is tested in libs/read.
describe.each(databaseKinds)('summaries on the %s database', (kind) => {
  let copy: TestDatabase;
  let warm: Reader;
  const shown = new Map<AnyCollectionContract, readonly string[]>();
  beforeAll(async () => {
    copy = await seededDatabase(kind);
    warm = new Reader(copy.database.source, new SummaryCache());
    for (const contract of collections) shown.set(contract, await read(warm, contract));
  });
  afterAll(() => copy.drop());

  const read = async (reader: Reader, contract: AnyCollectionContract): Promise<readonly string[]> =>
    (await reader.list(definitions[contract.name], parseQuery(contract, 'limit=200&sort=created_at'))).items;

  it.each([...renamings, ...others])('SHAPE-9: after %s, every list shows it', async (_, sql, ...shownBy) => {
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
});
