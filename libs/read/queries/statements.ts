import {
  type AnyCollectionContract,
  collections,
  defaultLimit,
  fieldTable,
  type FilterField,
  filterTable,
  pathOf,
} from '@resource-catalogue/contracts';
import type { ReadSource, Row, Statement } from '@resource-catalogue/database';
import type { ListFilter, ListQuery } from '@resource-catalogue/list-query';
import { definitions } from '../src/definitions/catalogue-definitions.js';
import type { Definition, FilterSource } from '../src/define/definition.js';
import { Reader, ResourceNotFound } from '../src/reader.js';
import { rowColumns } from '../src/statement/row-columns.js';
import { summaryStatement } from '../src/statement/summary-sql.js';
import { SummaryCache } from '../src/summaries/summary-cache.js';
import { formatSql } from './format-sql.js';

/** The statements that the service sends, by the name of their file in this folder. */
export async function statementFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map([['summaries.sql', summaryStatements()]]);
  for (const contract of collections) files.set(`${contract.name}.sql`, await statementsOf(contract));
  return files;
}

async function statementsOf(contract: AnyCollectionContract): Promise<string> {
  const definition = definitions[contract.name];
  const path = pathOf(contract);
  const first = { filters: [], sort: sortOf(contract), limit: defaultLimit, after: null, fingerprint: '', pairs: [] };
  const next = { ...first, filters: sampleFilters(contract, definition), after: samplePosition(contract) };
  const parameters = next.filters.map((filter) => `\n--   ${parameter(filter)}`).join('');
  const parts = [
    ...(contract.get ? [withTitle(`GET ${path}/{id}`, await record((reader) => getOf(reader, definition)))] : []),
    withTitle(`GET ${path}`, await record((reader) => reader.list(definition, first))),
    withTitle(`GET ${path} with a cursor and${parameters}`, await record((reader) => reader.list(definition, next))),
  ];
  if (definition.zoneMap) {
    const title = 'The same for a large table (ADR 22): the counts, a scan, and then the sorted rows of all filters';
    parts.push(withTitle(title, await record((reader) => reader.list(definition, next), definition.name)));
  }
  return parts.join('\n');
}

function summaryStatements(): string {
  const summaries = collections
    .flatMap(({ name }) => rowColumns(definitions[name]))
    .flatMap((column) => {
      if (column.shown.as === 'summary') return [column.shown.summary];
      return column.shown.as === 'array' ? column.shown.marked : [];
    });
  return [...new Set(summaries)]
    .map((summary) => ({ title: `${summary.dto.name} of ${summary.table}`, text: summaryStatement(summary).text }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map(({ title, text }) => withTitle(title, [{ text }]))
    .join('\n');
}

function withTitle(title: string, sent: readonly Statement[]): string {
  return `-- ${title}\n${sent.map((statement) => formatStatement(statement)).join('\n')}`;
}

/** All columns have one name, which saves the driver work for each result; here each gets the name of its key. */
function formatStatement({ text, columns = [] }: Statement): string {
  const names = columns.values();
  return `${formatSql(text.replaceAll(/ AS c\b/g, () => ` AS ${names.next().value}`))};\n`;
}

/** The statements that a reader sends for a collection if only its own table is large. */
async function record(work: (reader: Reader) => Promise<unknown>, large?: string): Promise<readonly Statement[]> {
  const sent: Statement[] = [];
  const source: ReadSource = {
    query(statement) {
      if (statement.collection === undefined) return Promise.resolve(large === undefined ? [] : [[large, 'true', '']]);
      sent.push(statement);
      return Promise.resolve(statement.columns ? [] : [counts]);
    },
    snapshot: (inner) => inner(source),
  };
  await work(new Reader(source, new SummaryCache()));
  return sent;
}

/** Row counts of the filters: too many to sort before a scan. */
const counts: Row = Array.from({ length: 20 }, () => '10000');

const sampleId = '01890000-0000-7000-8000-000000000001';
const sampleInstant = '2026-03-01T09:00:00.000Z';

const getOf = (reader: Reader, definition: Definition) =>
  reader.get(definition, sampleId).catch((error: unknown) => {
    if (!(error instanceof ResourceNotFound)) throw error;
  });

const sortOf = ({ defaultSort }: AnyCollectionContract): ListQuery['sort'] => ({
  field: defaultSort.replace(/^-/, ''),
  descending: defaultSort.startsWith('-'),
});

function samplePosition(contract: AnyCollectionContract): ListQuery['after'] {
  const kind = fieldTable(contract.resource).get(sortOf(contract).field)?.kind;
  return { key: kind === 'datetime' ? sampleInstant : kind === 'integer' ? '7' : 'M', id: sampleId };
}

/** One filter per kind of source in the collection, with two operators where they differ. */
function sampleFilters({ filters }: AnyCollectionContract, definition: Definition): readonly ListFilter[] {
  const samples = new Map<string, readonly ListFilter[]>();
  for (const filter of filterTable(filters).values()) {
    const source = definition.filters.get(filter.field);
    const kind = source && kindOf(filter, source);
    if (kind !== undefined && !samples.has(kind)) samples.set(kind, filtersOf(filter));
  }
  return [...samples.values()].flat().sort((a, b) => (a.field < b.field ? -1 : a.field > b.field ? 1 : 0));
}

const kindOf = ({ kind, field }: FilterField, source: FilterSource): string =>
  source.on === 'column' ? `${kind} ${source.hasIds}` : field;

function filtersOf({ field, kind, values }: FilterField): readonly ListFilter[] {
  switch (kind) {
    case 'boolean':
      return [{ field, operator: 'eq', value: false }];
    case 'datetime':
      return range(field, sampleInstant, '2026-04-01T09:00:00.000Z');
    case 'integer':
      return range(field, 4, 12);
    case 'uuid':
      return sets(field, [sampleId]);
    case 'text':
      return sets(field, ['M']);
    case 'enum':
      return sets(field, (values ?? []).slice(0, 2));
  }
}

const range = (field: string, from: string | number, to: string | number): readonly ListFilter[] => [
  { field, operator: 'gte', value: from },
  { field, operator: 'lt', value: to },
];

const sets = (field: string, values: readonly string[]): readonly ListFilter[] => [
  { field, operator: 'in', values },
  { field, operator: 'not_in', values: values.slice(0, 1) },
];

function parameter(filter: ListFilter): string {
  const value = 'values' in filter ? filter.values.join(',') : String(filter.value);
  return `filters[${filter.field}][${filter.operator}]=${value}`;
}
