import type { DtoClass } from './field-table.js';

/** Kinds of filter values (FILT-5, FILT-6, FILT-9). */
export type FilterKind = 'uuid' | 'text' | 'enum' | 'datetime' | 'integer' | 'boolean';

/** The operators of FILT-1. `operatorsOf` says which kinds take them. */
export type Operator = 'in' | 'not_in' | 'lt' | 'lte' | 'gt' | 'gte' | 'eq';

/** The operators of a filter by a set of values (FILT-1, FILT-2). */
export const setOperators = ['in', 'not_in'] as const satisfies readonly Operator[];
/** The operators of a filter by a range of times or integers (FILT-1, FILT-5). */
export const rangeOperators = ['lt', 'lte', 'gt', 'gte'] as const satisfies readonly Operator[];

/** The operators of each kind of filter (FILT-1). */
export const operatorsOf = {
  uuid: setOperators,
  text: setOperators,
  enum: setOperators,
  datetime: rangeOperators,
  integer: rangeOperators,
  boolean: ['eq'],
} as const satisfies Readonly<Record<FilterKind, readonly Operator[]>>;

/** The operators of filters of a kind. */
export type OperatorOf<Kind extends FilterKind> = (typeof operatorsOf)[Kind][number];

/** Keeps rows whose value is, or is not, in a set of 1 to 100 values (FILT-2, FILT-3, FILT-4). */
export interface SetFilter<Value extends string = string> {
  in?: readonly Value[];
  not_in?: readonly Value[];
}

/**
 * Keeps rows whose time, or integer, is in a range; the bound of a time is an instant with milliseconds and `Z`
 * (FILT-3, FILT-5).
 */
export interface RangeFilter<Bound extends string | number = string> {
  lt?: Bound;
  lte?: Bound;
  gt?: Bound;
  gte?: Bound;
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

function filterDecorator<Filter>(filter: Omit<FilterField, 'field' | 'operators'>): FilterDecorator<Filter> {
  return (prototype: object, name: PropertyKey) => {
    const own = recordedFilters.get(prototype) ?? new Map<string, FilterField>();
    const field: FilterField = { field: String(name), operators: operatorsOf[filter.kind], ...filter };
    recordedFilters.set(prototype, own.set(field.field, field));
  };
}

/** Filters by a set of ids; unknown ids match nothing (FILT-7). */
export function FilterByIds(description: string): FilterDecorator<SetFilter> {
  return filterDecorator({ kind: 'uuid', description });
}

/** Filters by a set of values of an enumeration; an unknown value is rejected (FILT-6, FILT-9). */
export function FilterByValues<const Value extends string>(
  values: readonly Value[],
  description: string,
): FilterDecorator<SetFilter<Value>> {
  return filterDecorator({ kind: 'enum', values, description });
}

/** Filters by a set of texts, which match exactly, case included (FILT-9). */
export function FilterByText(description: string): FilterDecorator<SetFilter> {
  return filterDecorator({ kind: 'text', description });
}

/** Filters by a range of time (FILT-5). */
export function FilterByTime(description: string): FilterDecorator<RangeFilter> {
  return filterDecorator({ kind: 'datetime', description });
}

/** Filters by a range of integers (FILT-12). */
export function FilterByInteger(description: string): FilterDecorator<RangeFilter<number>> {
  return filterDecorator({ kind: 'integer', description });
}

/** Filters by `true` or `false` (FILT-6). */
export function FilterByFlag(description: string): FilterDecorator<BooleanFilter> {
  return filterDecorator({ kind: 'boolean', description });
}

function findRecorded(prototype: unknown): ReadonlyMap<string, FilterField> {
  if (typeof prototype !== 'object' || prototype === null) return new Map();
  return new Map([...findRecorded(Object.getPrototypeOf(prototype)), ...(recordedFilters.get(prototype) ?? [])]);
}

/** The filters of a filters DTO by field, inherited ones first, in the order in which they are declared. */
export function filterTable(dto: DtoClass<unknown>): ReadonlyMap<string, FilterField> {
  return findRecorded(dto.prototype);
}
