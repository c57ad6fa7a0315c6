import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { openTables, suggestMapping, writeMapping } from '../src/index.js';
import { importMapped, options } from './support/mapping.js';
import { changedTables, exportFolder, importFolder } from './support/transfer.js';

const workshop = fileURLToPath(new URL('../../../examples/makerspace', import.meta.url));

/** The collections of the example. */
const filled = catalogueDefinitions
  .map(({ name }) => name)
  .filter((name) => !name.startsWith('project') && name !== 'subscriptions');

/** Proposes a mapping for a file, and imports the file by it. */
async function importProposed(database: Database, path: string) {
  const tables = await openTables(path);
  const { tables: suggested } = await suggestMapping(tables, catalogueDefinitions, options);
  const { messages, result } = await importMapped(database, tables, writeMapping(suggested));
  return { suggested, messages, changed: changedTables(result) };
}

describe('exports, as spreadsheets', () => {
  let database: Database;
  let folder: string;
  beforeEach(async () => {
    database = await scratchDatabase();
    folder = await newFolder();
    expect((await importFolder(database, workshop)).messages).toEqual([]);
    await exportFolder(database, folder, { format: 'csv' });
  });
  afterEach(() => database.close());

  it('are recognised, and change nothing if they are imported by the proposal', async () => {
    for (const name of filled) {
      const { suggested, messages, changed } = await importProposed(database, join(folder, `${name}.csv`));
      expect(suggested.map(({ collections }) => [...collections.keys()])).toEqual([[name]]);
      expect(suggested.flatMap(({ checks, unused }) => [...checks, ...unused])).toEqual([]);
      expect([name, messages, changed]).toEqual([name, [], []]);
    }
  });

  it('are recognised as rejected rows of another name, without the problems', async () => {
    const text = await readFile(join(folder, 'members.csv'), 'utf8');
    const [head = '', first = ''] = text.replace('\ufeff', '').split('\r\n');
    const path = join(folder, 'left.csv');
    await writeFile(path, `problem,file,${head}\nis missing,members.csv,${first}\n`);
    const { suggested, messages, changed } = await importProposed(database, path);
    expect(suggested.map(({ collections }) => [...collections.keys()])).toEqual([['members']]);
    expect([messages, changed]).toEqual([[], []]);
  });
});
