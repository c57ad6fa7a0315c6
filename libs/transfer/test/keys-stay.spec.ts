import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import fc from '@resource-catalogue/testing/fast-check';
import { asText, type JsonObject } from '@resource-catalogue/testing/json';
import { importMapped, makeTable } from './support/mapping.js';
import { parsedRows } from './support/transfer.js';

const mapping = (sku: string) => `version: 1
tables:
  - collections:
      spaces: { fields: { slug: { value: hall }, name: { value: Hall }, time_zone: { value: Europe/Berlin } } }
      machines: { fields: { slug: { column: Name, as: slug }, name: Name, space.slug: { value: hall } } }
      machine_units:
        fields: { sku: ${sku}, serial_number: Serial, machine.slug: { column: Name, as: slug }, space.slug: { value: hall } }
`;

const long = 'Fourteen inch band saw with a magnetic brake, two speeds and a fence for tall boards, number ';
const machines = [
  ...['Laser cutter', 'Laser cutter', 'Lathe', 'Laser cutter', `${long}one`, `${long}two`].map((name, index) => ({
    name,
    serial: `SN-${index}`,
  })),
];

describe('the identity of a machine unit', () => {
  let database: Database;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.close());

  const imported = (sku: string, rows: readonly (typeof machines)[number][]) =>
    importMapped(
      database,
      [makeTable('Inventory', ['Name', 'Serial'], ...rows.map(({ name, serial }) => [name, serial]))],
      mapping(sku),
    );

  /** Machines and skus by serial number. */
  async function units(): Promise<Readonly<Record<string, JsonObject>>> {
    const rows = await parsedRows(database, 'machine_units');
    return Object.fromEntries(
      rows.map(({ id, sku, serial_number: serial, machine }) => [asText(serial), { id, sku, machine }]),
    );
  }

  it('units keep their keys when rows are inserted, removed and reordered', async () => {
    expect((await imported('Serial', machines)).messages).toEqual([]);
    const before = await units();
    expect(Object.keys(before)).toHaveLength(machines.length);
    expect(await parsedRows(database, 'machines')).toHaveLength(4);
    const more = [...machines, { name: 'Lathe', serial: 'SN-9' }];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(more, { minLength: 1 }), async (rows) => {
        expect((await imported('Serial', rows)).messages).toEqual([]);
        expect(await units()).toMatchObject(before);
      }),
      { numRuns: 10 },
    );
  });

  it('a key that numbers rows is never moved to another unit', async () => {
    const numbered = '{ column: Name, as: numbered-slug }';
    const lasers = machines.slice(0, 2);
    expect((await imported(numbered, lasers)).messages).toEqual([]);
    const before = await units();
    const { messages } = await imported(numbered, [{ name: 'Laser cutter', serial: 'SN-8' }, ...lasers]);
    expect(messages).toEqual([
      'Inventory.xlsx row 2, column Serial: must stay `SN-0` for the sku `laser-cutter-1`, which is numbered in the order of the rows: map a column with a unique number instead',
      'Inventory.xlsx row 3, column Serial: must stay `SN-1` for the sku `laser-cutter-2`, which is numbered in the order of the rows: map a column with a unique number instead',
    ]);
    expect(await units()).toEqual(before);
  });

  it('a constant overwrites an edit in the catalogue only with `overwrite`', async () => {
    const state = (more: string) =>
      mapping('Serial').replace('serial_number: Serial', `serial_number: Serial, state: { value: available${more} }`);
    const table = makeTable('Inventory', ['Name', 'Serial'], ['Lathe', 'SN-1']);
    expect((await importMapped(database, [table], state(''))).messages).toEqual([]);
    await database.exec(`UPDATE machine_units SET state = 'maintenance', state_changed_at = now()`);
    const stored = async () => (await parsedRows(database, 'machine_units')).map((unit) => unit['state']);
    await importMapped(database, [table], state(''));
    expect(await stored()).toEqual(['maintenance']);
    await importMapped(database, [table], state(', overwrite: true'));
    expect(await stored()).toEqual(['available']);
  });
});
