import { basename } from 'node:path';
import type { Definition } from '@resource-catalogue/read';
import { collectionLayout } from '../layout.js';
import { mapTables } from '../map/mapped-files.js';
import { parseMapping } from '../map/read-mapping.js';
import type { Table, TableRow } from '../read/table.js';
import {
  suggestMachines,
  suggestMembers,
  suggestPlaces,
  suggestPlans,
  suggestSpaces,
  suggestUsers,
} from './build-tables.js';
import { suggestBookings, suggestSessions } from './build-times.js';
import { inspectTable, maxRows } from './inspect-table.js';
import { ownTable } from './own-table.js';
import { type RecognisedTable, recogniseTable } from './recognise-table.js';
import { type SuggestOptions, TableBuilder } from './table-builder.js';
import { type KindName, tableKinds } from './table-kinds.js';
import { type SuggestedTable, writeMapping } from './write-mapping.js';

/** Mappings for some tables, and the sheets that are left out. */
export interface SuggestedMapping {
  readonly tables: readonly SuggestedTable[];
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

const maxSamples = 3;

/** Fills the collections of each kind of table. */
const builders: Readonly<Record<KindName, (to: TableBuilder) => void>> = {
  ...{ machines: suggestMachines, members: suggestMembers, users: suggestUsers, bookings: suggestBookings },
  ...{ places: suggestPlaces, spaces: suggestSpaces, plans: suggestPlans },
  events: (to) => suggestSessions(to, 'events', 'event_sessions', 'event'),
  trainings: (to) => suggestSessions(to, 'trainings', 'training_sessions', 'training'),
};

/** Suggests how to read the tables of a workbook, from their headers and first rows. `kinds` are those from `--as`. */
export async function suggestMapping(
  tables: readonly Table[],
  definitions: readonly Definition[],
  options: SuggestOptions,
  kinds: ReadonlyMap<string, KindName> = new Map(),
): Promise<SuggestedMapping> {
  const layouts = new Map(definitions.map(({ name }) => [name, collectionLayout(name, definitions)]));
  const recognised: RecognisedTable[] = [];
  const own: SuggestedTable[] = [];
  const leftOut: SuggestedMapping['leftOut'][number][] = [];
  for (const table of tables) {
    const { name } = table;
    const inspected = await inspectTable(table);
    const kind = kinds.get(name);
    const ready = inspected && kind === undefined && ownTable(inspected, [...layouts.values()], options.timeZone);
    const found = ready ? null : inspected && recogniseTable(inspected, kind);
    if (ready) own.push(ready);
    else if (found) recognised.push(found);
    else if (!inspected) leftOut.push({ name, why: 'it has no rows below a header' });
    else {
      const headers = inspected.names.slice(0, 5).join(', ');
      leftOut.push({ name, why: `its columns were not recognised: ${headers}; pass its kind with --as` });
    }
  }
  const others: TableBuilder[] = [];
  // Bookings refer to units and members, and sessions to users, in other tables.
  const later = ({ kind }: RecognisedTable): number => ['events', 'trainings', 'bookings'].indexOf(kind);
  const inOrder = [...recognised].sort((one, other) => later(one) - later(other));
  const suggested = inOrder.map((table) => {
    const builder = new TableBuilder(table, options, layouts, [...others]);
    others.push(builder);
    return suggestTable(builder);
  });
  const all = [...own, ...suggested];
  return { tables: tables.length > 1 ? all.map((each) => locateTable(each, tables)) : all, leftOut };
}

/** Adds the sheet, and the file if several have a sheet of that name. */
function locateTable(suggested: SuggestedTable, tables: readonly Table[]): SuggestedTable {
  const { name, table } = suggested;
  const isShared = tables.some((other) => other !== table && other.name === name);
  return { ...suggested, sheet: name, ...(isShared && { file: basename(table.path) }) };
}

function suggestTable(builder: TableBuilder): SuggestedTable {
  const { table, formats, skip } = builder;
  builders[table.kind](builder);
  builder.fillOthers(tableKinds[table.kind].fills.filter((collection) => builder.collections.has(collection)));
  builder.checkKeys();
  const headings = table.headings.slice(0, maxSamples).join(', ');
  const conditions = skip.map((condition) => (typeof condition === 'string' ? '' : condition.column));
  const unused = builder
    .unused()
    .filter(({ name }) => !conditions.includes(name))
    .map(({ name, distinct }) => ({ name, samples: distinct.slice(0, maxSamples) }));
  return {
    ...{ table: table.table, name: table.table.name, rows: table.rows.length, isCut: table.isCut },
    header_row: table.headerRow,
    ...formats,
    ...(table.noValue.length > 0 && { no_value: table.noValue }),
    ...(skip.length > 0 && { skip }),
    ...(table.until && { until: table.until }),
    collections: builder.collections,
    unused,
    checks: [
      ...(headings === '' ? [] : [`rows with a single value are skipped as headings: ${headings}`]),
      ...(table.until ? [`the row with ${String(table.until.is)} and all rows below it are left out`] : []),
      ...new Set(builder.checks),
      ...formats.checks,
    ],
  };
}

/** Counts the rows that a suggested mapping makes of the first rows of its table, by collection. */
export async function countRows(
  suggested: SuggestedTable,
  definitions: readonly Definition[],
): Promise<ReadonlyMap<string, number>> {
  const { table } = suggested;
  async function* rows(): AsyncGenerator<TableRow, void, undefined> {
    let count = 0;
    for await (const row of table.rows()) {
      yield row;
      count += 1;
      if (count >= maxRows + suggested.header_row) return;
    }
  }
  const mapping = parseMapping(writeMapping([suggested]), table.title, definitions);
  const counts = new Map<string, number>();
  for (const file of await mapTables([{ ...table, rows }], mapping, definitions)) {
    const { collection } = file;
    for await (const batch of file.rows()) counts.set(collection, (counts.get(collection) ?? 0) + batch.length);
  }
  return counts;
}
