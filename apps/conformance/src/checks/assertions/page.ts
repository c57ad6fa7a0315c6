import { maximumPageBytes } from '@resource-catalogue/contracts';
import { isObject, textOf, type Row, rowsOf } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';
import { violated } from '../context/violation.js';
import { clipped, expectObject, expectStatus } from './answer.js';

export interface Page {
  readonly rows: Row[];
  readonly next: string | null;
  readonly limit: number;
  readonly links: { readonly first: string; readonly next: string | null };
  readonly exchange: Exchange;
}

/** LIST-1 to LIST-3 as far as whoever reads a page relies on them. */
export function expectPage(exchange: Exchange, why = 'a list'): Page {
  expectStatus(exchange, 200, why);
  const { data, links, meta } = expectObject(exchange);
  if (!Array.isArray(data) || !isObject(links) || !isObject(meta))
    return violated('data (an array), links and meta (LIST-1)', `got ${clipped(exchange.text, 200)}`, exchange);
  const { next = null, limit } = meta;
  const { first, next: nextLink = null } = links;
  if (typeof first !== 'string' || typeof limit !== 'number')
    return violated('links.first and meta.limit (LIST-2)', JSON.stringify({ links, meta }), exchange);
  if ((typeof next !== 'string' && next !== null) || (typeof nextLink !== 'string' && nextLink !== null))
    return violated('meta.next and links.next that are strings or null', JSON.stringify({ links, meta }), exchange);
  return { rows: rowsOf(exchange.json), next, limit, links: { first, next: nextLink }, exchange };
}

/**
 * How many rows a page must show, of so many that its limit lets it: all of them, except on one that PAGE-5 ends, and that
 * shows in its length: what the server has to count is a part of the body.
 */
export function rowsDue({ rows, next, exchange }: Page, most: number): number {
  const isEnded = next !== null && rows.length > 0 && Buffer.byteLength(exchange.text) >= maximumPageBytes;
  return isEnded ? Math.min(most, rows.length) : most;
}

export function expectNext({ next, links, exchange }: Page, more: boolean): void {
  if ((next !== null) !== more || (links.next !== null) !== more)
    violated(more ? 'a next page' : 'no next page: this one is the last', textOf([next, links.next]), exchange);
}

/** A page of so many rows at most, of a list that has so many left: full or the last one. */
export function expectFull(page: Page, limit: number, left: number): void {
  const due = rowsDue(page, Math.min(limit, left));
  if (page.rows.length !== due) violated(`${due} rows`, String(page.rows.length), page.exchange);
  expectNext(page, left > due);
}
