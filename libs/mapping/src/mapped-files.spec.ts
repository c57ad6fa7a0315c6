import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { errorText, importFiles } from '@resource-catalogue/transfer';
import { everyRow, silent } from '@resource-catalogue/transfer/testing/transfer';
import { objectOf } from '@resource-catalogue/testing/json';
import { tableOf } from '../test/support/suggested-tables.js';
import { mappedFiles } from './mapped-files.js';
import { parseMapping } from './read-mapping.js';
import type { Content, Table } from './tables.js';

const table = (name: string, ...rows: readonly (readonly Content[])[]): Table => tableOf(name, rows);

const inventory = table(
  'Geräte',
  ['Inventory 2026'],
  ['No.', 'Tool', 'Kind', 'Room', 'State', 'Bought'],
  ['Wood shop'],
  ['H-1', 'Circular saw', 'Wood', 'Wood shop', 'ok', new Date('2019-05-17T00:00:00Z')],
  ['H-2', 'Drill', 'Wood', 'Wood shop', 'ok', '2.1.2020'],
  [null, null, null, null, null, null],
  ['No.', 'Tool', 'Kind', 'Room', 'State', 'Bought'],
  ['H-3', 'Drill', 'Wood', 'Wood shop', 'Broken', '3.1.2020'],
  ['Total', 3],
);

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
          state_changed_at: { value: 2026-01-01 }
      machines:
        fields:
          slug: { column: Tool, as: slug }
          name: Tool
          category.slug: { column: Kind, as: slug }
          space.slug: { column: Room, as: slug }
          pricing: { value: free }
          availability_mode: { value: self_service }
      categories:
        fields: { type: { value: machine }, slug: { column: Kind, as: slug }, name: Kind }
      spaces:
        fields: { slug: { column: Room, as: slug }, name: Room, time_zone: { value: Europe/Berlin } }
`;

describe('an import by a mapping', () => {
  let database: Database;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.close());

  async function imported(mapping: string, ...tables: readonly Table[]) {
    const parsed = parseMapping(mapping, 'my.mapping.yaml', catalogueDefinitions);
    const files = await mappedFiles(tables, parsed, catalogueDefinitions);
    const messages: string[] = [];
    const { lines, errors } = await importFiles(database, catalogueDefinitions, files, {
      ...{ dryRun: false, continueOnError: false, prune: false, report: silent },
      onError: (error) => messages.push(errorText(error, ({ collection, line }) => `${collection}:${line}`)),
    });
    return { lines, errors, messages };
  }

  const rowsOf = async (collection: string) =>
    ((await everyRow(database, collection))[collection] ?? []).map((text) => objectOf(JSON.parse(text)));

  it('makes machines, their units, categories and spaces of one sheet, and the same of it the next day', async () => {
    expect(await imported(inventoryMapping, table('Notes', ['x']), inventory)).toEqual({
      lines: 7,
      errors: 0,
      messages: [],
    });
    const units = await rowsOf('machine_units');
    expect(units).toHaveLength(3);
    expect(units.find(({ sku }) => sku === 'H-3')).toMatchObject({
      ...{ name: 'Drill H-3', state: 'out_of_order', commissioned_on: '2020-01-03' },
      ...{ machine: { name: 'Drill' }, space: { name: 'Wood shop' } },
    });
    const before = await everyRow(database);
    await imported(inventoryMapping, inventory);
    expect(await everyRow(database)).toEqual(before);
  });

  it('names rows and columns as the sheet has them, and stores nothing when one value is wrong', async () => {
    const broken = table('Geräte', ...[['Inventory'], ['No.', 'Tool', 'Kind', 'Room', 'State', 'Bought']], [
      ...['H-1', 'Saw', 'Wood', 'Wood shop', 'lost', '31.2.2020'],
    ]);
    const { messages } = await imported(inventoryMapping, broken);
    expect(messages).toEqual([
      'machine_units:3, column State: must be one of available, unavailable, maintenance, out_of_order, retired, or have its meaning under `values` of the mapping, not `lost`',
      'machine_units:3, column Bought: must be a date like 2026-03-01 or 1.3.2026, not `31.2.2020`',
    ]);
    expect(await rowsOf('spaces')).toEqual([]);
  });

  it('numbers equal names, repeats rows by a count, takes parts of texts and keeps only the rows that are meant', async () => {
    const mapping = `version: 1
