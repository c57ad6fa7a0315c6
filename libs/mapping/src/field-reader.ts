import { createHash } from 'node:crypto';
import slugify from '@sindresorhus/slugify';
import { CommandError } from '@resource-catalogue/program';
import { type CellReader, type CellText, joined } from './cell-text.js';
import type { FieldMapping, TextPart } from './mapping.js';
import type { Columns } from './table-rows.js';
import type { SheetField } from './sheet-fields.js';
import { fold } from './suggestion.js';
import type { Table } from './tables.js';

/** Reads one field of the catalogue from the rows of a table; empty text where a row has no value. */
export interface FieldReader {
  readonly header: string;
  /** The columns that it reads, as the table names them. */
  readonly from: readonly string[];
  readonly read: (texts: readonly string[]) => CellText;
}

/** Compiles what a mapping says of one field; null for an optional column that the table lacks. */
export function fieldReader(
  header: string,
  mapping: FieldMapping,
  field: SheetField,
  cells: CellReader,
  columns: Columns,
  table: Pick<Table, 'path' | 'name'>,
): FieldReader | null {
  const { optional = false, split, part, as } = mapping;
  const indexes: number[] = [];
  for (const names of mapping.join ?? (mapping.column === undefined ? [] : [mapping.column])) {
    const index = columns.find(names);
    if (index !== undefined) indexes.push(index);
    else if (!optional) throw new CommandError(`${table.path}, sheet ${table.name}, ${columns.missing(names)}.`);
  }
  if (indexes.length === 0 && mapping.value === undefined && mapping.default === undefined) return null;
  const constant = mapping.value ?? mapping.default;
  const fallback = constant === undefined ? '' : String(constant);
  const meanings = new Map(Object.entries(mapping.values ?? {}).map(([text, value]) => [fold(text), String(value)]));
  const between = mapping.with ?? ' ';
  const one = (text: string): CellText => {
    const meaning = meanings.get(fold(text)) ?? (text === '' ? undefined : meanings.get('*'));
    if (meaning !== undefined) return { text: meaning };
    const whole = part === undefined ? text : partOf(text, part);
    if (whole === '') return { text: fallback };
    return as === undefined ? cells.read(field, whole) : { text: slug(whole) };
  };
  const several = (text: string, by: string): CellText => {
    const read = text
      .split(by)
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map(one);
    const problem = read.find((each) => 'problem' in each);
    if (problem) return problem;
    // The bar parts values in sheets of the catalogue.
    return { text: read.map((each) => ('text' in each ? each.text.replaceAll('|', '\\|') : '')).join('|') };
  };
  return {
    header,
    from: indexes.map((index) => columns.names[index] ?? ''),
    read: (texts) => {
      if (mapping.value !== undefined) return { text: fallback };
      const text = joined(
        indexes.map((index) => texts[index] ?? ''),
        between,
      );
      return split === undefined || text === '' ? one(text) : several(text, split);
    },
  };
}

function partOf(text: string, part: TextPart): string {
  const words = text.split(/\s+/);
  const comma = text.indexOf(',');
  switch (part) {
    case 'first-word':
      return words[0] ?? '';
    case 'other-words':
      return words.slice(1).join(' ');
    case 'last-word':
      return words.at(-1) ?? '';
    case 'before-comma':
      return (comma < 0 ? text : text.slice(0, comma)).trim();
    case 'after-comma':
      return comma < 0 ? '' : text.slice(comma + 1).trim();
  }
}

const maxSlug = 80;

/** A name as part of a web address. A name without any letter that can be transliterated gets a digest instead. */
export function slug(name: string): string {
  const made = slugify(name).slice(0, maxSlug).replace(/-+$/, '');
  return made === '' ? `x-${createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 10)}` : made;
}
