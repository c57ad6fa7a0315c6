import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '@resource-catalogue/database';
import { catalogueDefinitions, Reader, SummaryCache } from '@resource-catalogue/read';
import { filesEntered } from '@resource-catalogue/testing/entered-files';
import { findFiles, importFiles } from '../../src/index.js';

async function writeFiles(database: Database, folder: string): Promise<string[]> {
  const definition = catalogueDefinitions.find(({ name }) => name === 'spaces');
  const [[id, slug] = []] = await database.source.query({ text: 'SELECT id::text, slug FROM spaces' }, []);
  if (!definition || typeof id !== 'string') throw new Error('The database has no space.');
  const { text } = await new Reader(database.source, new SummaryCache()).get(definition, id);
  const [sheet, rows] = [join(folder, 'machines.csv'), join(folder, 'spaces.ndjson')];
  await writeFile(sheet, `slug,name,space.slug,pricing,availability_mode\nlathe,Lathe,${slug},free,self_service\n`);
  await writeFile(rows, `${text}\n`);
  return [sheet, rows];
}

async function importOnce(database: Database, paths: readonly string[]): Promise<void> {
  await importFiles(database, catalogueDefinitions, await findFiles(paths, catalogueDefinitions), {
    dryRun: true,
    continueOnError: false,
    prune: true,
    report: () => undefined,
    onError: (error) => process.stderr.write(JSON.stringify(error)),
  });
}

// Prints, as JSON, the files that an import enters, in order. `runRecorded` runs it.
const [folder = ''] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl: null, dataDir: folder });
const paths = await writeFiles(database, folder);
process.stdout.write(JSON.stringify(await filesEntered(() => importOnce(database, paths))));
await database.close();