tables:
  - decimal: comma
    collections:
      spaces:
        only: [{ column: Kind, is: room }]
        fields: { slug: { column: Name, as: slug }, name: Name, time_zone: { value: Europe/Berlin } }
      machines:
        only: [{ column: Kind, is: tool }]
        fields: { slug: { column: Name, as: slug }, name: { column: Name, part: before-comma }, space.slug: { value: hall } }
      machine_units:
        only: [{ column: Kind, is: tool }]
        repeat: Count
        fields: { sku: { column: Name, as: numbered-slug }, name: Name, machine.slug: { column: Name, as: slug }, space.slug: { value: hall }, state: { value: available }, state_changed_at: { value: 2026-01-01 } }
`;
    const list = table(
      'List',
      ...[
        ['Name', 'Kind', 'Count'],
        ['Hall', 'Room', null],
        ['Drill, small', 'Tool', 2],
        ['Drill, small', 'Tool', '1'],
        ['机器', 'Tool', 1],
      ],
    );
    const required = mapping.replace(
      'space.slug: { value: hall } }',
      'space.slug: { value: hall }, pricing: { value: free }, availability_mode: { value: self_service } }',
    );
    expect(await imported(required, list)).toMatchObject({ errors: 0 });
    const skus = (await rowsOf('machine_units')).map(({ sku }) => String(sku)).sort();
    expect(skus).toEqual([
      'drill-small-1',
      'drill-small-2',
      'drill-small-3',
      expect.stringMatching(/^x-[0-9a-f]{10}-1$/),
    ]);
    expect((await rowsOf('machines')).map(({ name }) => name).sort()).toEqual(['Drill', '机器']);
  });

  it('refuses rows that have one key and differ', async () => {
    const mapping =
      'version: 1\ntables:\n  - collections:\n      spaces:\n        fields: { slug: Key, name: Name, time_zone: { value: Europe/Berlin } }\n';
    const { messages } = await imported(
      mapping,
      table(
        'Rooms',
        ...[
          ['Key', 'Name'],
          ['hall', 'Hall'],
          ['Hall', 'Hall'],
          ['hall', 'Attic'],
        ],
      ),
    );
    expect(messages).toEqual(['spaces:4, column Name: row 2 has the same slug, `hall`, but another value here']);
  });

  it('refuses a row that becomes longer than a row may be', async () => {
    const long = 'x'.repeat(9 * 1024 * 1024);
    const fields = 'slug: Key, name: Name, summary: Name, time_zone: { value: Europe/Berlin }';
    const { messages } = await imported(
      `version: 1\ntables: [{ collections: { spaces: { fields: { ${fields} } } } }]\n`,
      table('Rooms', ['Key', 'Name'], ['hall', long]),
    );
    expect(messages).toEqual(['spaces:2: is longer than 16 MiB, the maximum']);
  });

  it.each([
    [
      'a column that is missing',
      inventoryMapping.replace('Bought', 'Buoght'),
      /has no column Buoght; did you mean Bought\? \(it has No\., Tool/,
    ],
    [
      'a sheet that is missing',
      inventoryMapping.replace('ger*', 'Tools'),
      /There is no sheet Tools, which the mapping names\. There are Geräte, Notes\./,
    ],
    [
      'a header that is missing',
      inventoryMapping.replace('header_row: 2', 'header_row: 200'),
      /has no row 200, which should name its columns/,
    ],
  ])('is refused for %s before anything is read', async (_, mapping, message) => {
    await expect(imported(mapping, inventory, table('Notes', ['x']))).rejects.toThrow(message);
  });

  it('is refused for a workbook whose sheets are all hidden', async () => {
    await expect(imported(inventoryMapping)).rejects.toThrow(
      'no spreadsheet was found with a sheet that is not hidden',
    );
  });

  it('is refused where it repeats rows more than 100,000 times', async () => {
    const units = 'machine_units: { repeat: Count, fields: { sku: { column: Name, as: numbered-slug } } }';
    const mapping = parseMapping(`version: 1\ntables: [{ collections: { ${units} } }]\n`, 'm', catalogueDefinitions);
    const list = table('List', ['Name', 'Count'], ...Array.from({ length: 101 }, () => ['Drill', 1000]));
    const [file] = await mappedFiles([list], mapping, catalogueDefinitions);
    const sheet = await file?.sheet?.();
    await expect(sheet?.rows.next()).resolves.toHaveProperty('done', false);
    const rest = async () => {
      for await (const batch of sheet?.rows ?? []) expect(batch).toHaveLength(1000);
    };
    await expect(rest()).rejects.toThrow('that `repeat` makes are more than 100000 at row 102, the maximum.');
  });
});
