import { type AnyCollectionContract, defaultLimit, maximumLimit } from '@resource-catalogue/contracts';
import { isSame } from '../json.js';
import { comparePositions } from '../list.js';
import { invalidRequest, parameterError, type ValidationError } from '../problem-error.js';
import { decodeCursor, scopeOf } from './cursors.js';
import type { ListQuery, Position, Scope, Sort } from './list-query.js';
import { parsePairs, Query } from './query.js';
import { isFilterName, readFilters } from './read-filter.js';

export type ReadQuery = (rawQuery: string, contract: AnyCollectionContract) => ListQuery;

/** Parses the query string of a list; throws a `ProblemError` with all of its errors (ERR-2, FILT-9). */
export const readListQuery: ReadQuery = (rawQuery, contract) => {
  const query = new Query(parsePairs(rawQuery), contract);
  for (const name of query.parameters.keys())
    if (!['limit', 'sort', 'cursor'].includes(name) && !isFilterName(name))
      query.reject(name, 'unknown_parameter', 'Unknown parameter.');
  const limit = readLimit(query) ?? defaultLimit;
  const sort = readSort(query) ?? sortOf(contract.defaultSort);
  const tests = readFilters(query);
  const scope = scopeOf(contract, sort, tests);
  const after = readCursor(query, scope);
  if (query.errors.length > 0) throw invalidRequest(query.errors);
  return {
    contract,
    pairs: query.pairs,
    tests,
    sort,
    compare: (one, other) => comparePositions(one, other, sort),
    limit: Math.min(limit, maximumLimit),
    after,
    scope,
  };
};

export const unknownParameterErrors = (rawQuery: string): ValidationError[] =>
  [...new Set(parsePairs(rawQuery).map(({ name }) => name))].map((name) =>
    parameterError(name, 'unknown_parameter', 'This operation takes no parameters.'),
  );

/** Plain decimal digits, not zero (PAGE-2). */
const readLimit = (query: Query): number | null =>
  query.single('limit', (text, reject) =>
    /^[0-9]*[1-9][0-9]*$/.test(text) ? Number(text) : reject('A limit is a whole number from 1.'),
  );

const sortOf = (text: string): Sort => ({ field: text.replace(/^-/, ''), descending: text.startsWith('-') });

/** A field with an optional `-` (SORT-1). */
const readSort = (query: Query): Sort | null =>
  query.single('sort', (text, reject) => {
    const sort = sortOf(text);
    const { sorts } = query.contract;
    if (sorts.some((known) => known === sort.field)) return sort;
    return reject(`Sort by one of ${sorts.join(', ')}.`, sort.field === '' ? 'invalid_value' : 'unknown_field');
  });

/** A cursor can be matched to its list only if the sort and the filters are valid. */
function readCursor(query: Query, scope: Scope): Position | null {
  const isUnclear = query.errors.some(({ at }) => at === 'sort' || isFilterName(at));
  const cursor = query.single(
    'cursor',
    (text, reject) => {
      const read = decodeCursor(text);
      if (read !== null && (isUnclear || isSame(read.scope, scope))) return read;
      return reject('The cursor is damaged or belongs to another list. Start again at the first page.');
    },
    'invalid_cursor',
  );
  return cursor?.position ?? null;
}
