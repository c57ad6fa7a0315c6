import { Document, isCollection, isMap, isNode, isPair, visit, type YAMLMap } from 'yaml';
import { catalogueCommand } from '@resource-catalogue/program';
import type { SuggestedCollection, SuggestedField, SuggestedTable } from './suggestion-types.js';

const head = (): string => ` Maps a spreadsheet to rows of the catalogue. Check it, then try it with
   ${catalogueCommand()} import FILE --mapping THIS_FILE --dry-run
 A field is the name of a column, or { column, value, default, values, join, split, part, as }.`;

const maxSample = 40;

/** Writes a mapping as YAML, with comments for the person who completes it. */
export function writeMapping(tables: readonly SuggestedTable[], schema?: string): string {
  const document = new Document({ version: 1, tables: tables.map(plainTable) }, { aliasDuplicateObjects: false });
  document.commentBefore = head();
  tables.forEach((table, index) => comment(document.getIn(['tables', index]), table));
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  const begin = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${begin}${document.toString({ lineWidth: 0, flowCollectionPadding: true })}`;
}

const plainTable = ({ name, collections, notes, unused, checks, ...own }: SuggestedTable): object => ({
  ...own,
  collections: Object.fromEntries([...collections].map(([key, each]) => [key, plainCollection(each)])),
});

const plainCollection = ({ fields, note, ...own }: SuggestedCollection): object => ({
  ...own,
  fields: Object.fromEntries([...fields].map(([header, { mapping }]) => [header, plainField(mapping)])),
});

const plainField = (mapping: SuggestedField['mapping']): unknown =>
  typeof mapping.column === 'string' && Object.keys(mapping).length === 1 ? mapping.column : mapping;

function comment(node: unknown, table: SuggestedTable): void {
  if (!isMap(node)) return;
  for (const [key, note] of table.notes) {
    const value = node.get(key, true);
    if (isNode(value)) value.comment = ` ${note}`;
  }
  inOneLine(node.get('skip', true));
  for (const key of ['no_value', 'until']) {
    const value = node.get(key, true);
    if (isCollection(value)) value.flow = true;
  }
  if (table.unused.length > 0) {
    const lines = table.unused.map(({ name, samples }) => `   ${oneLine(name)}: ${samples.map(oneLine).join(' | ')}`);
    before(node, 'collections', [' Unused columns, with sample values:', ...lines]);
  }
  const collections = node.get('collections', true);
  if (!isMap(collections)) return;
  for (const [name, own] of table.collections) commentCollection(collections, name, own);
}

function commentCollection(collections: YAMLMap, name: string, { note, fields }: SuggestedCollection): void {
  if (note !== undefined) before(collections, name, [` ${note}`]);
  const collection = collections.get(name, true);
  const nodes = isMap(collection) ? collection.get('fields', true) : undefined;
  if (isMap(collection)) inOneLine(collection.get('only', true));
  if (!isMap(nodes)) return;
  for (const [header, field] of fields) commentField(nodes, header, field);
}

function commentField(fields: YAMLMap, header: string, { note, todo }: SuggestedField): void {
  const node = fields.get(header, true);
  if (!isNode(node)) return;
  const values = isMap(node) ? node.get('values', true) : undefined;
  if (isMap(node) && !isMap(values)) node.flow = true;
  if (note !== undefined && !isMap(values)) node.comment = ` ${note}`;
  const lines = todo.map((text) => ` ${oneLine(text)}`);
  if (isMap(values)) {
    if (note !== undefined) before(fields, header, [` ${note}`]);
    if (lines.length > 0) values.comment = lines.join('\n');
  } else if (lines.length > 0) before(fields, header, lines);
}

function before(map: YAMLMap, key: string, lines: readonly string[]): void {
  const pair = map.items.find((item) => isPair(item) && String(item.key) === key);
  if (pair && isNode(pair.key)) pair.key.commentBefore = lines.join('\n');
}

/** Puts each condition on one line, which is easier to read. */
function inOneLine(list: unknown): void {
  if (!isNode(list) || !('items' in list)) return;
  for (const item of list.items) if (isMap(item)) item.flow = true;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > maxSample * 4 ? `${line.slice(0, maxSample * 4)}…` : line;
}
