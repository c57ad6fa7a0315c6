import { type AnyCollectionContract, defaultLimit, maximumLimit } from '@resource-catalogue/contracts';
import { same } from '../json.js';
import { comparePositions } from '../list/order.js';
import { type ValidationError, parameterError, invalidRequest } from '../problem-error.js';
import { decodeCursor, scopeOf } from './cursors.js';
import type { ListQuery, Position, Scope, Sort } from './list-query.js';
import { pairsOf } from './pairs.js';
import { Query } from './query.js';
import { meansFilter, readFilters } from './read-filter.js';

export type ReadQuery = (rawQuery: string, contract: AnyCollectionContract) => ListQuery;

/** Parses the query string of a list; throws a `ProblemError` with all of its errors (ERR-2, FILT-9). */
export const readListQuery: ReadQuery = (rawQuery, contract) => {
  const query = new Query(pairsOf(rawQuery), contract);
  refuseUnknown(query);
  const limitForm = 'The limit is not a page size. Use a whole number from 1.';
  const limit = query.single('limit', limitForm, limitOf) ?? defaultLimit;
  const sort = readSort(query) ?? sortOf(contract.defaultSort);
  const tests = readFilters(query);
  const scope = scopeOf(contract, sort, tests);
  const isReadable = !query.errors.some(({ at }) => at === 'sort' || meansFilter(at));
  const after = readCursor(query, isReadable ? scope : null);
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

export const refuseParameters = (rawQuery: string): ValidationError[] =>
  [...new Set(pairsOf(rawQuery).map(({ name }) => name))].map((name) =>
    parameterError(name, 'unknown_parameter', 'This operation takes no parameters.'),
  );

function refuseUnknown(query: Query): void {
  for (const [name, pairs] of query.groups) {
    if (['limit', 'sort', 'cursor'].includes(name) || meansFilter(name)) continue;
    if (pairs.some(({ nameBroken }) => nameBroken))
      query.refuse(name, 'invalid_value', 'The parameter is not valid percent-encoded UTF-8.');
    else query.refuse(name, 'unknown_parameter', 'Unknown parameter.');
  }
}

/** Plain decimal digits, not zero (PAGE-2); null for other texts. */
function limitOf(text: string): number | null {
  if (!/^[0-9]+$/.test(text)) return null;
  const limit = Number(text);
  return limit === 0 ? null : limit;
}

const sortOf = (text: string): Sort => ({ field: text.replace(/^-/, ''), descending: text.startsWith('-') });

/** A field with an optional `-` (SORT-1). */
function readSort(query: Query): Sort | null {
  const { contract } = query;
  const isKnown = ({ field }: Sort): boolean => contract.sorts.some((known) => known === field);
  const read = (text: string): Sort | null => (/^-?$/.test(text) ? null : sortOf(text));
  const sort = query.single('sort', 'The sort names no field.', read);
  const sent = (query.groups.get('sort') ?? []).flatMap(({ broken, value }) => (broken === null ? [value] : []));
  if (sent.some((text) => read(text) !== null && !isKnown(sortOf(text))))
    query.refuse('sort', 'unknown_field', `Sort by one of ${contract.sorts.join(', ')}.`);
  return sort;
}

/** A cursor can be matched to its list only if the rest of the query is valid; the scope is null otherwise. */
function readCursor({ pairs, contract, errors }: Query, scope: Scope | null): Position | null {
  const query = new Query(pairs, contract);
  const cursor = query.single('cursor', '', (text) => {
    const read = decodeCursor(text);
    return scope === null || same(read?.scope, scope) ? read : null;
  });
  const damaged = 'The cursor is damaged or belongs to another list. Start again at the first page.';
  for (const error of query.errors)
    errors.push(error.code === 'invalid_value' ? parameterError('cursor', 'invalid_cursor', damaged) : error);
  return cursor?.position ?? null;
}
