import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { arrayOf, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import { everyRow, importRows } from '../test/support/transfer.js';

type Change = (row: JsonObject) => JsonObject;

describe.each(databaseKinds)('an import of changes into %s', (kind) => {
  let seeded: TestDatabase;
  let before: Readonly<Record<string, readonly JsonObject[]>>;

  beforeAll(async () => {
    seeded = await seededDatabase(kind);
  });
  afterAll(() => seeded.drop());
  beforeEach(async () => {
    before = await parsedRows();
  });

  const parsedRows = async (...names: readonly string[]) =>
    Object.fromEntries(
      Object.entries(await everyRow(seeded.database, ...names)).map(([name, texts]) => [
        name,
        texts.map((text) => objectOf(JSON.parse(text))),
      ]),
    );
  const rowsOf = (name: string) => before[name] ?? [];
  const first = (name: string, where: (row: JsonObject) => boolean = () => true) => rowsOf(name).find(where) ?? {};
  const texts = (...rows: readonly JsonObject[]) => rows.map((row) => JSON.stringify(row));
  const without = (row: JsonObject, ...keys: string[]) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));

  /** The rows that are another than before, as they are now. */
  async function changed(name: string): Promise<JsonObject[]> {
    const known = new Map(rowsOf(name).map((row) => [row['id'], JSON.stringify(row)]));
    return ((await parsedRows(name))[name] ?? []).filter((row) => known.get(row['id']) !== JSON.stringify(row));
  }

  const times = (row: JsonObject) => [textOf(row['created_at']), textOf(row['updated_at'])] as const;

  it('moves updated_at of the rows that change, whatever their lines say, and of no others', async () => {
    const rename: Change = (row) => ({ ...row, name: `${textOf(row['name'])}!` });
    const [one = {}, two = {}, three = {}] = rowsOf('machines');
    const given = '2026-04-01T09:00:00.000Z';
    const lines = texts(rename(one), without(rename(two), 'updated_at', 'created_at'), {
      ...three,
      brand: 'Other',
      updated_at: given,
    });
    const rest = texts(...rowsOf('machines').slice(3));
    await importRows(seeded.database, { machines: [...lines, ...rest] });
    const after = await changed('machines');
    expect(after.map(({ id }) => id)).toEqual([one['id'], two['id'], three['id']]);
    expect(after.map((row) => row['created_at'])).toEqual([one, two, three].map((row) => row['created_at']));
    expect(times(after[0] ?? {})[1] > times(one)[1] && times(after[1] ?? {})[1] > times(two)[1]).toBe(true);
    expect(after[2]?.['updated_at']).toBe(given);
  });

  it('counts a change of a part as one of its owner, and deletes parts that the line no longer has', async () => {
    const { id, prices } = first('trainings', (row) => arrayOf(row['prices']).length > 1);
    const training = first('trainings', (row) => row['id'] === id);
    const [kept, ...others] = arrayOf(prices).map(objectOf);
    const free = others.find(({ id: price }) => !JSON.stringify(rowsOf('bookings')).includes(textOf(price)));
    const left = arrayOf(prices).filter((price) => objectOf(price)['id'] !== free?.['id']);
    const priced = left.map((price) =>
      objectOf(price)['id'] === kept?.['id'] ? { ...objectOf(price), amount_in_cents: 4321 } : price,
    );
    await importRows(seeded.database, { trainings: texts({ ...training, prices: priced }) });
    const [after, ...none] = await changed('trainings');
    expect(none).toEqual([]);
    expect(after?.['prices']).toEqual(priced);
    expect(times(after ?? {})[1] > times(training)[1]).toBe(true);
  });

  it('gives new rows the times of their lines, or of the import', async () => {
    const space = first('spaces');
    const [one, two] = ['0198c1bb-b4b8-73bd-840b-d683a4c7f2e1', '0198c1bb-b4b8-73bd-840b-d683a4c7f2e2'];
    const made = without({ ...space, id: one, slug: 'one' }, 'updated_at', 'created_at');
    const dated = without({ ...space, id: two, slug: 'two', created_at: '2020-01-01T00:00:00.000Z' }, 'updated_at');
    await importRows(seeded.database, { spaces: texts(made, dated) });
    const after = await changed('spaces');
    expect(after.map(({ id }) => id)).toEqual([one, two]);
    expect(times(after[0] ?? {})[0]).toBe(times(after[0] ?? {})[1]);
    expect(times(after[1] ?? {})[0]).toBe('2020-01-01T00:00:00.000Z');
    expect(times(after[1] ?? {})[1]).toBe(times(after[0] ?? {})[1]);
  });

  it('sees no change where another tool wrote the same row', async () => {
    const long = rowsOf('bookings').filter(({ slots }) => arrayOf(slots).length > 1);
    const sources = { bookings: long.map((row) => JSON.stringify(row, null, 1).replaceAll('\n', ' ')) };
    const { messages, tables } = await importRows(seeded.database, sources);
    expect([messages, tables.reduce((sum, { inserted, updated }) => sum + inserted + updated, 0)]).toEqual([[], 0]);
    expect(long.length).toBeGreaterThan(3);
  });

  it('lets rows exchange unique values', async () => {
    const [one = {}, two = {}] = rowsOf('place_units');
    await importRows(seeded.database, { place_units: texts({ ...one, sku: two['sku'] }, { ...two, sku: one['sku'] }) });
    expect((await changed('place_units')).map(({ sku }) => sku)).toEqual([two['sku'], one['sku']]);
  });

  it('lets a member have another subscription when the first has ended', async () => {
    const active = first('subscriptions', ({ state }) => state === 'active');
    const id = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e3';
    const lines = texts({ ...active, id }, { ...active, state: 'expired' });
    const { messages } = await importRows(seeded.database, { subscriptions: lines });
    expect(messages).toEqual([]);
    const [member] = await changed('members');
    expect(objectOf(member?.['current_subscription'])['id']).toBe(id);
  });

  it('makes and renames entities that have no collection, for all that embed them', async () => {
    const member = first('members', ({ group }) => group !== null);
    const group = { ...objectOf(member['group']), name: 'Renamed' };
    await importRows(seeded.database, { members: texts({ ...member, group }) });
    const after = (await parsedRows('members'))['members'] ?? [];
    const same = rowsOf('members').filter(
      (row) => row['group'] !== null && objectOf(row['group'])['id'] === objectOf(member['group'])['id'],
    );
    expect(after.filter((row) => JSON.stringify(row['group']) === JSON.stringify(group)).length).toBe(same.length);
    const moved = after.filter((row, index) => row['updated_at'] !== rowsOf('members')[index]?.['updated_at']);
    expect(moved).toEqual([]);
  });

  it('prunes rows that the files no longer have, and refuses where they cannot be soft-deleted', async () => {
    const keep = rowsOf('machines').slice(1);
    const { pruned } = await importRows(seeded.database, { machines: texts(...keep) }, { prune: true });
    const [gone, ...none] = await changed('machines');
    expect([pruned, gone?.['id'], none]).toEqual([1, rowsOf('machines')[0]?.['id'], []]);
    expect(gone?.['soft_deleted_at']).toBe(gone?.['updated_at']);
    const refused = importRows(seeded.database, { bookings: texts(...rowsOf('bookings').slice(2)) }, { prune: true });
    await expect(refused).rejects.toThrow(
      /^Nothing was imported: --prune cannot remove 2 of bookings \(\S+, \S+\), because /,
    );
    expect(await changed('bookings')).toEqual([]);
  });
});
