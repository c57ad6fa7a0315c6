import { catalogueCommand, CommandError } from '@resource-catalogue/program';
import { joinFirst, truncate } from '../import-limits.js';
import type { Table } from '../read/table.js';
import { findNearest } from '../values/proposals.js';
import { ValueParser } from '../values/value-parser.js';
import { isUnnamed, readColumns } from './columns.js';
import { hasKey, ignoredHeaders, type Layout, ownHeader } from '../layout.js';
import { MappedFile } from './mapped-file.js';

/** The first column of a rejects file. */
export const problemHeader = 'problem';

/** The second column of a rejects file with rows of several files. */
export const fileHeader = 'file';

/** A CSV file with the columns of a collection, which map to themselves. */
export async function ownFile(table: Table, layout: Layout): Promise<MappedFile> {
  const columns = await readColumns(table, 1);
  const { own, unknown } = ownColumns(columns.names, layout);
  const problem = duplicateProblem(columns.names) ?? unknownProblem(layout, unknown) ?? keyProblem(layout, own);
  if (problem !== null) {
    throw new CommandError(
      `Nothing was imported: ${table.path}:1 ${problem}. List all columns with: ${catalogueCommand()} template ${layout.collection}`,
    );
  }
  const decimal = table.decimalComma ? 'comma' : 'point';
  const parser = new ValueParser({ dates: undefined, decimal, thousands: false, zone: null, mapped: false });
  const fields = Object.fromEntries(own.map((name) => [name, { column: name }]));
  return new MappedFile(table, columns, layout, { fields }, parser, null);
}

/** Divides column names into those of the catalogue and unknown ones, without those that exports and rejects files add. */
export function ownColumns(
  names: readonly string[],
  layout: Layout,
): Readonly<Record<'own' | 'unknown', readonly string[]>> {
  const isRejects = names[0] === problemHeader;
  const ignored = new Set(ignoredHeaders(layout));
  const isIgnored = (name: string, index: number): boolean =>
    isUnnamed(name) || ignored.has(name) || (isRejects && (index === 0 || (index === 1 && name === fileHeader)));
  return {
    own: names.filter((name) => layout.columns.has(name)),
    unknown: names.filter((name, index) => !layout.columns.has(name) && !isIgnored(name, index)),
  };
}

function duplicateProblem(names: readonly string[]): string | null {
  const duplicates = names.flatMap((name) => /^(.*) \(2\)$/.exec(name)?.[1] ?? []).map(truncate);
  if (duplicates.length === 0) return null;
  return `has the ${duplicates.length === 1 ? 'column' : 'columns'} ${joinFirst(duplicates)} more than once`;
}

function unknownProblem(layout: Layout, unknown: readonly string[]): string | null {
  if (unknown.length === 0) return null;
  const known = [...layout.columns.keys(), ...ignoredHeaders(layout)];
  const described = unknown.map((name) => {
    const near = findNearest(name, known);
    return `${truncate(name)}${near === null ? '' : ` (did you mean ${near}?)`}`;
  });
  return `has columns that ${layout.collection} do not have: ${joinFirst(described)}`;
}

const keyProblem = (layout: Layout, names: readonly string[]): string | null =>
  hasKey(layout, names) ? null : `has no column ${ownHeader(layout)}, which identifies its rows`;
