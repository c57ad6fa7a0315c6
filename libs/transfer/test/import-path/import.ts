import { join } from 'node:path';
import { type Database, openDatabase } from '@resource-catalogue/database';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { filesEntered } from '@resource-catalogue/testing/entered-files';
import { importFiles, mappedFiles, openTables, parseMapping, writeWorkbook } from '../../src/index.js';

async function* rows(...cells: readonly (readonly string[])[]) {
  for (const row of cells) yield await Promise.resolve(row);
}

const mapping = parseMapping(
  `version: 1
tables: [{ collections: { machines: { fields: { slug: { column: Tool, as: slug }, name: Tool, space.slug: Room } } } }]
`,
  'mapping.yaml',
  catalogueDefinitions,
);

async function importOnce(database: Database, workbook: string): Promise<void> {
  const files = await mappedFiles(await openTables(workbook), mapping, catalogueDefinitions);
  await importFiles(database, catalogueDefinitions, files, {
    dryRun: true,
    continueOnError: false,
    prune: false,
    report: () => undefined,
    onError: (error) => process.stderr.write(JSON.stringify(error)),
  });
}

// Prints, as JSON, the files that the line of a workbook enters, in order. `runRecorded` runs it.
const [folder = ''] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl: null, dataDir: folder });
await database.exec(`DELETE FROM catalogue_settings WHERE starts_with(key, 'demo.')`);
const [[slug] = []] = await database.source.query({ text: 'SELECT slug FROM spaces' }, []);
const workbook = join(folder, 'machines.xlsx');
await writeWorkbook(workbook, rows(['Tool', 'Room'], ['Lathe', slug ?? '']));
process.stdout.write(JSON.stringify(await filesEntered(() => importOnce(database, workbook))));
await database.close();
