import type { IdBehind } from '../resources/ids.js';
import type { Time } from '../resources/shapes.js';

/** Keeps rows whose value is in a set of 1 to 100 values, or is not; `not_in` keeps nulls (FILT-2, FILT-3). */
export interface SetFilter<Value extends string> {
  readonly in?: readonly Value[];
  readonly not_in?: readonly Value[];
}

/** Keeps rows whose time lies in a range; no range keeps a null (FILT-3, FILT-5). */
export interface TimeFilter {
  readonly lt?: Time;
  readonly lte?: Time;
  readonly gt?: Time;
  readonly gte?: Time;
}

/** Keeps rows whose integer lies in a range; no range keeps a null (FILT-3, FILT-12). */
export interface NumberFilter {
  readonly lt?: number;
  readonly lte?: number;
  readonly gt?: number;
  readonly gte?: number;
}

/** Keeps rows for which something holds, or does not (FILT-6). */
export interface FlagFilter {
  readonly eq?: boolean;
}

/** The filters of every collection (FILT-10). */
export interface CommonFilters {
  readonly id?: SetFilter<string>;
  readonly updated_at?: TimeFilter;
}

/**
 * The filters of a collection, derived from the filters DTO in the contracts. An unknown field, an operator that the
 * field does not have and a value of another kind do not compile; a row must meet all filters.
 */
export type FiltersFrom<Dto, Own extends string> = {
  readonly [Field in keyof Dto]: Filter<NonNullable<Dto[Field]>, Field extends 'id' ? Own : ReferencedBy<Field>>;
};

type ReferencedBy<Field> = Field extends `${infer Reference}_id` ? IdBehind<Reference> : string;

type Filter<Known, Value extends string> = 'lt' extends keyof Known
  ? RangeOf<Known['lt']>
  : 'eq' extends keyof Known
    ? FlagFilter
    : Known extends { in?: readonly (infer Enum extends string)[] }
      ? SetFilter<string extends Enum ? Value : Enum>
      : never;

type RangeOf<Bound> = [Bound] extends [string | undefined]
  ? TimeFilter
  : [Bound] extends [number | undefined]
    ? NumberFilter
    : never;
