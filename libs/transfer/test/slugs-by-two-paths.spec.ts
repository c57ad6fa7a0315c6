import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { importMapped, makeTable } from './support/mapping.js';
import { importFolder, parsedRows, writeLines } from './support/transfer.js';

const names = [
  ...['Sägewerk', 'ÆØÅ Mølle', 'CamelCase XYPlotter', 'foo_bar & baz', 'I ♥ Laser', 'ĲSSEL', "it's Tom’s", '№ 5'],
  ...['½ inch tap', 'Лазерний різак', '木工房', `Lathe ${'x'.repeat(100)} 1`, `Lathe ${'x'.repeat(100)} 2`],
];

const mapping = `version: 1
tables:
  - collections:
      machines:
        fields: { slug: { column: Machine, as: slug }, name: Machine, space.slug: { column: Room, as: slug } }
`;

let database: Database;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slugs-'));
  database = await scratchDatabase();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

it('a machine gets the same slug from a template and from a mapping', async () => {
  await writeLines(folder, {
    'spaces.csv': ['slug,name,time_zone', 'hall,Hall,Europe/Berlin'],
    'machines.csv': ['name,space.slug', ...names.map((name) => `${name},hall`)],
  });
  expect((await importFolder(database, folder)).messages).toEqual([]);
  const table = makeTable('Inventory', ['Machine', 'Room'], ...names.map((name) => [name, 'Hall']));
  expect((await importMapped(database, [table], mapping)).messages).toEqual([]);
  expect(await parsedRows(database, 'machines')).toHaveLength(names.length);
});
