import {
  AccessBlock,
  BuyingBlock,
  collections,
  CommonFiltersDto,
  commonSorts,
  fieldTable,
  filterTable,
  PageBlock,
  problemCodes,
  PublicationBlock,
  RequirementsBlock,
  SoftDeleteBlock,
  TimestampsBlock,
} from '../src/index.js';
import type { AnyCollectionContract, DtoClass, Field, FilterField } from '../src/index.js';
import { filterValues, collectParts, schemaName, formatType } from './notation.js';

type Table = readonly (readonly string[])[];

/** Keys that several collections share, which have their own section. */
const blocks = new Map<string, DtoClass>([
  ['Timestamps', TimestampsBlock],
  ['SoftDelete', SoftDeleteBlock],
  ['Publication', PublicationBlock],
  ['Page', PageBlock],
  ['Buying', BuyingBlock],
  ['Access', AccessBlock],
  ['Requirements', RequirementsBlock],
]);

const schemas = new Map([
  ...blocks,
  ...collections.flatMap(({ resource }) => [[schemaName(resource), resource] as const, ...collectParts(resource)]),
]);

/**
 * Writers of the regions between `<!-- NAME -->` and `<!-- end -->`, by name. Each gets the existing table and keeps
 * what only people can write: the last column, or the order of the rows.
 */
const regions = new Map<string, (present: Table) => string>([
  ['collections', collectionRows],
  ['problem codes', problemRows],
  ...[...schemas].map(([name, dto]) => [`keys of ${name}`, (present: Table) => keysText(dto, present)] as const),
  ['filters of every collection', (present) => filterRows(commonFilters(), CommonFiltersDto, present)],
  ['sorts of every collection', () => `Sorts: ${codes(commonSorts)}.`],
  ...collections.flatMap((contract) => [
    [`filters of ${contract.name}`, (present: Table) => ownFiltersText(contract, present)] as const,
    [`sorts of ${contract.name}`, () => sortsLine(contract)] as const,
  ]),
]);

/** The document with tables and counts from the contracts. Throws if a region is missing or unknown. */
export function withTables(text: string): string {
  const seen = new Set<string>();
  const written = text.replace(
    /<!-- (?!end -->)(.+) -->\n((?:(?!<!-- )[^])*)<!-- end -->/g,
    (_, name: string, body: string) => {
      const region = regions.get(name);
      if (!region) throw new Error(`docs/interface.md has the unknown mark "${name}".`);
      seen.add(name);
      const content = region(tableIn(body));
      return `<!-- ${name} -->\n\n${content}\n\n<!-- end -->`;
    },
  );
  const missing = [...regions.keys()].find((name) => !seen.has(name));
  if (missing) throw new Error(`docs/interface.md lacks the lines "<!-- ${missing} -->" and "<!-- end -->".`);
  return withCounts(written);
}

function collectionRows(present: Table): string {
  const kept = new Map(present.map((cells) => [cells[0] ?? '', cells]));
  const rows = collections.map(({ name, get, resource }) => {
    const link = `[${name}](#${name})`;
    const [, , , other = '', names = ''] = kept.get(link) ?? [];
    const schema = `\`${schemaName(resource)}\``;
    return [link, 'yes', get ? 'yes' : 'no', other, names.startsWith(schema) ? names : schema];
  });
  return table(['Collection', 'List', 'Get', 'Other', 'Schema'], rows);
}

function problemRows(present: Table): string {
  const rows = Object.entries(problemCodes).map(([code, { status }]) => [`\`${code}\``, String(status)]);
  return table(['Code', 'Status', 'Comes with'], withLastColumn(rows, present));
}

function keysText(dto: DtoClass, present: Table): string {
  const keys = table(['Key', 'Type', 'Null', 'Meaning and limits'], withLastColumn(keyRows(dto), present));
  const values = fieldsOutsideBlocks(dto).flatMap((field) =>
    typeof field === 'string' || !field.values ? [] : [`- \`${field.name}\`: ${codes(field.values)}`],
  );
  return values.length === 0 ? keys : `${keys}\n\nEnumerations:\n\n${values.join('\n')}`;
}

function keyRows(dto: DtoClass): string[][] {
  return fieldsOutsideBlocks(dto).map((field) => {
    if (typeof field !== 'string') return [`\`${field.name}\``, formatType(field), field.nullable ? 'yes' : 'no'];
    return [`[${field}](#${field.toLowerCase()})`, 'block', '', codes(keysOfBlock(field))];
  });
}

