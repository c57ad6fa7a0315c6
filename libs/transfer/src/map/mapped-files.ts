import { basename } from 'node:path';
import { resolvedZone } from '@resource-catalogue/contracts';
import { CommandError } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { Table } from '../read/table.js';
import { fold } from '../values/proposals.js';
import { TimeZone } from '../values/times.js';
import { ValueParser } from '../values/value-parser.js';
import { collectionLayout, hasKey, type Layout, ownHeader } from '../layout.js';
import { readColumns } from './columns.js';
import { MappedFile } from './mapped-file.js';
import type { Mapping, TableMapping } from './mapping.js';
import { UniqueRows } from './unique-rows.js';

/** Maps tables to the files of an import, one per table and collection, in contract order. */
export async function mapTables(
  tables: readonly Table[],
  mapping: Mapping,
  definitions: readonly Definition[],
): Promise<readonly MappedFile[]> {
  const unique = new UniqueRows();
  const files: MappedFile[] = [];
  for (const each of mapping.tables) {
    const parser = tableParser(each);
    for (const table of tablesFor(each, mapping.tables.length, tables)) {
      // The header is read first, so that a wrong column is reported before any row.
      const columns = await readColumns(table, each.header_row ?? 1);
      for (const [collection, own] of Object.entries(each.collections)) {
        const layout = collectionLayout(collection, definitions);
        const file = new MappedFile(table, columns, layout, own, parser, { table: each, unique });
        requireKey(file, layout);
        files.push(file);
      }
    }
  }
  const order = definitions.map(({ name }) => name);
  return files.sort((one, other) => order.indexOf(one.collection) - order.indexOf(other.collection));
}

function requireKey({ path, headers }: MappedFile, layout: Layout): void {
  if (hasKey(layout, headers)) return;
  throw new CommandError(
    `Nothing was imported: the mapping of ${path} has no ${layout.collection}.${ownHeader(layout)}, which identifies the rows.`,
  );
}

function tableParser({ dates, decimal, time_zone: zone }: TableMapping): ValueParser {
  return new ValueParser({
    ...{ dates, decimal, thousands: true, mapped: true },
    zone: zone === undefined ? null : requireTimeZone(zone),
  });
}

function requireTimeZone(name: string): TimeZone {
  if (resolvedZone(name) !== null) return new TimeZone(name);
  throw new CommandError(`The mapping has the unknown time zone ${name}. Use an IANA name like Europe/Berlin.`);
}

function tablesFor({ sheet, file = '*' }: TableMapping, count: number, tables: readonly Table[]): readonly Table[] {
  if (tables.length === 0) {
    throw new CommandError('Nothing was imported: no spreadsheet with a visible sheet was found.');
  }
  const names = tables.map(({ name }) => name);
  // The sheet of a nightly export may be named after the day.
  if (tables.length === 1 && count === 1) return tables;
  if (sheet === undefined) {
    throw new CommandError(`Every table of the mapping needs a \`sheet\`. Choose from: ${names.join(', ')}.`);
  }
  const [sheetPattern, filePattern] = [fold(sheet).split('*'), fold(file).split('*')];
  const found = tables.filter(
    ({ name, path }) => matches(fold(name), sheetPattern) && matches(fold(basename(path)), filePattern),
  );
  if (found.length > 0) return found;
  const where = file === '*' ? '' : ` of ${file}`;
  throw new CommandError(
    `The mapping refers to the sheet ${sheet}${where}, which does not exist. Choose from: ${names.join(', ')}.`,
  );
}

/** Whether a text contains these parts in order, with any text between them. */
function matches(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
