import type { AnyCollectionContract } from '@resource-catalogue/contracts';
import type { JsonObject, Row } from '../json.js';
import type { ListQuery, Position, Sort } from '../query/list-query.js';
import type { QueryBehaviour } from '../query/query-behaviour.js';
import { type FilterBehaviour, keeps } from './filtering.js';
import { comparePositions, positionOf } from './order.js';

/** One page: its rows, and where the next one begins, null after the last (LIST-3). */
export interface Page {
  readonly rows: readonly Row[];
  readonly next: Position | null;
}

/** A page as the envelope shows it. */
export interface ShownPage {
  readonly query: ListQuery;
  readonly data: readonly JsonObject[];
  readonly cursor: string | null;
  readonly links: { readonly first: string; readonly next: string | null };
}

/** How rows are ordered, cut into pages, and shown. */
export interface ListBehaviour {
  /** The rows that a list knows, before any filter (FILT-8). */
  readonly rowsOf: (rows: readonly Row[], query: ListQuery) => readonly Row[];
  readonly positionOf: (row: Row, sort: Sort, contract: AnyCollectionContract) => Position;
  readonly comparePositions: (one: Position, other: Position, sort: Sort, contract: AnyCollectionContract) => number;
  /** Whether a row comes after the position of a cursor. */
  readonly isAfter: (row: Position, cursor: Position, query: ListQuery) => boolean;
  readonly pageOf: (sorted: readonly Row[], query: ListQuery, behaviour: ListBehaviour) => Page;
  readonly linkOf: (address: string, query: ListQuery, cursor: string | null) => string;
  readonly envelopeOf: (page: ShownPage) => JsonObject;
  readonly shownInList: (row: Row, contract: AnyCollectionContract) => JsonObject;
  readonly shownAlone: (row: Row, contract: AnyCollectionContract) => JsonObject;
}

export const soundLists: ListBehaviour = {
  rowsOf: (rows) => rows,
  positionOf,
  comparePositions,
  isAfter: (row, cursor, { sort }) => comparePositions(row, cursor, sort) > 0,
  pageOf,
  linkOf,
  envelopeOf,
  shownInList: (row) => row,
  shownAlone: (row) => row,
};

function pageOf(sorted: readonly Row[], query: ListQuery, behaviour: ListBehaviour): Page {
  const { after, sort, limit, contract } = query;
  const found = after === null ? 0 : sorted.findIndex((row) => behaviour.isAfter(positionAt(row), after, query));
  const start = found === -1 ? sorted.length : found;
  const rows = sorted.slice(start, start + limit);
  const last = rows.at(-1);
  return { rows, next: last === undefined || start + limit >= sorted.length ? null : positionAt(last) };

  function positionAt(row: Row): Position {
    return behaviour.positionOf(row, sort, contract);
  }
}

function linkOf(address: string, { linkPairs }: ListQuery, cursor: string | null): string {
  const pairs = [...linkPairs, ...(cursor === null ? [] : [`cursor=${cursor}`])];
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`;
}

function envelopeOf({ data, links, cursor, query }: ShownPage): JsonObject {
  return { data, links: { first: links.first, next: links.next }, meta: { next: cursor, limit: query.limit } };
}

/** The page of a list that a query asks for; `address` is the list's own URL. */
export function listPage(
  rows: readonly Row[],
  query: ListQuery,
  address: string,
  behaviour: ListBehaviour & FilterBehaviour & QueryBehaviour,
): ShownPage {
  const { contract, sort, tests } = query;
  const known = behaviour.rowsOf(rows, query);
  const sorted = known
    .filter((row) => keeps(row, tests, contract, behaviour))
    .map((row) => ({ row, position: behaviour.positionOf(row, sort, contract) }))
    .sort((one, other) => behaviour.comparePositions(one.position, other.position, sort, contract))
    .map(({ row }) => row);
  const page = behaviour.pageOf(sorted, query, behaviour);
  const cursor = page.next && behaviour.encodeCursor(page.next, query.identity);
  return {
    query,
    data: page.rows.map((row) => behaviour.shownInList(row, contract)),
    cursor,
    links: {
      first: behaviour.linkOf(address, query, null),
      next: cursor && behaviour.linkOf(address, query, cursor),
    },
  };
}
