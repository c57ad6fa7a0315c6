import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import type { IdBehind } from '../../src/resources/ids.js';
import type { Equal } from './equal.js';

// Every reference of the contracts must have its own id type. Otherwise this file does not compile; the error names the
// reference and the code to correct.

type Dto = InstanceType<AnyCollectionContract['resource']>;
type Filters = InstanceType<AnyCollectionContract['filters']>;
type KeysOf<Union> = Union extends object ? keyof Union & string : never;
type ValueOf<Union, Key extends string> = Union extends Record<Key, infer Value> ? NonNullable<Value> : never;
type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/** The references that lists can be filtered by: `machine` of `machine_id`. */
type Filtered = KeysOf<Filters> extends infer Key ? (Key extends `${infer Reference}_id` ? Reference : never) : never;

/** The keys under which resources show objects that have an id. */
type Embedded =
  KeysOf<Dto> extends infer Key extends string
    ? Key extends string
      ? Extract<ItemOf<ValueOf<Dto, Key>>, { readonly id: string }> extends never
        ? never
        : Key
      : never
    : never;

/** Parts of a resource, which have ids but are not references. */
type Parts =
  | 'machine_booking_duration_types'
  | 'machine_booking_minimum_durations'
  | 'machine_quotas'
  | 'place_booking_duration_types'
  | 'place_booking_minimum_durations'
  | 'place_extras'
  | 'place_quotas'
  | 'prices'
  | 'seats'
  | 'slots'
  | 'steps';

type WithoutIdType<Key> = Key extends string ? (Equal<IdBehind<Key>, string> extends true ? Key : never) : never;

export const unnamedFilters: Readonly<
  Record<WithoutIdType<Filtered>, 'Name the entity of this filter in roles of libs/contracts/src/references.ts.'>
> = {};

export const unnamedReferences: Readonly<
  Record<
    Exclude<WithoutIdType<Embedded>, Parts>,
    'Name the entity of this key in roles of libs/contracts/src/references.ts, or add the key to Parts above.'
  >
> = {};
