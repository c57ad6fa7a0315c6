import type { Database } from '@resource-catalogue/database';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { errorText, importFiles, withSnapshot } from '@resource-catalogue/transfer';
import { mappedFiles, openTables, parseMapping, suggestMapping, writeMapping } from '../../src/index.js';
import { type JsonObject, objectOf } from '@resource-catalogue/testing/json';

/** Writes the mapping that is proposed for a file. */
export async function suggested(path: string): Promise<string> {
  const options = { space: 'Workshop', timeZone: 'Europe/Berlin', now: '2026-11-26T00:00:00Z' };
  const { tables } = await suggestMapping(await openTables(path), catalogueDefinitions, options);
  return writeMapping(tables);
}

/** Imports a file by a mapping. Returns what is wrong, and how many rows each table got. */
export async function importMapped(database: Database, path: string, text: string) {
  const mapping = parseMapping(text, 'test.mapping.yaml', catalogueDefinitions);
  const files = await mappedFiles(await openTables(path), mapping, catalogueDefinitions);
  const messages: string[] = [];
  const { tables } = await importFiles(database, catalogueDefinitions, files, {
    ...{ dryRun: false, continueOnError: false, prune: false, report: () => undefined },
    onError: (error) => messages.push(errorText(error, ({ line }) => `line ${line}`)),
  });
  const inserted = tables.flatMap(({ table, inserted: count }) => (count > 0 ? [[table, count] as const] : []));
  return { messages, inserted: Object.fromEntries(inserted) };
}

/** The rows of a collection, as the API shows them. */
export function rowsOf(database: Database, collection: string): Promise<readonly JsonObject[]> {
  const definition = catalogueDefinitions.find(({ name }) => name === collection);
  if (!definition) throw new Error(`There is no collection ${collection}.`);
  return withSnapshot(database, async (read) => {
    const rows: JsonObject[] = [];
    for await (const batch of read(definition)) rows.push(...batch.map((text) => objectOf(JSON.parse(text))));
    return rows;
  });
}
