import type { AnyCollectionContract, CollectionName } from '@resource-catalogue/contracts';
import type { FiltersFrom } from '../query/filters.js';
import type { IdIn } from './ids.js';
import type { ResponseData } from './shapes.js';

declare const shape: unique symbol;

/** A collection of the API as data: its path segment, and in its type what can be read from it. */
export interface Resource<Item, Filters, Sort extends string> {
  /** The last segment of the path: `/api/v1/{name}`. */
  readonly name: string;
  /** Never present: it carries the types. */
  readonly [shape]?: { readonly item: Item; readonly filters: Filters; readonly sort: Sort };
}

/** A collection whose resources can also be read one by one (GET-1). */
export interface ReadableResource<Item, Filters, Sort extends string> extends Resource<Item, Filters, Sort> {
  readonly get: true;
}

/** The id of a collection's resource. */
export type IdOf<Item> = Item extends { readonly id: infer Id extends string } ? Id : string;

type ContractOf<Name extends CollectionName> = Extract<AnyCollectionContract, { readonly name: Name }>;

/** The resource of a collection. */
export type ItemOf<Name extends CollectionName> = ResponseData<InstanceType<ContractOf<Name>['resource']>, IdIn<Name>>;

/** The filters of a collection's list. */
export type FiltersOf<Name extends CollectionName> = FiltersFrom<InstanceType<ContractOf<Name>['filters']>, IdIn<Name>>;

/** The fields by which a collection's list can be sorted (SORT-2). */
export type SortOf<Name extends CollectionName> = ContractOf<Name>['sorts'][number];

/** Whether the resources of a collection can be read one by one. */
export type HasGet<Name extends CollectionName> = ContractOf<Name>['get'];

/** The constant of a collection, with `get` if its contract has one. */
export type ResourceOf<Name extends CollectionName> =
  HasGet<Name> extends true
    ? ReadableResource<ItemOf<Name>, FiltersOf<Name>, SortOf<Name>> & { readonly name: Name }
    : Resource<ItemOf<Name>, FiltersOf<Name>, SortOf<Name>> & { readonly name: Name };

/** The name of a collection in a client: `machineUnits` for `machine_units`. */
export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
