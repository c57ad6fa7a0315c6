import { fileURLToPath } from 'node:url';
import { exampleFolder } from '../shipped-files.js';
import { byteOrderMark, lineEnd, toCsvLine } from './csv.js';
import { ownKey } from '../resolve/natural-keys.js';
import { readSheet } from '../read/read-sheet.js';
import { type FieldLayout, type SheetPlan, usualHeader } from '../resolve/sheet-columns.js';

const exampleRows = 2;

/** A template sheet: every column that people fill in, and two example rows. */
export async function templateRows(plan: SheetPlan): Promise<readonly (readonly string[])[]> {
  const headers = usualHeaders(plan);
  const { rows, close } = await readSheet(fileURLToPath(new URL(`${plan.collection}.csv`, exampleFolder)));
  const first = await rows.next();
  await close();
  const examples = first.done === true ? [] : first.value.slice(0, exampleRows);
  return [headers, ...examples.map(({ cells }) => headers.map((header) => cells.get(header) ?? ''))];
}

/** The template as a CSV file. */
export async function template(plan: SheetPlan): Promise<string> {
  const rows = await templateRows(plan);
  return `${byteOrderMark}${rows.map((texts) => `${toCsvLine(texts)}${lineEnd}`).join('')}`;
}

/** Columns that people rarely fill in: ids and timestamps. */
const unusual: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at', 'soft_deleted_at']);

export function usualHeaders({ key, members }: SheetPlan): readonly string[] {
  return [...(key === ownKey ? [ownKey] : []), ...members.flatMap(usual)];
}

function usual(place: FieldLayout): string[] {
  switch (place.at) {
    case 'nowhere':
      return [];
    case 'cell':
      return unusual.has(place.key) ? [] : [usualHeader(place)];
    case 'reference':
      return [usualHeader(place)];
    case 'object':
      return place.members.some(({ key }) => key === 'id') ? [] : place.members.flatMap(usual);
    case 'list':
      return (place.each ?? place.own) && !namesParts(place) ? place.members.flatMap(usual) : [];
  }
}

/** Whether its items refer to other parts of the row by ids, which people do not know. */
const namesParts = (place: FieldLayout): boolean =>
  place.at === 'list' && place.members.some((member) => member.key.endsWith('_id'));
