import type { Definition } from '@resource-catalogue/read';
import { basename, extname } from 'node:path';
import { isUnnamed } from '../map/columns.js';
import { allHeaders, collectionLayout, headerFields, type Layout, ownHeader, unreadHeaders } from '../layout.js';
import { fileHeader, problemHeader } from '../map/own-file.js';
import { suggestFormats } from './formats.js';
import type { InspectedTable } from './inspect-table.js';
import { plain } from './words.js';
import type { SuggestedField, SuggestedTable } from './write-mapping.js';

/**
 * Suggests the mapping of a table whose columns are all named as in the catalogue: a template, an export or rejected
 * rows; null for others. Columns that an export derives from other rows are left out.
 */
export function ownTable(
  { table, headerRow, names, columns, rows, isCut }: InspectedTable,
  definitions: readonly Definition[],
  timeZone: string,
): SuggestedTable | null {
  const isRejected = names[0] === problemHeader;
  const headers = names.filter((name, index) => !isUnnamed(name) && !(isRejected && isAdded(name, index)));
  const plans = definitions
    .map((definition) => collectionLayout(definition, definitions))
    .filter((plan) => isOwn(plan, headers));
  const title = ` ${[table.name, basename(table.path, extname(table.path))].map(plain).join(' ')} `;
  const plan =
    plans.find(({ collection }) => title.includes(` ${plain(collection)} `)) ?? (plans.length === 1 ? plans[0] : null);
  if (!plan) return null;
  const known = new Set(allHeaders(plan));
  const kinds = headerFields(plan);
  const fields = headers
    .filter((header) => known.has(header))
    .map((header): [string, SuggestedField] => {
      // Columns of lists separate values with bars; the import splits texts itself.
      const hasBars = columns.some(
        ({ name, distinct }) => name === header && distinct.some((text) => text.includes('|')),
      );
      const isSplit = hasBars && header.includes('.') && kinds.get(header)?.kind !== 'text';
      return [header, { mapping: { column: header, ...(isSplit && { split: '|' }) }, todo: [] }];
    });
  const days = columns.filter(({ kind }) => kind.startsWith('date'));
  const hasDecimals = columns.some(({ kind }) => kind === 'number');
  return {
    ...{ table, name: table.name, header_row: headerRow, unused: [], rows: rows.length, isCut },
    ...suggestFormats(days, 'en', timeZone),
    ...(hasDecimals && { decimal: table.decimalComma ? 'comma' : 'point' }),
    collections: new Map([[plan.collection, { fields: new Map(fields) }]]),
  };
}

/** The columns that a sheet of rejected rows adds: the problems and, for several files, the file. */
const isAdded = (name: string, index: number): boolean => index === 0 || (index === 1 && name === fileHeader);

function isOwn(plan: Layout, headers: readonly string[]): boolean {
  const known = new Set([...allHeaders(plan), ...plan.members.flatMap(unreadHeaders)]);
  return (
    headers.length > 1 &&
    headers.every((header) => known.has(header)) &&
    (headers.includes(ownHeader(plan)) || headers.includes('id'))
  );
}
