import type { AnyCollectionContract, CollectionName } from '@resource-catalogue/contracts';
import type { Client, Time } from '../../src/index.js';
import type { IdBehind } from '../../src/resources/ids.js';
import type { Equal } from './equal.js';

// `list` of each collection must accept exactly the filters, operators, values and sorts of its contract. Otherwise
// this
// file does not compile; the error names the collection and the code to correct.

type Contract<Name extends CollectionName> = Extract<AnyCollectionContract, { readonly name: Name }>;
type FiltersDto<Name extends CollectionName> = InstanceType<Contract<Name>['filters']>;

/** The client's collection with this name on the wire. */
type OfClient<Name extends string> = Client[InCamelCase<Name> & keyof Client];
type InCamelCase<Name extends string> = Name extends `${infer First}_${infer Second}`
  ? `${First}${Capitalize<InCamelCase<Second>>}`
  : Name;

type Params<Name extends CollectionName> =
  OfClient<Name> extends { list(params?: infer Params): unknown } ? NonNullable<Params> : never;
type Taken<Name extends CollectionName, Key extends string> = NonNullable<Params<Name>[Key & keyof Params<Name>]>;

/** Flattens nested object types so that they can be compared. */
type Flat<Filters> = {
  [Field in keyof Filters]: { [Operator in keyof NonNullable<Filters[Field]>]: NonNullable<Filters[Field]>[Operator] };
};

/** The filters that the contract of a collection requires. */
type Wanted<Name extends CollectionName> = {
  readonly [Field in keyof FiltersDto<Name>]?: {
    readonly [Operator in keyof NonNullable<FiltersDto<Name>[Field]>]?: WantedValue<
      NonNullable<NonNullable<FiltersDto<Name>[Field]>[Operator]>,
      IdOfFilter<Name, Field>
    >;
  };
};

type WantedValue<Value, Id> = Value extends readonly (infer Item)[]
  ? readonly (string extends Item ? Id : Item)[]
  : Value extends string
    ? Time
    : Value;

type IdOfFilter<Name extends CollectionName, Field> = Field extends 'id'
  ? Parameters<OfClient<Name>['getMany']>[0] extends Iterable<infer Id>
    ? Id
    : never
  : Field extends `${infer Reference}_id`
    ? IdBehind<Reference>
    : string;

type WithOtherFilters<Name extends CollectionName> = Name extends CollectionName
  ? Equal<Flat<Taken<Name, 'filters'>>, Flat<Wanted<Name>>> extends true
    ? never
    : Name
  : never;

type Sorts<Name extends CollectionName> = Contract<Name>['sorts'][number];

type WithOtherSorts<Name extends CollectionName> = Name extends CollectionName
  ? Equal<Taken<Name, 'sort'>, Sorts<Name> | `-${Sorts<Name>}`> extends true
    ? never
    : Name
  : never;

export const otherFilters: Readonly<
  Record<
    WithOtherFilters<CollectionName>,
    'It cannot be filtered as its contract says: see FiltersFrom in libs/client/src/query/filters.ts.'
  >
> = {};

export const otherSorts: Readonly<
  Record<
    WithOtherSorts<CollectionName>,
    'It cannot be sorted as its contract says: see SortOf in libs/client/src/resources/resource.ts.'
  >
> = {};
