import type { CollectionContract } from '@resource-catalogue/contracts';
import { saysKind } from './entries.js';
import type { SourcesOf } from './sources.js';

/** Where a filter looks: an own column, or the rows of another table that name this row. */
export type FilterSource =
  | { readonly on: 'column'; readonly name?: string }
  | { readonly on: 'deletion' }
  | { readonly on: 'through'; readonly table: string; readonly owner: string; readonly key: string };

export function isFilterSource(value: unknown): value is FilterSource {
  return saysKind(value, 'on', ['column', 'deletion', 'through']);
}

/** The filter reads the column of the same name, or the one given. */
export const onColumn = (name?: string): FilterSource =>
  name === undefined ? { on: 'column' } : { on: 'column', name };

/** The filter tells deleted rows from live ones. */
export const onDeletion = (): FilterSource => ({ on: 'deletion' });

/** The filter reads a table whose rows name this row in `owner` and the value in `key` (FILT-4). */
export const through = (table: string, owner: string, key: string): FilterSource => ({
  on: 'through',
  table,
  owner,
  key,
});

/** FILT-10: the filters of every collection, which no definition repeats. */
type EveryFilter = 'id' | 'created_at' | 'updated_at';

export interface Definition<Dto extends object = object, Filters extends object = object> {
  readonly table: string;
  readonly contract: CollectionContract<string, Dto, Filters, string>;
  readonly sources: SourcesOf<Dto>;
  readonly filters: Readonly<Record<Exclude<keyof Filters, EveryFilter>, FilterSource>>;
}

/** The server's side of a collection: a key or a filter that the contract has and this lacks (or the reverse) does not compile. */
export function resource<Dto extends object, Filters extends object, Sort extends string>(
  contract: CollectionContract<string, Dto, Filters, Sort>,
  parts: {
    readonly table?: string;
    readonly sources: SourcesOf<Dto>;
    readonly filters: Definition<Dto, Filters>['filters'];
  },
): Definition<Dto, Filters> {
  return { table: parts.table ?? contract.name, contract, sources: parts.sources, filters: parts.filters };
}
