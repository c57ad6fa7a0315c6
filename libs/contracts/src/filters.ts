import type { DtoClass } from './field-table.js';

/** Kinds of filter values (FILT-5, FILT-6, FILT-9). */
export type FilterKind = 'uuid' | 'text' | 'enum' | 'datetime' | 'boolean';

/** The operators of FILT-1: sets take `in` / `not_in`, times take the four comparisons, booleans take `eq`. */
export type Operator = 'in' | 'not_in' | 'lt' | 'lte' | 'gt' | 'gte' | 'eq';

/** The operators of a filter by a set of values (FILT-1, FILT-2). */
export const setOperators = ['in', 'not_in'] as const satisfies readonly Operator[];
/** The operators of a filter by time (FILT-1, FILT-5). */
export const rangeOperators = ['lt', 'lte', 'gt', 'gte'] as const satisfies readonly Operator[];
/** The operators of a filter by a boolean (FILT-1, FILT-6). */
export const booleanOperators = ['eq'] as const satisfies readonly Operator[];

/** Keeps rows whose value is, or is not, in a set of 1 to 100 values (FILT-2, FILT-3, FILT-4). */
export interface SetFilter<Value extends string = string> {
  in?: readonly Value[];
  not_in?: readonly Value[];
}

/** Keeps rows whose time is in a range; each bound is an instant with milliseconds and `Z` (FILT-3, FILT-5). */
export interface RangeFilter {
  lt?: string;
  lte?: string;
  gt?: string;
  gte?: string;
}

/** Keeps rows for which a flag is true, or false (FILT-6). */
export interface BooleanFilter {
  eq?: boolean;
}

/** One field that a collection can be filtered by. */
export interface FilterField {
  /** The FIELD of `filters[FIELD][OPERATOR]`. */
  readonly field: string;
  readonly kind: FilterKind;
  readonly operators: readonly Operator[];
  /** The values of an enumeration; absent for every other kind. */
  readonly values?: readonly string[];
  readonly description: string;
}

/** A decorator that compiles only on an optional property whose type is exactly `Filter`. */
type FilterDecorator<Filter> = <Dto extends object, Key extends keyof Dto>(
  prototype: Dto,
  field: Key & ([Dto[Key]] extends [Filter | undefined] ? ([Filter] extends [Dto[Key]] ? unknown : never) : never),
) => void;

const recordedFilters = new WeakMap<object, Map<string, FilterField>>();

function filterDecorator<Filter>(filter: Omit<FilterField, 'field'>): FilterDecorator<Filter> {
  return (prototype: object, name: PropertyKey) => {
    const own = recordedFilters.get(prototype) ?? new Map<string, FilterField>();
    recordedFilters.set(prototype, own.set(String(name), { field: String(name), ...filter }));
  };
}

/** Filters by a set of ids; unknown ids match nothing (FILT-7). */
export function FilterByIds(description: string): FilterDecorator<SetFilter> {
  return filterDecorator({ kind: 'uuid', operators: setOperators, description });
}

/** Filters by a set of values of an enumeration; an unknown value is refused (FILT-6, FILT-9). */
export function FilterByValues<const Value extends string>(
  values: readonly Value[],
  description: string,
): FilterDecorator<SetFilter<Value>> {
  return filterDecorator({ kind: 'enum', operators: setOperators, values, description });
}

/** Filters by a set of texts, which match exactly, case included (FILT-9). */
export function FilterByText(description: string): FilterDecorator<SetFilter> {
  return filterDecorator({ kind: 'text', operators: setOperators, description });
}

/** Filters by a range of time (FILT-5). */
export function FilterByTime(description: string): FilterDecorator<RangeFilter> {
  return filterDecorator({ kind: 'datetime', operators: rangeOperators, description });
}

/** Filters by `true` or `false` (FILT-6). */
export function FilterByFlag(description: string): FilterDecorator<BooleanFilter> {
  return filterDecorator({ kind: 'boolean', operators: booleanOperators, description });
}

function findRecorded(prototype: unknown): ReadonlyMap<string, FilterField> {
  if (typeof prototype !== 'object' || prototype === null) return new Map();
  return new Map([...findRecorded(Object.getPrototypeOf(prototype)), ...(recordedFilters.get(prototype) ?? [])]);
}

/** The filters of a filters DTO by field, inherited ones first, in the order in which they are declared. */
export function filterTable(dto: DtoClass<unknown>): ReadonlyMap<string, FilterField> {
  return findRecorded(dto.prototype);
}
