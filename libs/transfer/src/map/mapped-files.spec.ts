import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { everyRow, parsedRows } from '../../test/support/transfer.js';
import { importMapped, makeTable } from '../../test/support/mapping.js';
import { mapTables } from './mapped-files.js';
import { parseMapping } from './read-mapping.js';
import type { Content } from '../read/table.js';

const head = ['No.', 'Tool', 'Kind', 'Room', 'State', 'Bought'];
const inventoryWith = (...rows: readonly (readonly Content[])[]) =>
  makeTable('Geräte', ['Inventory 2026'], head, ...rows);
const inventory = inventoryWith(
  ['Wood shop'],
  ['H-1', 'Circular saw', 'Wood', 'Wood shop', 'ok', new Date('2019-05-17T00:00:00Z')],
  ['H-2', 'Drill', 'Wood', 'Wood shop', 'ok', '2.1.2020'],
  [null, null, null, null, null, null],
  head,
  ['H-3', 'Drill', 'Wood', 'Wood shop', 'Broken', '3.1.2020'],
  ['Total', 3],
);
const notes = makeTable('Notes', ['x']);

const inventoryMapping = `version: 1
tables:
  - sheet: ger*
    header_row: 2
    dates: day-first
    skip: [single-cell, { column: No., begins: total }]
    collections:
      machine_units:
        fields:
          sku: no.
          name: { join: [Tool, No.] }
          machine.slug: { column: Tool, as: slug }
          space.slug: { column: Room, as: slug }
          state: { column: State, values: { ok: available, broken: out_of_order } }
          commissioned_on: Bought
      machines:
        fields:
          slug: { column: Tool, as: slug }
          name: Tool
          category.slug: { column: Kind, as: slug }
          space.slug: { column: Room, as: slug }
      categories:
        fields: { type: { value: machine }, slug: { column: Kind, as: slug }, name: Kind }
      spaces:
        fields: { slug: { column: Room, as: slug }, name: Room, time_zone: { value: Europe/Berlin } }
`;

/** A mapping of spaces from the columns Key and Name. */
const rooms = (fields = '') =>
  `version: 1\ntables: [{ collections: { spaces: { fields: { slug: Key, name: Name, time_zone: { value: Europe/Berlin }${fields} } } } }]\n`;