/** The fields of a DTO in order; if all keys of a block are present, the name of the block instead. */
function fieldsOutsideBlocks(dto: DtoClass): (Field | string)[] {
  const fields = [...fieldTable(dto).values()];
  if (!collections.some(({ resource }) => resource === dto)) return fields;
  const found: (Field | string)[] = [];
  for (let index = 0; index < fields.length;) {
    const block = [...blocks.keys()].find((name) =>
      keysOfBlock(name).every((key, offset) => fields[index + offset]?.name === key),
    );
    const field = block ?? fields[index];
    if (field) found.push(field);
    index += block ? keysOfBlock(block).length : 1;
  }
  return found;
}

function keysOfBlock(name: string): string[] {
  const block = blocks.get(name);
  return block ? [...fieldTable(block).keys()] : [];
}

const commonFilters = (): FilterField[] => [...filterTable(CommonFiltersDto).values()];

function ownFilters({ filters }: AnyCollectionContract): FilterField[] {
  const common = filterTable(CommonFiltersDto);
  return [...filterTable(filters).values()].filter(({ field }) => !common.has(field));
}

function ownFiltersText(contract: AnyCollectionContract, present: Table): string {
  const own = ownFilters(contract);
  return own.length === 0 ? 'No filters of its own.' : filterRows(own, contract.resource, present);
}

/** Fields of the existing table first, in its order, new ones after them. */
function filterRows(filters: readonly FilterField[], resource: DtoClass, present: Table): string {
  const place = new Map(present.map(([cell], index) => [cell, index]));
  const rows = filters.map((filter) => [
    `\`${filter.field}\``,
    codes(filter.operators),
    filterValues(filter, resource),
  ]);
  const placeOf = ([cell]: readonly string[]): number => place.get(cell) ?? place.size;
  return table(
    ['Filter', 'Operators', 'Values'],
    rows.sort((left, right) => placeOf(left) - placeOf(right)),
  );
}

function sortsLine({ sorts, defaultSort }: AnyCollectionContract): string {
  const own = sorts.filter((sort) => !commonSorts.some((common) => common === sort));
  return `Sorts: ${codes(own)}. Default sort: \`${defaultSort}\`.`;
}

export const codes = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

function withLastColumn(rows: readonly (readonly string[])[], present: Table): string[][] {
  const kept = new Map(present.map((cells) => [cells[0], cells.at(-1) ?? '']));
  const width = Math.max(...present.map((cells) => cells.length), 0);
  return rows.map((row) => (row.length === width ? [...row] : [...row, kept.get(row[0]) ?? '']));
}

/** The rows of the table in a text, without its header; none if there is no table. */
function tableIn(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** Formats a table as the formatter does. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows];
  return lines
    .map((cells) => `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`)
    .join('\n');
}

/** Updates the numbers of collections, operations and schema names in sentences. */
function withCounts(text: string): string {
  const [overview = ''] = text.split('<!-- end -->');
  const gets = collections.filter(({ get }) => get).length;
  const others = overview.match(/\b(?:POST|PATCH|PUT|DELETE)\b/g)?.length ?? 0;
  const names = tableIn(overview).reduce((sum, cells) => sum + (cells.at(-1) ?? '').split(',').length, 0);
  const counts: readonly (readonly [sentence: RegExp, count: number])[] = [
    [/\d+(?=\s+collections\s+and\s+\d+\s+operations)/, collections.length],
    [/(?<=collections\s+and\s+)\d+(?=\s+operations)/, collections.length + gets + others],
    [/\d+(?=\s+collections\s+in\s+the\s+order)/, collections.length],
    [/\d+(?=\s+schema\s+names:\s+these\s+two)/, names + 2],
    [/(?<=schema\s+names:\s+these\s+two\s+and\s+the\s+)\d+/, names],
    [/(?<=The\s+)\d+(?=\s+collections\s+with\s+a\s+get)/, gets],
  ];
  return counts.reduce((changed, [sentence, count]) => {
    if (!sentence.test(changed))
      throw new Error(`docs/interface.md lacks a sentence with a count: ${String(sentence)}.`);
    return changed.replace(sentence, String(count));
  }, text);
}
