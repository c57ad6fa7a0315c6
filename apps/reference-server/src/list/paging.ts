import type { Behaviour } from '../behaviour.js';
import type { JsonObject, Row } from '../json.js';
import type { ListQuery, Position } from '../query/list-query.js';
import { keeps } from './filtering.js';
import type { Page, ShownPage } from './page.js';

export function pageOf(sorted: readonly Row[], query: ListQuery, behaviour: Behaviour): Page {
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

export function linkOf(address: string, { linkPairs }: ListQuery, cursor: string | null): string {
  const pairs = [...linkPairs, ...(cursor === null ? [] : [`cursor=${cursor}`])];
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`;
}

export function envelopeOf({ data, links, cursor, query }: ShownPage): JsonObject {
  return { data, links: { first: links.first, next: links.next }, meta: { next: cursor, limit: query.limit } };
}

/** The page of a list that matches a query; `address` is the list's URL. */
export function listPage(rows: readonly Row[], query: ListQuery, address: string, behaviour: Behaviour): ShownPage {
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
