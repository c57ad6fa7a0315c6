import type { Definition } from '@resource-catalogue/read';
import { allHeaders, type SheetPlan, sheetPlan } from '../resolve/sheet-columns.js';
import { basename, extname } from 'node:path';
import type { InspectedTable } from './inspect-table.js';
import { suggestFormats } from './suggest-formats.js';
import type { SuggestedField, SuggestedTable } from './suggestion-types.js';

/**
 * Suggests the mapping of a table whose columns are all named as in the catalogue, such as a template; null for
 * others.
 */
export function ownTable(
  inspected: InspectedTable,
  definitions: readonly Definition[],
  timeZone: string,
): SuggestedTable | null {
  const { table, headerRow, columns, rows } = inspected;
  const headers = columns.map(({ name }) => name);
  const plans = definitions
    .map((definition) => sheetPlan(definition, definitions))
    .filter((plan) => isOwn(plan, headers));
  const names = [table.name, basename(table.path, extname(table.path))];
  const plan =
    plans.find(({ collection }) => names.includes(collection)) ?? (plans.length === 1 ? plans[0] : undefined);
  if (!plan) return null;
  const fields = columns.map(({ name, distinct }): [string, SuggestedField] => {
    // Columns of lists separate values with bars.
    const isList = name.includes('.') && distinct.some((text) => text.includes('|'));
    return [name, { mapping: { column: name, ...(isList && { split: '|' }) }, todo: [] }];
  });
  return {
    ...{ name: table.name, header_row: headerRow, unused: [], checks: [] },
    ...suggestFormats(columns, rows, 'en', timeZone),
    collections: new Map([[plan.collection, { fields: new Map(fields) }]]),
  };
}

function isOwn(plan: SheetPlan, headers: readonly string[]): boolean {
  const known = new Set(allHeaders(plan));
  return headers.length > 1 && headers.every((header) => known.has(header)) && headers.includes(plan.key ?? 'id');
}
