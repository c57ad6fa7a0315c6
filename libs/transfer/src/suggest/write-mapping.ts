import { Document, isMap, isNode, isPair, isScalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
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
  /** The number of rows that were inspected. */
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
  const document = new Document({ version: 1, tables: tables.map(toDocument) }, { aliasDuplicateObjects: false });
  document.commentBefore = head();
  visit(document, {
    Collection: (_, node, path) => void (node.flow = !isBlock(node, path.at(-1))),
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && scalar.value.includes('\n')) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  for (const [index, table] of tables.entries()) addComments(document, ['tables', index, 'collections'], table);
  const begin = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${begin}${document.toString({ lineWidth: 0, flowCollectionPadding: true })}`;
}

function toDocument({ file, sheet, header_row, dates, decimal, no_value, skip, until, collections }: SuggestedTable) {
  const entries = [...collections].map(([name, { only, repeat, fields }]) => {
    const sources = [...fields].map(([header, { mapping }]) => {
      const { values, ...source } = mapping;
      const isColumn = typeof mapping.column === 'string' && Object.keys(mapping).length === 1;
      return [header, isColumn ? mapping.column : { ...source, values }];
    });
    return [name, { only, repeat, fields: Object.fromEntries(sources) as object }];
  });
  const own = { file, sheet, header_row, dates, decimal, no_value, skip, until };
  return { ...own, collections: Object.fromEntries(entries) as object };
}

const blockKeys: ReadonlySet<string> = new Set(['tables', 'collections', 'fields', 'values', 'skip', 'only']);

/** Whether the parts of a map or a list are on lines of their own. */
function isBlock(node: YAMLMap | YAMLSeq, parent: unknown): boolean {
  if (isPair(parent) && blockKeys.has(String(parent.key))) return true;
  return isMap(node) && ['version', 'collections', 'fields', 'values'].some((key) => node.has(key));
}

function addComments(document: Document, at: Path, { unused, collections }: SuggestedTable): void {
  const samples = unused.map(({ name, samples: texts }) => `  ${oneLine(name)}: ${texts.map(oneLine).join(' | ')}`);
  commentBefore(document, at, samples.length > 0 ? ['Unused columns, with sample values:', ...samples] : []);
  for (const [name, { note, fields }] of collections) {
    commentBefore(document, [...at, name], [note ?? []].flat());
    for (const [header, own] of fields) {
      const place = [...at, name, 'fields', header];
      const hasValues = own.mapping.values !== undefined;
      const [before, after] = hasValues ? [[own.note ?? []].flat(), own.todo] : [own.todo, [own.note ?? []].flat()];
      commentBefore(document, place, before);
      const node = document.getIn(hasValues ? [...place, 'values'] : place, true);
      if (after.length > 0 && isNode(node)) node.comment = comment(after);
    }
  }
}

type Path = readonly (string | number)[];

function commentBefore(document: Document, path: Path, lines: readonly string[]): void {
  const map = document.getIn(path.slice(0, -1), true);
  const pair = isMap(map) ? map.items.find(({ key }) => String(key) === path.at(-1)) : undefined;
  if (lines.length > 0 && isScalar(pair?.key)) pair.key.commentBefore = comment(lines);
}

const comment = (lines: readonly string[]): string => lines.map((line) => ` ${oneLine(line)}`).join('\n');

const maxComment = 160;

function oneLine(text: string): string {
  const line = printable(text.replaceAll(/[\r\n\t]+/g, ' '));
  return line.length > maxComment ? `${line.slice(0, maxComment)}…` : line;
}
