import { fieldTable } from '@resource-catalogue/contracts';
import { CommandError, errorMessage, isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { SourceRow } from '../import-catalogue.js';
import { duplicateKey } from './raw-json.js';
import { type FileLine, readLines, type ReadWatch, type RowFile } from './read-lines.js';

/** Reads the rows of an NDJSON file. Throws if it belongs to another collection, where every line would be an error. */
export async function* readRows(
  { path, collection }: RowFile,
  definitions: readonly Definition[],
  watch: ReadWatch,
): AsyncGenerator<readonly SourceRow[], void, undefined> {
  let first = true;
  for await (const batch of readLines(path, watch)) {
    const rows = batch.map(parsed);
    if (first) refuseOthers(path, collection, rows[0]?.value, definitions);
    first = false;
    yield rows;
  }
}

function parsed({ line, text, problem }: FileLine): SourceRow {
  if (text === null) return { line, problem: problem ?? 'cannot be read' };
  try {
    const value: unknown = JSON.parse(text);
    const duplicate = duplicateKey(text, value);
    if (duplicate !== null) return { line, problem: `${duplicate} is a duplicate key: remove one` };
    return { line, value, text };
  } catch (error) {
    return {
      line,
      problem: `must be a JSON object on one line (${errorMessage(error)})`,
    };
  }
}

function refuseOthers(path: string, collection: string, value: unknown, definitions: readonly Definition[]): void {
  if (!isObject(value)) return;
  const keys = Object.keys(value).sort().join();
  const holds = (definition: Definition): boolean => [...fieldTable(definition.dto).keys()].sort().join() === keys;
  const its = definitions.filter(holds).map(({ name }) => name);
  if (its.length > 0 && !its.includes(collection)) {
    throw new CommandError(
      `Nothing was imported: ${path} has rows of ${its.join(' or ')}, not of ${collection}. Rename it.`,
    );
  }
}