describe('an import by a mapping', () => {
  let database: Database;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.close());

  it('creates machines, units, categories and spaces from one sheet, and changes nothing if repeated', async () => {
    const { messages, result } = await importMapped(database, [notes, inventory], inventoryMapping);
    expect([messages, result.lines]).toEqual([[], 7]);
    const units = await parsedRows(database, 'machine_units');
    expect(units).toHaveLength(3);
    expect(units.find(({ sku }) => sku === 'H-3')).toMatchObject({
      ...{ name: 'Drill H-3', state: 'out_of_order', commissioned_on: '2020-01-03' },
      ...{ machine: { name: 'Drill' }, space: { name: 'Wood shop' } },
    });
    const before = await everyRow(database);
    await importMapped(database, [inventory], inventoryMapping);
    expect(await everyRow(database)).toEqual(before);
  });

  it('creates numbered units from the rows of a mixed sheet that match a condition', async () => {
    const mapping = `version: 1
tables:
  - collections:
      spaces:
        only: [{ column: Kind, is: room }]
        fields: { slug: { column: Name, as: slug }, name: Name, time_zone: { value: Europe/Berlin } }
      machines:
        only: [{ column: Kind, is: tool }]
        fields: { slug: { column: Name, as: slug }, name: { column: Name, part: before-comma } }
      machine_units:
        only: [{ column: Kind, is: tool }]
        repeat: Count
        fields: { sku: { column: Name, as: numbered-slug }, machine.slug: { column: Name, as: slug } }
`;
    const rows = [
      ['Hall', 'Room'],
      ['Drill, small', 'Tool', 2],
      ['Drill, small', 'Tool', '1'],
      ['机器', 'Tool', 1],
    ];
    const list = makeTable('List', ['Name', 'Kind', 'Count'], ...rows);
    expect((await importMapped(database, [list], mapping)).messages).toEqual([]);
    const skus = (await parsedRows(database, 'machine_units')).map(({ sku }) => String(sku)).sort();
    const numbered = [1, 2, 3].map((number) => `drill-small-${number}`);
    expect(skus).toEqual([...numbered, expect.stringMatching(/^x-[0-9a-f]{10}-1$/)]);
    expect((await parsedRows(database, 'machines')).map(({ name }) => name).sort()).toEqual(['Drill', '机器']);
  });

  it.each([
    [
      'invalid values, by the rows and columns of the sheet',
      inventoryWith(['H-1', 'Saw', 'Wood', 'Wood shop', 'lost', '31.2.2020']),
      inventoryMapping,
      'Geräte.xlsx row 3, column State: must be one of available, unavailable, maintenance, out_of_order, retired, or have a meaning under `values` in the mapping, not `lost`',
      'Geräte.xlsx row 3, column Bought: must be a day like 2026-03-01 or 1.3.2026, not `31.2.2020`, which is not a day',
    ],
    [
      'rows that have the same key but differ',
      makeTable('Rooms', ['Key', 'Name'], ['hall', 'Hall'], ['Hall', 'Hall'], ['hall', 'Attic']),
      rooms(),
      'Rooms.xlsx row 3, column Key: must be words of a-z and 0-9 with one - between them, like laser-cutter, of at most 100 characters, not `Hall`; did you mean `hall`?',
      'Rooms.xlsx row 4, column Name: row 2 has the same slug, `hall`, but another value here',
    ],
    [
      'a row that becomes longer than the maximum',
      makeTable('Rooms', ['Key', 'Name'], ['hall', 'x'.repeat(9 * 1024 * 1024)]),
      rooms(', summary: Name'),
      'Rooms.xlsx row 2: is longer than 16 MiB, the maximum',
    ],
  ])('rejects %s', async (_, table, mapping, ...messages) => {
    expect(await importMapped(database, [table], mapping)).toMatchObject({ messages, result: { stored: false } });
    expect(await parsedRows(database, 'spaces')).toEqual([]);
  });

  it.each([
    ['a column', 'Bought', 'Buoght', /has no column Buoght; did you mean Bought\? \(it has No\., Tool/],
    [
      'a sheet',
      'ger*',
      'Tools',
      /The mapping refers to the sheet Tools, which does not exist\. Choose from: Geräte, Notes\./,
    ],
    [
      'a header',
      'header_row: 2',
      'header_row: 200',
      /has no row 200: set `header_row` to the row with the column names/,
    ],
  ])('rejects %s that is missing before it reads any row', async (_, name, other, message) => {
    const mapping = inventoryMapping.replace(name, other);
    await expect(importMapped(database, [inventory, notes], mapping)).rejects.toThrow(message);
  });

  it('rejects a workbook with only hidden sheets', async () => {
    const message = 'no spreadsheet with a visible sheet was found';
    await expect(importMapped(database, [], inventoryMapping)).rejects.toThrow(message);
  });

  it('rejects more than 100,000 repeated rows', async () => {
    const units = 'machine_units: { repeat: Count, fields: { sku: { column: Name, as: numbered-slug } } }';
    const mapping = parseMapping(`version: 1\ntables: [{ collections: { ${units} } }]\n`, 'm', catalogueDefinitions);
    const list = makeTable('List', ['Name', 'Count'], ...Array.from({ length: 101 }, () => ['Drill', 1000]));
    const [file] = await mapTables([list], mapping, catalogueDefinitions);
    const read = async () => {
      for await (const batch of file?.rows() ?? []) expect(batch).toHaveLength(1000);
    };
    await expect(read()).rejects.toThrow(
      '`repeat` makes more than 100000 rows of machine_units at row 102, the maximum.',
    );
  });
});
