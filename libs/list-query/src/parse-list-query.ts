import { fingerprintOf } from './canonical.js';
import { readCursor } from './cursor.js';
import { isFilterName } from './filter-names.js';
import { readFilters } from './filters.js';
import { defaultLimit, readLimit } from './limit.js';
import { toUriQuery } from './link-query.js';
import type { Fault, ListQueryResult, ListSpec } from './list-query.js';
import { groupPairs, splitPairs, type Pair } from './query-pairs.js';
import { quoted } from './reading.js';
import { flawFaults } from './single-values.js';
import { defaultSort, readSort } from './sort.js';

type Route = 'filters' | 'sort' | 'limit' | 'cursor' | 'unknown' | 'unreadable';

/** Reads the query string of a list (what follows the first `?`) into its meaning, or into all of its faults (FILT-9, ERR-2). */
export function parseListQuery(rawQuery: string, spec: ListSpec): ListQueryResult {
  const pairs = splitPairs(rawQuery);
  const routed = routePairs(pairs);
  const { filters, faults: filterFaults } = readFilters(routed.filters, spec);
  const sorting = readSort(routed.sort, spec);
  const limiting = readLimit(routed.limit);
  const sort = sorting.value ?? defaultSort(spec);
  const fingerprint = fingerprintOf(spec.collection, sort, filters);
  // A name that cannot be read may have meant a filter or the sort.
  const settled = filterFaults.length + sorting.faults.length + routed.unreadable.length === 0;
  const continuing = readCursor(routed.cursor, settled ? { fingerprint, kind: sort.kind } : null);
  const faults: Fault[] = [
    ...flawFaults(routed.unreadable, 'invalid_value'),
    ...unknownFaults(routed.unknown),
    ...filterFaults,
    ...sorting.faults,
    ...limiting.faults,
    ...continuing.faults,
  ];
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    query: {
      filters,
      sort: { field: sort.field, descending: sort.descending },
      limit: limiting.value ?? defaultLimit,
      after: continuing.value ?? null,
      fingerprint,
      pairs: pairs.filter((pair) => pair.name !== 'cursor').map((pair) => toUriQuery(pair.raw)),
    },
  };
}

function routePairs(pairs: readonly Pair[]): Record<Route, Pair[]> {
  const routed: Record<Route, Pair[]> = { filters: [], sort: [], limit: [], cursor: [], unknown: [], unreadable: [] };
  for (const pair of pairs) routed[routeOf(pair.name)].push(pair);
  return routed;
}

function routeOf(name: string | null): Route {
  if (name === null) return 'unreadable';
  if (name === 'sort' || name === 'limit' || name === 'cursor') return name;
  return isFilterName(name) ? 'filters' : 'unknown';
}

function unknownFaults(pairs: readonly Pair[]): Fault[] {
  return [...groupPairs(pairs).keys()].map((parameter) => ({
    parameter,
    code: 'unknown_parameter',
    detail: `Lists have no parameter ${quoted(parameter)}; use filters[FIELD][OPERATOR], sort, limit or cursor.`,
  }));
}
