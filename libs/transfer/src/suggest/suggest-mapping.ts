import type { Definition } from '@resource-catalogue/read';
import { inspectTable } from './inspect-table.js';
import { ownTable } from './own-table.js';
import { type RecognisedTable, recogniseTable } from './recognise-table.js';
import { builders } from './suggest-tables.js';
import type { KindName } from './table-kinds.js';
import type { SuggestedTable } from './suggestion-types.js';
import { type SuggestOptions, TableBuilder } from './table-builder.js';
import type { Table } from '../read/tables.js';

/** Mappings for some tables, and the sheets that are left out. */
export interface SuggestedMapping {
  readonly tables: readonly SuggestedTable[];
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

const maxSamples = 3;

/** Collections whose column names a kind of table may use as headers. */
const ownCollections: Readonly<Record<KindName, readonly string[]>> = {
  inventory: ['machines', 'machine_units'],
  members: ['members'],
  users: ['users'],
  bookings: ['bookings'],
  events: ['events', 'event_sessions'],
  trainings: ['trainings', 'training_sessions'],
  places: ['places', 'place_units'],
  spaces: ['spaces'],
  plans: ['plans'],
};

/** Suggests how to read the tables of a workbook, from their headers and first rows. */
export async function suggestMapping(
  tables: readonly Table[],
  definitions: readonly Definition[],
  options: SuggestOptions,
): Promise<SuggestedMapping> {
  const recognised: RecognisedTable[] = [];
  const own: SuggestedTable[] = [];
  const leftOut: SuggestedMapping['leftOut'][number][] = [];
  for (const table of tables) {
    const { name } = table;
    const inspected = await inspectTable(table);
    const ready = inspected && ownTable(inspected, definitions, options.timeZone);
    const found = ready ? null : inspected && recogniseTable(inspected);
    if (ready) own.push({ ...(tables.length > 1 && { sheet: name }), ...ready });
    else if (found) recognised.push(found);
    else if (!inspected) leftOut.push({ name, why: 'it has no rows below a header' });
    else {
      const headers = inspected.columns.map((column) => column.name).slice(0, 5);
      leftOut.push({ name, why: `its columns were not recognised: ${headers.join(', ')}` });
    }
  }
  const others: TableBuilder[] = [];
  // Bookings refer to units and members, and sessions to users, in other tables.
  const later = ({ kind }: RecognisedTable): number => ['events', 'trainings', 'bookings'].indexOf(kind);
  const inOrder = [...recognised].sort((one, other) => later(one) - later(other));
  const suggested = inOrder.map((table) => {
    const builder = new TableBuilder(table, options, definitions, [...others]);
    others.push(builder);
    return suggestTable(builder, tables.length > 1);
  });
  return { tables: [...own, ...suggested], leftOut };
}

function suggestTable(builder: TableBuilder, isNamed: boolean): SuggestedTable {
  const { table, formats } = builder;
  const skip = [...table.skip, ...builders[table.kind](builder)];
  for (const collection of ownCollections[table.kind]) builder.ownNames(collection);
  const headings = table.headings.slice(0, maxSamples).join(', ');
  const unused = builder.unused(skip).map(({ name, distinct }) => ({ name, samples: distinct.slice(0, maxSamples) }));
  const { name } = table.table;
  return {
    name,
    ...(isNamed && { sheet: name }),
    header_row: table.headerRow,
    ...formats,
    ...(table.noValue.length > 0 && { no_value: table.noValue }),
    ...(skip.length > 0 && { skip }),
    ...(table.until && { until: table.until }),
    collections: builder.collections,
    unused,
    checks: [
      ...(headings === '' ? [] : [`rows with a single value are skipped as headings: ${headings}`]),
      ...(table.until ? [`rows from the one with ${String(table.until.is)} on are left out`] : []),
      ...builder.checks,
      ...[...formats.notes].map(([key, note]) => `${key}: ${note}`),
    ],
  };
}
