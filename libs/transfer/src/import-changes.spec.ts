import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { asArray, type JsonObject, asObject, asText } from '@resource-catalogue/testing/json';
import { changedTables, everyRow, importRows, parsedRows } from '../test/support/transfer.js';

const newIds = ['1', '2'].map((digit) => `0198c1bb-b4b8-73bd-840b-d683a4c7f2e${digit}`);

const texts = (...rows: readonly JsonObject[]) => rows.map((row) => JSON.stringify(row));
const created = (row: JsonObject | undefined) => asText(row?.['created_at']);
const updated = (row: JsonObject | undefined) => asText(row?.['updated_at']);

describe('an import of changes into %s', () => {
  let seeded: TestDatabase;
  let before: Awaited<ReturnType<typeof everyRow>>;

  beforeAll(async () => {
    seeded = await seededDatabase();
  });
  afterAll(() => seeded.drop());
  beforeEach(async () => {
    before = await everyRow(seeded.database);
  });

  const rowsOf = (name: string) => (before[name] ?? []).map((text) => asObject(JSON.parse(text)));
  const first = (name: string, where: (row: JsonObject) => boolean = () => true) => asObject(rowsOf(name).find(where));
  const imported = (collection: string, ...rows: readonly JsonObject[]) =>
    importRows(seeded.database, { [collection]: texts(...rows) });
  /** The current content of changed rows. */
  const changed = async (name: string) =>
    (await parsedRows(seeded.database, name)).filter((row) => !before[name]?.includes(JSON.stringify(row)));

  it('increases updated_at of changed rows only, whether or not their lines contain it', async () => {
    const [one = {}, two = {}, three = {}, ...others] = rowsOf('machines');
    const { created_at: _, updated_at: __, ...undated } = two;
    const given = '2026-04-01T09:00:00.000Z';
    const dated = { ...three, brand: 'Other', updated_at: given };
    await imported('machines', { ...one, name: 'One' }, { ...undated, name: 'Two' }, dated, ...others);
    const after = await changed('machines');
    expect(after.map(({ id }) => id)).toEqual([one, two, three].map(({ id }) => id));
    expect(after.map(created)).toEqual([one, two, three].map(created));
    expect(updated(after[0]) > updated(one) && updated(after[1]) > updated(two)).toBe(true);
    expect(updated(after[2])).toBe(given);
  });

  it('treats a change of a part as a change of its owner, and deletes parts missing from the line', async () => {
    const booked = JSON.stringify(rowsOf('bookings'));
    const isFree = (price: JsonObject) => !booked.includes(asText(price['id']));
    const pricesOf = (row: JsonObject) => asArray(row['prices']).map(asObject);
    const training = first('trainings', (row) => pricesOf(row).length > 1 && pricesOf(row).slice(1).some(isFree));
    const [kept, ...others] = pricesOf(training);
    const free = others.find(isFree);
    const prices = [{ ...kept, amount_in_cents: 4321 }, ...others.filter((price) => price !== free)];
    await imported('trainings', { ...training, prices });
    const after = await changed('trainings');
    expect(after.map((row) => row['prices'])).toEqual([prices]);
    expect(updated(after[0]) > updated(training)).toBe(true);
  });

  it('counts only rows of the files as unchanged, even if one takes a part from a stored row', async () => {
    const extrasOf = (row: JsonObject) => asArray(row['place_extras']).map(asObject);
    const owner = first('places', (row) => extrasOf(row).length > 0);
    const [taker = {}, other = {}] = rowsOf('places').filter((row) => extrasOf(row).length === 0);
    const { tables } = await imported('places', { ...taker, place_extras: extrasOf(owner) }, other);
    const [places] = tables.filter(({ table }) => table === 'places');
    expect(places).toEqual({ table: 'places', inserted: 0, updated: 2, unchanged: 1 });
  });

  it('rejects an updated_at before the stored created_at, by its line (SHAPE-7)', async () => {
    const { created_at: _, ...space } = first('spaces');
    const { messages, stored } = await imported('spaces', { ...space, updated_at: '1999-01-01T00:00:00.000Z' });
    expect(messages).toEqual([
      expect.stringMatching(
        /^spaces.ndjson:1 \/updated_at must not be earlier than created_at, which is stored as 20\d\d-\S+\.\d{3}Z$/,
      ),
    ]);
    expect(stored).toBe(false);
  });

  it('sets updated_at to a later created_at (SHAPE-7)', async () => {
    const { updated_at: _, ...space } = first('spaces');
    const later = '2199-01-01T00:00:00.000Z';
    await imported('spaces', { ...space, created_at: later });
    expect((await changed('spaces')).map((row) => [created(row), updated(row)])).toEqual([[later, later]]);
  });

  it('gives new rows the times in their lines, or else that of the import', async () => {
    const { created_at: _, updated_at: __, ...space } = first('spaces');
    const [one, two] = newIds.map((id, index) => ({ ...space, id, slug: `new-${index}` }));
    await imported('spaces', { ...one }, { ...two, created_at: '2020-01-01T00:00:00.000Z' });
    const after = await changed('spaces');
    const time = updated(after[0]);
    expect(after.map((row) => [row['id'], created(row), updated(row)])).toEqual([
      [newIds[0], time, time],
      [newIds[1], '2020-01-01T00:00:00.000Z', time],
    ]);
  });

  it('detects no change in rows that another tool has formatted differently', async () => {
    const long = rowsOf('bookings').filter(({ slots }) => asArray(slots).length > 1);
    expect(long.length).toBeGreaterThan(3);
    const bookings = long.map((row) => JSON.stringify(row, null, 1).replaceAll('\n', ' '));
    const result = await importRows(seeded.database, { bookings });
    expect([result.messages, changedTables(result)]).toEqual([[], []]);
  });

  it('lets rows exchange unique values', async () => {
    const [one = {}, two = {}] = rowsOf('place_units');
    await imported('place_units', { ...one, sku: two['sku'] }, { ...two, sku: one['sku'] });
    expect((await changed('place_units')).map(({ sku }) => sku)).toEqual([two['sku'], one['sku']]);
  });

  it('lets a member have another subscription after the first has ended', async () => {
    const active = first('subscriptions', ({ state }) => state === 'active');
    const [id] = newIds;
    const { messages } = await imported('subscriptions', { ...active, id }, { ...active, state: 'expired' });
    expect(messages).toEqual([]);
    expect(await changed('members')).toMatchObject([{ current_subscription: { id } }]);
  });

  it('renames an entity without a collection in all rows that embed it, but keeps their updated_at', async () => {
    const member = first('members', ({ group }) => group !== null);
    const old = JSON.stringify(member['group']);
    const group = { ...asObject(member['group']), name: 'Renamed' };
    await imported('members', { ...member, group });
    const members = rowsOf('members').filter((row) => JSON.stringify(row['group']) === old);
    expect(await changed('members')).toEqual(members.map((row) => ({ ...row, group })));
  });

  it('prunes each row missing from the files once, and fails for rows that cannot be soft-deleted', async () => {
    const [gone, ...machines] = before['machines'] ?? [];
    const { pruned } = await importRows(seeded.database, { machines }, { prune: true });
    const [row, ...others] = await changed('machines');
    expect([pruned, row?.['id'], others]).toEqual([1, asObject(JSON.parse(gone ?? ''))['id'], []]);
    expect(row?.['soft_deleted_at']).toBe(row?.['updated_at']);
    expect((await importRows(seeded.database, { machines }, { prune: true })).pruned).toBe(0);
    expect(await changed('machines')).toEqual([row]);
    const bookings = before['bookings']?.slice(2) ?? [];
    await expect(importRows(seeded.database, { bookings }, { prune: true })).rejects.toThrow(
      /^Nothing was imported: --prune cannot remove 2 of bookings \(\S+, \S+\), because /,
    );
    expect(await changed('bookings')).toEqual([]);
  });
});
