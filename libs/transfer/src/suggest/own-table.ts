import { basename, extname } from 'node:path';
import { type Layout, ownHeader } from '../layout.js';
import { ownColumns } from '../map/own-file.js';
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
  layouts: readonly Layout[],
  timeZone: string,
): SuggestedTable | null {
  const plans = layouts.filter((layout) => isOwn(layout, names));
  const title = ` ${[table.name, basename(table.path, extname(table.path))].map(plain).join(' ')} `;
  const plan =
    plans.find(({ collection }) => title.includes(` ${plain(collection)} `)) ?? (plans.length === 1 ? plans[0] : null);
  if (!plan) return null;
  const fields = ownColumns(names, plan).own.map((header): [string, SuggestedField] => {
    // Columns of lists separate values with bars; the import splits texts itself.
    const hasBars = columns.some(
      ({ name, distinct }) => name === header && distinct.some((text) => text.includes('|')),
    );
    const isSplit = hasBars && header.includes('.') && plan.columns.get(header)?.kind !== 'text';
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

function isOwn(plan: Layout, names: readonly string[]): boolean {
  const { own, unknown } = ownColumns(names, plan);
  return unknown.length === 0 && own.length > 1 && (own.includes(ownHeader(plan)) || own.includes('id'));
}
