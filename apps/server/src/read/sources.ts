import { saysKind } from './entries.js';
import type { Summary } from './summary.js';

/** An own column of the table; its kind is the contract's. Without a name, the column is called like the key. */
export interface ColumnSource {
  readonly from: 'column';
  readonly name?: string;
}

/** A part kept as JSON text, passed through as it is stored. */
export interface JsonSource {
  readonly from: 'json';
}

/** A summary of the entity that an own foreign key names: null where the key is null. */
export interface RefSource<T extends object> {
  readonly from: 'ref';
  readonly summary: Summary<T>;
  readonly key?: string;
}

/** A summary of the one row of another table whose foreign key names this row: null where there is none. */
export interface ReverseSource<T extends object> {
  readonly from: 'reverse';
  readonly summary: Summary<T>;
  readonly key: string;
  readonly where?: { readonly column: string; readonly equals: string };
}

/** The set of summaries that a join table names, ordered by id (SHAPE-10). */
export interface SetSource<T extends object> {
  readonly from: 'set';
  readonly summary: Summary<T>;
  readonly table: string;
  readonly owner: string;
  readonly key: string;
}

/** Own sub-rows in a child table, in a stable order (SHAPE-10). */
export interface ChildrenSource<T extends object> {
  readonly from: 'children';
  readonly summary: Summary<T>;
  readonly owner: string;
  readonly order: readonly string[];
}

/** Seats of the session's bookings in the states that hold a seat. */
export interface SeatsBookedSource {
  readonly from: 'seats_booked';
  readonly key: string;
}

/** What is left of one key's number after another's is taken, never below zero. */
export interface RemainderSource {
  readonly from: 'remainder';
  readonly total: string;
  readonly taken: string;
}

export type Source =
  | ColumnSource
  | JsonSource
  | RefSource<object>
  | ReverseSource<object>
  | SetSource<object>
  | ChildrenSource<object>
  | SeatsBookedSource
  | RemainderSource;

const kinds = ['column', 'json', 'ref', 'reverse', 'set', 'children', 'seats_booked', 'remainder'];

export function isSource(value: unknown): value is Source {
  return saysKind(value, 'from', kinds);
}

type Scalar = string | number | boolean;

/** The sources that can make a value of type T: what the contract declares and a definition supplies must agree. */
export type SourceOf<T> = [NonNullable<T>] extends [number]
  ? ColumnSource | SeatsBookedSource | RemainderSource
  : [NonNullable<T>] extends [Scalar]
    ? ColumnSource
    : NonNullable<T> extends readonly (infer Item)[]
      ? JsonSource | (Item extends object ? SetSource<Item> | ChildrenSource<Item> : never)
      : NonNullable<T> extends object
        ? JsonSource | RefSource<NonNullable<T>> | ReverseSource<NonNullable<T>>
        : never;

export type SourcesOf<T> = { readonly [Key in keyof T]-?: SourceOf<T[Key]> };

export const column = (name?: string): ColumnSource =>
  name === undefined ? { from: 'column' } : { from: 'column', name };

export const json = (): JsonSource => ({ from: 'json' });

export const ref = <T extends object>(summary: Summary<T>, key?: string): RefSource<T> =>
  key === undefined ? { from: 'ref', summary } : { from: 'ref', summary, key };

export const reverse = <T extends object>(
  summary: Summary<T>,
  key: string,
  where?: ReverseSource<T>['where'],
): ReverseSource<T> =>
  where === undefined ? { from: 'reverse', summary, key } : { from: 'reverse', summary, key, where };

export const set = <T extends object>(
  summary: Summary<T>,
  table: string,
  owner: string,
  key: string,
): SetSource<T> => ({
  from: 'set',
  summary,
  table,
  owner,
  key,
});

export const children = <T extends object>(
  summary: Summary<T>,
  owner: string,
  ...order: string[]
): ChildrenSource<T> => ({
  from: 'children',
  summary,
  owner,
  order,
});

export const seatsBooked = (key: string): SeatsBookedSource => ({ from: 'seats_booked', key });

export const remainder = (total: string, taken: string): RemainderSource => ({ from: 'remainder', total, taken });
