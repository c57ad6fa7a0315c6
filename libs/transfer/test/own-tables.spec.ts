import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { newFolder } from '@resource-catalogue/testing/running-program';
import type { ImportError } from '../src/import-errors.js';
import {
  findFiles,
  naturalKeys,
  openTables,
  rejectedRows,
  suggestMapping,
  template,
  templateWorkbook,
  writeMapping,
  writeRejectsSheet,
  writeWorkbook,
} from '../src/index.js';
import { openBytes } from '../src/read/byte-source.js';
import { csvTable } from '../src/read/csv.js';
import { displayText } from '../src/values/contents.js';
import { importMapped, layoutOf, options } from './support/mapping.js';
import { changedTables, everyRow, exportFolder, importFolder, importFound, writeLines } from './support/transfer.js';

const workshop = fileURLToPath(new URL('../../../examples/makerspace', import.meta.url));

/** The collections of the example. */
const filled = catalogueDefinitions.map(({ name }) => name).filter((name) => naturalKeys.has(name));

/** Proposes a mapping for a file, and imports the file by it. */
async function importProposed(database: Database, path: string) {
  const tables = await openTables(path);
  const { tables: suggested } = await suggestMapping(tables, catalogueDefinitions, options);
  const { messages, result } = await importMapped(database, tables, writeMapping(suggested));
  return { suggested, messages, changed: changedTables(result) };
}

/** The cells of a CSV file, as texts. */
async function* rowsOf(path: string) {
  for await (const { cells } of (await csvTable(await openBytes(path))).rows()) yield cells.map(displayText);
}

async function* corrected(rows: AsyncGenerator<readonly string[]>) {
  for await (const row of rows) yield row.map((text) => (text === 'always' ? 'self_service' : text));
}

/** Every row of a catalogue without the times of its imports. */
async function contents(database: Database) {
  const rows = await everyRow(database);
  const times = /"(?:created_at|updated_at|published_at|joined_at|state_changed_at|canceled_at)":"[^"]*"/g;
  return Object.fromEntries(
    Object.entries(rows).map(([name, own]) => [name, own.map((row) => row.replaceAll(times, ''))]),
  );
}

describe('the proposed mapping of our own spreadsheets', () => {
  let database: Database;
  let folder: string;
  beforeEach(async () => {
    database = await scratchDatabase();
    folder = await newFolder();
    expect((await importFolder(database, workshop)).messages).toEqual([]);
    await exportFolder(database, folder, { format: 'csv' });
  });
  afterEach(() => database.close());

  it.each(['csv', 'xlsx'])('recognises exports as .%s, and changes nothing when they are imported', async (format) => {
    const exported = join(folder, 'exported');
    await mkdir(exported);
    for (const name of filled) {
      const [from, to] = [join(folder, `${name}.csv`), join(exported, `${name}.${format}`)];
      await (format === 'csv' ? copyFile(from, to) : writeWorkbook(to, rowsOf(from)));
    }
    const { suggested, messages, changed } = await importProposed(database, exported);
    expect(suggested.flatMap(({ collections }) => [...collections.keys()])).toEqual([...filled].sort());
    expect(suggested.flatMap(({ checks, unused }) => [...checks, ...unused])).toEqual([]);
    expect([messages, changed]).toEqual([[], []]);
  });

  it('imports rejected rows with their problems once they are corrected', async () => {
    const text = await readFile(join(folder, 'machines.csv'), 'utf8');
    const broken = join(folder, 'broken');
    await writeLines(broken, { 'machines.csv': [text.replaceAll('self_service', 'always')] });
    const errors: ImportError[] = [];
    const files = await findFiles([broken], catalogueDefinitions);
    await importFound(database, files, { onError: (error) => errors.push(error) });
    expect(errors.length).toBeGreaterThan(0);
    const rejected = () =>
      rejectedRows(
        files,
        errors.map(({ row }) => row),
        errors,
      );
    const [asCsv, asWorkbook] = [join(folder, 'left.csv'), join(folder, 'left.xlsx')];
    await writeRejectsSheet(asCsv, corrected(rejected()));
    await writeWorkbook(asWorkbook, corrected(rejected()));
    for (const path of [asCsv, asWorkbook]) {
      expect(await importProposed(database, path)).toMatchObject({ messages: [], changed: [] });
    }
    await rm(broken, { recursive: true });
    await rename(asCsv, join(folder, 'machines.csv'));
    await rm(join(folder, 'manifest.json'));
    expect((await importFolder(database, join(folder, 'machines.csv'))).messages).toEqual([]);
  });

  it('stores the examples of templates like an import without a mapping', async () => {
    const [bySheets, byProposals] = [await scratchDatabase(), await scratchDatabase()];
    for (const name of naturalKeys.keys()) {
      const text = await template(layoutOf(name));
      await writeLines(join(folder, 'templates'), { [`${name}.csv`]: [text] });
      const path = join(folder, `${name}.template.xlsx`);
      await writeFile(path, await templateWorkbook(layoutOf(name)));
    }
    for (const database of [bySheets, byProposals]) await importFolder(database, workshop);
    expect((await importFolder(bySheets, join(folder, 'templates'))).messages).toEqual([]);
    for (const name of naturalKeys.keys()) {
      const { messages } = await importProposed(byProposals, join(folder, `${name}.template.xlsx`));
      expect([name, messages]).toEqual([name, []]);
    }
    expect(await contents(byProposals)).toEqual(await contents(bySheets));
    await bySheets.close();
    await byProposals.close();
  });

  it('recognises rejected rows in a file of another name', async () => {
    const text = await readFile(join(folder, 'members.csv'), 'utf8');
    const [head = '', first = ''] = text.replace('\ufeff', '').split('\r\n');
    const path = join(folder, 'left.csv');
    await writeFile(path, `problem,file,${head}\nis missing,members.csv,${first}\n`);
    const { suggested, messages, changed } = await importProposed(database, path);
    expect(suggested.map(({ collections }) => [...collections.keys()])).toEqual([['members']]);
    expect([messages, changed]).toEqual([[], []]);
  });
});
