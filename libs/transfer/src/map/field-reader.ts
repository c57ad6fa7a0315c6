import { CommandError } from '@resource-catalogue/program';
import { remembered } from '../values/remembered.js';
import { type CellReader, joined } from '../values/cell-text.js';
import type { CellText } from '../values/dates.js';
import { toSlug } from '../values/slug.js';
import type { FieldMapping } from './mapping.js';
import type { Columns } from './table-rows.js';
import type { SheetField } from './sheet-fields.js';
import { fold } from '../values/suggestion.js';
import { takePart } from './text-parts.js';
import type { Table } from '../read/tables.js';

/** Reads one field of the catalogue from the rows of a table; the text is empty if a row has no value. */
export interface FieldReader {
  readonly header: string;
  /** Names of the columns that it reads; empty for a constant. */
  readonly from: string;
  /** The text of a row in these columns. */
  readonly textOf: (texts: readonly string[]) => string;
  readonly read: (text: string) => CellText;
}

/** Compiles the mapping of one field; null for an optional column that the table lacks. */
export function fieldReader(
  header: string,
  mapping: FieldMapping,
  field: SheetField,
  cells: CellReader,
  columns: Columns,
  table: Pick<Table, 'title'>,
): FieldReader | null {
  const { value, split, with: between = ' ' } = mapping;
  if (value !== undefined) return { header, from: '', textOf: () => '', read: () => ({ text: String(value) }) };
  const indexes = findColumns(mapping, columns, table);
  if (indexes.length === 0 && mapping.default === undefined) return null;
  const one = valueReader(mapping, field, cells);
  return {
    header,
    from: indexes.map((index) => columns.names[index]).join(' and '),
    textOf: (texts) =>
      joined(
        indexes.map((index) => texts[index] ?? ''),
        between,
      ),
    read: (text) => (split === undefined || text === '' ? one(text) : several(text.split(split).map(one))),
  };
}

function findColumns(
  { column, join, optional = false }: FieldMapping,
  columns: Columns,
  table: Pick<Table, 'title'>,
): readonly number[] {
  const wanted = join ?? (column === undefined ? [] : [column]);
  return wanted.flatMap((names) => {
    const index = columns.find(names);
    if (index !== undefined) return index;
    if (optional) return [];
    throw new CommandError(`${table.title} ${columns.missing(names)}.`);
  });
}

/** Reads one value: its meaning in the mapping, the default if it is empty, or the parsed cell. */
function valueReader(mapping: FieldMapping, field: SheetField, cells: CellReader): (text: string) => CellText {
  const { part, as, values = {} } = mapping;
  const slugs = remembered(toSlug, maxRemembered);
  const meanings = new Map(Object.entries(values).map(([text, value]) => [fold(text), String(value)]));
  const fallback = mapping.default === undefined ? '' : String(mapping.default);
  return (given) => {
    const text = given.trim();
    const meaning = meanings.get(fold(text)) ?? (text === '' ? undefined : meanings.get('*'));
    if (meaning !== undefined) return { text: meaning };
    const counts = part === undefined ? text : takePart(text, part);
    if (counts === '') return { text: fallback };
    return as === undefined ? cells.read(field, counts) : { text: slugs(counts) };
  };
}

/** Joins the values of one cell with bars, as catalogue sheets do. */
function several(read: readonly CellText[]): CellText {
  const texts: string[] = [];
  for (const each of read) {
    if ('problem' in each) return each;
    if (each.text !== '') texts.push(each.text.replaceAll('|', '\\|'));
  }
  return { text: texts.join('|') };
}

/** Number of cached slugs; deriving one takes a hundred times as long as a lookup. */
const maxRemembered = 10_000;
