import type { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import type { CommonFiltersDto } from './common-filters.js';
import { apiPrefix } from './limits.js';
import { checkLists } from './list-fields.js';
import { checkSetWhen } from './set-when.js';

/** A collection of the API: its path name, its schema, and the parameters of its list. */
export interface CollectionContract<
  Name extends string,
  Dto extends object,
  Filters extends object,
  Sort extends string,
  Get extends boolean = boolean,
> {
  /** The last segment of the path: `/api/v1/{name}`. */
  readonly name: Name;
  readonly resource: new () => Dto;
  readonly filters: new () => Filters;
  /** The fields that `sort` accepts, `created_at` and `updated_at` first (SORT-1, SORT-2). */
  readonly sorts: readonly Sort[];
  /** The order of a list without `sort`; a leading `-` is descending (SORT-2). */
  readonly defaultSort: Sort | `-${Sort}`;
  /** The keys whose values no two live rows share: alone, or together with the others of their list. */
  readonly unique: readonly (readonly string[])[];
  /**
   * The key that identifies rows in spreadsheets: one of `unique`, or `key` for a column that is not stored. Null if
   * spreadsheets cannot contain the collection.
   */
  readonly naturalKey: string | null;
  /** Whether a single resource can be read at `/api/v1/{name}/{id}` (GET-1). */
  readonly get: Get;
}

/** The path of a collection: `/api/v1/{name}`. */
export const pathOf = ({ name }: { readonly name: string }): string => `${apiPrefix}/${name}`;

/** The fields by which every collection sorts (SORT-2). */
export const commonSorts = ['created_at', 'updated_at'] as const;
/** One of `commonSorts`. */
export type CommonSort = (typeof commonSorts)[number];

/** The keys of a DTO that a list may be sorted by: texts, times and numbers that are never null (SORT-1). */
export type SortableKey<Dto> = {
  [Key in keyof Dto & string]: Dto[Key] extends string | number ? Key : never;
}[keyof Dto & string];

/** A collection as its file defines it: `sorts` without the two that every collection has. */
interface CollectionDefinition<
  Name extends string,
  Dto extends TimestampsBlock,
  Filters extends CommonFiltersDto,
  Sort extends string,
  Get extends boolean,
> {
  readonly name: Name;
  readonly resource: new () => Dto;
  readonly filters: new () => Filters;
  readonly sorts: readonly Sort[];
  /** Newest first by default. */
  readonly defaultSort?: NoInfer<Sort | CommonSort | `-${Sort | CommonSort}`>;
  readonly unique?: readonly (readonly (keyof Dto & string)[])[];
  readonly naturalKey?: (keyof Dto & string) | 'key';
  /** True by default. */
  readonly get?: Get;
}

/**
 * Creates the contract of a collection. A sort that is not a sortable key of the DTO does not compile. Throws if a
 * filter or a sort does not fit the kind of its field, or a rule between two fields cannot be satisfied.
 */
export function collection<
  const Name extends string,
  Dto extends TimestampsBlock,
  Filters extends CommonFiltersDto,
  const Sort extends SortableKey<Dto>,
  const Get extends boolean = true,
>(
  definition: CollectionDefinition<Name, Dto, Filters, Sort, Get>,
): CollectionContract<Name, Dto, Filters, Sort | CommonSort, Get>;
export function collection(
  definition: CollectionDefinition<string, TimestampsBlock, CommonFiltersDto, string, boolean>,
): CollectionContract<string, object, object, string> {
  const { sorts, defaultSort = '-created_at', unique = [], naturalKey = null, get = true, ...rest } = definition;
  const contract = { ...rest, sorts: [...commonSorts, ...sorts], defaultSort, unique, naturalKey, get };
  if (naturalKey !== null && naturalKey !== 'key' && !unique.some((keys) => keys.includes(naturalKey)))
    throw new Error(`The natural key ${naturalKey} of ${contract.name} must be among its unique keys.`);
  checkLists(contract);
  checkSetWhen(contract.name, contract.resource);
  return contract;
}
