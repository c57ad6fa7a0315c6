import { defaultLimit, maximumLimit } from '@resource-catalogue/contracts';
import { makeFingerprint, parseCursor } from './cursor.js';
import { isFilterName, parseFilters } from './filters.js';
import type { ListQueryResult, ListSpec, ValidationError } from './list-query.js';
import {
  accept,
  decodingErrors,
  type Parsed,
  type ParseResult,
  parseSingle,
  quoteExcerpt,
  reject,
} from './parse-result.js';
import { groupPairs, type Pair, splitPairs, toUriQuery } from './query-pairs.js';
import { defaultSort, parseSort } from './sort.js';

/** Parses the query string of a list (after the first `?`), or returns all of its errors (FILT-9, ERR-2). */
export function parseListQuery(rawQuery: string, spec: ListSpec): ListQueryResult {
  const pairs = splitPairs(rawQuery);
  const parts = sortPairs(pairs);
  const { filters, errors: filterErrors } = parseFilters(parts.filters, spec);
  const parsedSort = parseSort(parts.sort, spec);
  const limit = parseLimit(parts.limit);
  const sort = parsedSort.value ?? defaultSort(spec);
  const fingerprint = makeFingerprint(spec.collection, sort, filters);
  // A name that cannot be decoded may have meant a filter or the sort.
  const isListKnown = filterErrors.length + parsedSort.errors.length + parts.undecodable.length === 0;
  const list = { fingerprint, kind: sort.kind, filters: filters.filter(({ field }) => field === sort.field) };
  const cursor = parseCursor(parts.cursor, isListKnown ? list : null);
  const errors: ValidationError[] = [
    ...decodingErrors(parts.undecodable, 'invalid_value'),
    ...unknownParameters(
      parts.unknown,
      (parameter) =>
        `Unknown parameter ${quoteExcerpt(parameter)}. Use filters[FIELD][OPERATOR], sort, limit or cursor.`,
    ),
    ...filterErrors,
    ...parsedSort.errors,
    ...limit.errors,
    ...cursor.errors,
  ];
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    query: {
      filters,
      sort: { field: sort.field, descending: sort.descending },
      limit: limit.value ?? defaultLimit,
      after: cursor.value ?? null,
      fingerprint,
      pairs: pairs.filter((pair) => pair.name !== 'cursor').map((pair) => toUriQuery(pair.raw)),
    },
  };
}

/** The errors of a query string on an operation that is not a list: every parameter is one (GET-3). */
export function unexpectedParameters(rawQuery: string): readonly ValidationError[] {
  return unknownParameters(
    splitPairs(rawQuery),
    (parameter) => `This operation takes no query parameters. Remove ${quoteExcerpt(parameter)}.`,
  );
}

function unknownParameters(pairs: readonly Pair[], detailOf: (parameter: string) => string): ValidationError[] {
  return [...groupPairs(pairs).keys()].map((parameter) => ({
    parameter,
    code: 'unknown_parameter',
    detail: detailOf(parameter),
  }));
}

type Part = 'filters' | 'sort' | 'limit' | 'cursor' | 'unknown' | 'undecodable';

function sortPairs(pairs: readonly Pair[]): Record<Part, Pair[]> {
  const parts: Record<Part, Pair[]> = { filters: [], sort: [], limit: [], cursor: [], unknown: [], undecodable: [] };
  for (const pair of pairs) parts[choosePart(pair.name)].push(pair);
  return parts;
}

function choosePart(name: string | null): Part {
  if (name === null) return 'undecodable';
  if (name === 'sort' || name === 'limit' || name === 'cursor') return name;
  return isFilterName(name) ? 'filters' : 'unknown';
}

/** Parses `limit` (PAGE-2). */
function parseLimit(pairs: readonly Pair[]): Parsed<number> {
  return parseSingle(pairs, toLimit);
}

function toLimit(text: string): ParseResult<number> {
  // Number() parses any digits, at worst to Infinity, and min() caps it. 00 is zero, so it is rejected too.
  if (/^[0-9]+$/.test(text) && Number(text) > 0) return accept(Math.min(Number(text), maximumLimit));
  return reject(
    'invalid_value',
    `${quoteExcerpt(text)} is not a page size. Use a whole number from 1 to ${maximumLimit}.`,
  );
}
