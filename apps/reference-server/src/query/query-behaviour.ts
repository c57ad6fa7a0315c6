import {
  type AnyCollectionContract,
  defaultLimit,
  type FilterField,
  maximumLimit,
  maximumSetSize,
} from '@resource-catalogue/contracts';
import type { ValidationError } from '../problem-error.js';
import { decodeCursor, encodeCursor } from './cursors.js';
import { instantOf } from './instants.js';
import type { Position, Sort, Test } from './list-query.js';
import { type Pair, pairsOf } from './pairs.js';
import { flagOf, itemsOf, limitOf, setValueOf, sortOf } from './values.js';

/** How a query string is read. */
export interface QueryBehaviour {
  readonly pairsOf: (rawQuery: string, contract: AnyCollectionContract) => readonly Pair[];
  readonly defaultLimit: number;
  readonly maximumLimit: number;
  readonly maximumSetSize: number;
  readonly limitOf: (text: string) => number | null;
  readonly sortOf: (text: string, contract: AnyCollectionContract) => Sort | 'unknown' | null;
  readonly defaultSortOf: (contract: AnyCollectionContract) => string;
  readonly flagOf: (text: string) => boolean | null;
  readonly instantOf: (text: string, filter: FilterField, operator: string) => number | null;
  readonly itemsOf: (pair: Pair, literal: boolean) => readonly string[];
  readonly setValueOf: (filter: FilterField, text: string) => string | null;
  readonly encodeCursor: (position: Position, identity: string) => string;
  /** `identity` is null where the rest of the query cannot be read. */
  readonly decodeCursor: (cursor: string, identity: string | null) => Position | null;
  /** What else than its position a cursor holds for. */
  readonly identityOf: (contract: AnyCollectionContract, sort: Sort, tests: readonly Test[]) => string;
  /** The tests that are applied, of those that were asked for. */
  readonly testsOf: (tests: readonly Test[], contract: AnyCollectionContract) => readonly Test[];
  /** Whether an error of a query or body is passed over. */
  readonly tolerates: (
    error: ValidationError,
    place: { readonly collection: string; readonly value: string },
  ) => boolean;
  /** The errors that are shown, of those that were found. */
  readonly errorsShown: (errors: readonly ValidationError[]) => readonly ValidationError[];
}

export const soundQueries: QueryBehaviour = {
  pairsOf,
  defaultLimit,
  maximumLimit,
  maximumSetSize,
  limitOf,
  sortOf,
  defaultSortOf: ({ defaultSort }) => defaultSort,
  flagOf,
  instantOf,
  itemsOf,
  setValueOf,
  encodeCursor,
  decodeCursor,
  identityOf: (contract, sort, tests) => JSON.stringify([contract.name, sort, tests.map(meaningOf).sort()]),
  testsOf: (tests) => tests,
  tolerates: () => false,
  errorsShown: (errors) => errors,
};

/** What a test means, whichever way it is written (PAGE-3). */
function meaningOf(test: Test): string {
  const { field } = test.filter;
  if (test.kind === 'set') return JSON.stringify([field, test.operator, ...test.values]);
  return JSON.stringify(test.kind === 'range' ? [field, test.operator, test.bound] : [field, test.wanted]);
}
