import { catalogueCommand, CommandError } from '@resource-catalogue/program';
import { joinFirst, shortened } from '../import-limits.js';
import type { ReadWatch } from '../read/byte-source.js';
import type { Table } from '../read/table.js';
import { nearest } from '../values/proposals.js';
import { ValueParser } from '../values/value-parser.js';
import { isUnnamed, readRows } from './columns.js';
import { allHeaders, headerFields, keyHeaders, type Layout, ownHeader, unreadHeaders } from '../layout.js';
import { type MappedFile, type MappedRows, RowMapper } from './mapped-file.js';

/** The first column of a rejects file. */
export const problemHeader = 'problem';

/** The second column of a rejects file with rows of several files. */
export const fileHeader = 'file';

/** A CSV file with the columns of a collection, which map to themselves. */
export function ownFile(table: Table, layout: Layout): MappedFile {
  const { path } = table;
  const parser = new ValueParser({
    ...{ dates: undefined, zone: null, mapped: false },
    ...{ decimal: table.decimalComma ? 'comma' : 'point', thousands: false },
  });
  const known = headerFields(layout);
  const open = async (watch?: ReadWatch): Promise<MappedRows> => {
    const opened = await readRows(table, 1, watch);
    const { names } = opened.columns;
    const problem = duplicateProblem(names) ?? unknownProblem(layout, names) ?? keyProblem(layout, names);
    if (problem !== null) {
      await opened.close();
      throw new CommandError(
        `Nothing was imported: ${path}:1 ${problem}. List all columns with: ${catalogueCommand()} template ${layout.collection}`,
      );
    }
    const fields = Object.fromEntries(names.flatMap((name) => (known.has(name) ? [[name, { column: name }]] : [])));
    const mapper = new RowMapper(table, { fields }, layout, parser, opened.columns);
    const rows = mapper.batches(opened.rows, null);
    return { headers: mapper.headers, columns: names, rows, close: opened.close };
  };
  return {
    path,
    collection: layout.collection,
    table,
    numbered: [],
    ordered: new Set(),
    open,
    columnName: (header) => header,
  };
}

function duplicateProblem(names: readonly string[]): string | null {
  const duplicates = names.flatMap((name) => /^(.*) \(2\)$/.exec(name)?.[1] ?? []).map(shortened);
  if (duplicates.length === 0) return null;
  return `has the ${duplicates.length === 1 ? 'column' : 'columns'} ${joinFirst(duplicates)} more than once`;
}

function unknownProblem(layout: Layout, names: readonly string[]): string | null {
  const known = new Set([...allHeaders(layout), ...layout.members.flatMap(unreadHeaders)]);
  const isRejects = names[0] === problemHeader;
  const unknown = names.filter((name, index) => {
    const isIgnored = isUnnamed(name) || (isRejects && (index === 0 || (index === 1 && name === fileHeader)));
    return !known.has(name) && !isIgnored;
  });
  if (unknown.length === 0) return null;
  return `has columns that ${layout.collection} do not have: ${joinFirst(unknown.map((name) => withNear(name, known)))}`;
}

function withNear(header: string, known: ReadonlySet<string>): string {
  const near = nearest(header, known);
  return `${shortened(header)}${near === null ? '' : ` (did you mean ${near}?)`}`;
}

/** Says that no column identifies the rows of a file; null if one does. */
export function keyProblem(layout: Layout, headers: readonly string[]): string | null {
  if (keyHeaders(layout).some((name) => headers.includes(name))) return null;
  return `has no column ${ownHeader(layout)}, which identifies its rows`;
}
