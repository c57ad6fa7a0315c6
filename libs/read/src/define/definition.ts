import {
  type CollectionContract,
  type DtoClass,
  type Field,
  fieldTable,
  filterTable,
} from '@resource-catalogue/contracts';
import type { Parts } from './definition-types.js';
import type { ColumnName, TableName } from './prisma-tables.js';
import type { ChildrenSource, ColumnSource, IdIn, ReverseSource, SetSource, Source } from './sources.js';
import type { ZoneMap } from './zone-map.js';

/**
 * The source of a filter: a column of the row, the deletion time, the rows that the key of the same name shows
 * (FILT-4), or a column of the row that a foreign key refers to.
 */
export type FilterSource =
  | {
      readonly on: 'column';
      readonly name: string;
      /** The values of an enumeration that is never null. */
      readonly values?: readonly string[];
      /** Whether every row has an id in this column. */
      readonly hasIds: boolean;
    }
  | { readonly on: 'deletion' }
  | { readonly on: 'rows'; readonly shown: SetSource | ChildrenSource | ReverseSource }
  | { readonly on: 'target'; readonly name: string; readonly table: string; readonly column: string };

/** The server's side of a collection, from which the read engine builds statements. */
export interface Definition {
  /** The name of the collection and of its table. */
  readonly name: string;
  readonly dto: DtoClass;
  /** A source for every key of the DTO, in its order. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly filters: ReadonlyMap<string, FilterSource>;
  readonly zoneMap?: ZoneMap;
}

/**
 * Defines where a collection's keys and filters come from. The default is the column of the same name and, for
 * deletable rows, the filter `soft_deleted`. A key, filter or sort without a column, and a table, column or join
 * that the Prisma schema lacks, do not compile.
 */
export function define<
  Name extends TableName,
  Dto extends object,
  Filters extends object,
  Sort extends ColumnName<Name>,
>(contract: CollectionContract<Name, Dto, Filters, Sort>, options: Parts<Name, Dto, Filters>): Definition;
export function define(
  contract: CollectionContract<string, object, object, string>,
  options: {
    readonly sources?: Readonly<Record<string, Source | undefined>>;
    readonly filters?: Readonly<Record<string, ColumnSource | IdIn | undefined>>;
    readonly zoneMap?: ZoneMap;
  },
): Definition {
  const { name, resource: dto } = contract;
  const { zoneMap } = options;
  const fields = fieldTable(dto);
  const sources = new Map([...fields].map(([key, field]) => [key, options.sources?.[key] ?? ownColumn(field)]));
  const filters = [...filterTable(contract.filters).keys()].map(
    (field) => [field, filterSource(field, options.filters?.[field], sources, fields)] as const,
  );
  return { name, dto, sources, filters: new Map(filters), ...(zoneMap && { zoneMap }) };
}

const ownColumn = ({ kind }: Field): Source => ({ from: kind === 'object' || kind === 'array' ? 'json' : 'column' });

function filterSource(
  field: string,
  option: ColumnSource | IdIn | undefined,
  sources: ReadonlyMap<string, Source>,
  fields: ReadonlyMap<string, Field>,
): FilterSource {
  if (option === undefined) {
    if (field === 'soft_deleted') return { on: 'deletion' };
    const { kind, nullable, values } = fields.get(field) ?? fields.get(field.replace(/_id$/, '')) ?? {};
    const hasIds = !nullable && (kind === 'uuid' || kind === 'object');
    return { on: 'column', name: field, hasIds, ...(kind === 'enum' && !nullable && values && { values }) };
  }
  if ('from' in option) return { on: 'column', name: option.name ?? field, hasIds: false };
  const shown = sources.get(option.idIn);
  if (shown?.from === 'set' || shown?.from === 'children' || shown?.from === 'reverse') return { on: 'rows', shown };
  const inner = field.replace(/_id$/, '');
  const target = shown?.from === 'ref' ? shown.summary.sources.get(inner) : undefined;
  if (shown?.from === 'ref' && target?.from === 'ref')
    return {
      on: 'target',
      name: shown.key ?? `${option.idIn}_id`,
      table: shown.summary.table,
      column: target.key ?? `${inner}_id`,
    };
  throw new Error(
    `The filter ${field} takes the ids that ${option.idIn} shows, but that key does not show rows of another table.`,
  );
}
