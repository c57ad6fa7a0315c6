import { Document, Pair, Scalar, visit, YAMLMap, YAMLSeq } from 'yaml';
import { catalogueCommand, printable } from '@resource-catalogue/program';
import type { CollectionMapping, FieldMapping, TableMapping } from '../map/mapping.js';
import type { Table } from '../read/table.js';

/** A suggested field, with comments for the person who checks it. */
export interface SuggestedField {
  readonly mapping: FieldMapping;
  /** Written after the field. */
  readonly note?: string;
  /** Written after its values, or before the field. */
  readonly todo: readonly string[];
}

export interface SuggestedCollection extends Omit<CollectionMapping, 'fields'> {
  readonly note?: string;
  readonly fields: ReadonlyMap<string, SuggestedField>;
}

export interface SuggestedTable extends Omit<TableMapping, 'collections'> {
  readonly table: Table;
  /** The name of the sheet or the file. */
  readonly name: string;
  /** The number of rows that were looked at. */
  readonly rows: number;
  /** Whether the table has more rows. */
  readonly isCut: boolean;
  readonly header_row: number;
  readonly collections: ReadonlyMap<string, SuggestedCollection>;
  /** Unused columns, with sample values. */
  readonly unused: readonly { readonly name: string; readonly samples: readonly string[] }[];
  /** Points for a person to check. */
  readonly checks: readonly string[];
}

const head = (): string => ` Maps a spreadsheet to rows of the catalogue. Check it, then try it with
   ${catalogueCommand()} import FILE --mapping THIS_FILE --dry-run
 A field is the name of a column, or { column, value, default, values, join, split, part, as }.`;

/** Writes a mapping as YAML, with comments for the person who completes it. */
export function writeMapping(tables: readonly SuggestedTable[], schema?: string): string {
  const document = new Document(map(entry('version', node(1)), entry('tables', list(tables.map(tableNode)))));
  document.commentBefore = head();
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && scalar.value.includes('\n')) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  const begin = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${begin}${document.toString({ lineWidth: 0, flowCollectionPadding: true })}`;
}

function tableNode({ unused, collections, ...table }: SuggestedTable): Value {
  const keys = ['file', 'sheet', 'header_row', 'dates', 'decimal', 'no_value'] as const;
  const samples = unused.map(({ name, samples: texts }) => `  ${oneLine(name)}: ${texts.map(oneLine).join(' | ')}`);
  return map(
    ...keys.map((key) => entry(key, node(table[key]))),
    entry('skip', list(table.skip?.map((condition) => node(condition)))),
    entry('until', node(table.until)),
    entry(
      'collections',
      map(
        ...[...collections].map(([name, each]) =>
          entry(name, collectionNode(each), ...(each.note === undefined ? [] : [each.note])),
        ),
      ),
      ...(unused.length > 0 ? ['Unused columns, with sample values:', ...samples] : []),
    ),
  );
}

const collectionNode = ({ only, repeat, fields }: SuggestedCollection): Value =>
  map(
    entry('only', list(only?.map((condition) => node(condition)))),
    entry('repeat', node(repeat)),
    entry('fields', map(...[...fields].map(([header, field]) => fieldEntry(header, field)))),
  );

function fieldEntry(header: string, { mapping, note, todo }: SuggestedField): readonly Pair[] {
  const { values, ...source } = mapping;
  const isColumn = typeof mapping.column === 'string' && Object.keys(mapping).length === 1;
  if (!values) return entry(header, node(isColumn ? mapping.column : mapping, note), ...todo);
  // One meaning per line.
  const meanings = map(...Object.entries(values).map(([text, meaning]) => entry(text, node(meaning))));
  if (todo.length > 0) meanings.comment = todo.map((text) => ` ${oneLine(text)}`).join('\n');
  const parts = Object.entries(source).map(([key, value]) => entry(key, node(value)));
  return entry(header, map(...parts, entry('values', meanings)), ...(note === undefined ? [] : [note]));
}

type Value = YAMLMap | YAMLSeq | Scalar;

const maker = new Document();

/** A value on one line, with a comment after it; undefined without a value. */
function node(value: unknown, comment?: string): Value | undefined {
  if (value === undefined) return undefined;
  const made = maker.createNode(value, { flow: true });
  if (comment !== undefined) made.comment = ` ${comment}`;
  return made;
}

/** A key with its value, and comments before it; none without a value. */
function entry(key: string, value: Value | undefined, ...comments: readonly string[]): readonly Pair[] {
  if (value === undefined) return [];
  const name = new Scalar(key);
  if (comments.length > 0) name.commentBefore = comments.map((text) => ` ${oneLine(text)}`).join('\n');
  return [new Pair(name, value)];
}

function map(...entries: readonly (readonly Pair[])[]): YAMLMap {
  const made = new YAMLMap();
  made.items.push(...entries.flat());
  return made;
}

function list(values: readonly (Value | undefined)[] | undefined): YAMLSeq | undefined {
  if (values === undefined) return undefined;
  const made = new YAMLSeq();
  made.items.push(...values);
  return made;
}

const maxComment = 160;

function oneLine(text: string): string {
  const line = printable(text.replaceAll(/[\r\n\t]+/g, ' '));
  return line.length > maxComment ? `${line.slice(0, maxComment)}…` : line;
}
