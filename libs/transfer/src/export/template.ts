import { fileURLToPath } from 'node:url';
import { exampleFolder } from '../shipped-files.js';
import { byteOrderMark, lineEnd, toCsvLine } from './csv.js';
import { type FieldLayout, type Layout, ownKey, usualHeader } from '../layout.js';
import { dataRows, readColumns } from '../map/columns.js';
import { openBytes } from '../read/byte-source.js';
import { csvTable } from '../read/csv.js';
import { displayText } from '../values/contents.js';

const exampleRows = 2;

/** A template sheet: every column that people fill in, and two example rows. */
export async function templateRows(layout: Layout): Promise<readonly (readonly string[])[]> {
  const headers = usualHeaders(layout);
  const table = await csvTable(await openBytes(fileURLToPath(new URL(`${layout.collection}.csv`, exampleFolder))));
  const columns = await readColumns(table, 1);
  const examples: (readonly string[])[] = [];
  for await (const { cells } of dataRows(table, 1)) {
    examples.push(headers.map((header) => displayText(cells[columns.find(header) ?? -1])));
    if (examples.length === exampleRows) break;
  }
  return [headers, ...examples];
}

/** The template as a CSV file. */
export async function template(layout: Layout): Promise<string> {
  const rows = await templateRows(layout);
  return `${byteOrderMark}${rows.map((texts) => `${toCsvLine(texts)}${lineEnd}`).join('')}`;
}

/** Columns that people rarely fill in: ids and timestamps. */
const unusual: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at', 'soft_deleted_at']);

export function usualHeaders({ key, members }: Layout): readonly string[] {
  return [...(key === ownKey ? [ownKey] : []), ...members.flatMap(usual)];
}

function usual(place: FieldLayout): string[] {
  switch (place.at) {
    case 'derived':
      return [];
    case 'cell':
      return unusual.has(place.key) ? [] : [usualHeader(place)];
    case 'reference':
      return [usualHeader(place)];
    case 'object':
      return place.members.some(({ key }) => key === 'id') ? [] : place.members.flatMap(usual);
    case 'list':
      return (place.each ?? place.own) && !refersToParts(place) ? place.members.flatMap(usual) : [];
  }
}

/** Whether the items refer to other parts of the row by ids, which people do not know. */
const refersToParts = (place: FieldLayout): boolean =>
  place.at === 'list' && place.members.some((member) => member.key.endsWith('_id'));
