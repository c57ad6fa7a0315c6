import {
  defaultLimit,
  maximumLimit,
  maximumPageBytes,
  PaginationLinksDto,
  PaginationMetaDto,
  parseUrl,
} from '@resource-catalogue/contracts';
import { isObject, type Row, readRows } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { elide, type Pair, parsePairs, parameterDifference } from '../target/query.js';
import { fail } from './violation.js';
import { clip } from './differences.js';
import { expectDocumented } from './documented-keys.js';
import { expectEqual, expectObject, expectStatus } from './expect.js';

export interface Page {
  readonly rows: Row[];
  readonly next: string | null;
  readonly limit: number;
  readonly links: { readonly first: string; readonly next: string | null };
  readonly exchange: Exchange;
}

/** Expects the parts of LIST-1 to LIST-3 that other checks rely on. */
export function expectPage(exchange: Exchange, why = 'a list'): Page {
  expectStatus(exchange, 200, why);
  const { data, links, meta } = expectObject(exchange);
  if (!Array.isArray(data) || !isObject(links) || !isObject(meta))
    return fail('data (an array), links and meta (LIST-1)', `got ${clip(exchange.text, 200)}`, exchange);
  const { next = null, limit } = meta;
  const { first, next: nextLink = null } = links;
  if (typeof first !== 'string' || typeof limit !== 'number')
    return fail('links.first and meta.limit (LIST-2)', JSON.stringify({ links, meta }), exchange);
  if ((typeof next !== 'string' && next !== null) || (typeof nextLink !== 'string' && nextLink !== null))
    return fail('meta.next and links.next that are strings or null', JSON.stringify({ links, meta }), exchange);
  return { rows: readRows(exchange.json), next, limit, links: { first, next: nextLink }, exchange };
}

/** The number of rows that a page must have, of the maximum that its limit allows; PAGE-5 may end it earlier. */
export function countRowsDue({ rows, next, exchange }: Page, max: number): number {
  const isEnded = next !== null && rows.length > 0 && Buffer.byteLength(exchange.text) >= maximumPageBytes;
  return isEnded ? Math.min(max, rows.length) : max;
}

export function expectNext({ next, links, exchange }: Page, more: boolean): void {
  const describe = (value: string | null): string => (value === null ? 'null' : 'set');
  if ((next !== null) !== more || (links.next !== null) !== more)
    fail(
      more ? 'a next page' : 'no next page, since this is the last one',
      `meta.next is ${describe(next)}, and links.next is ${describe(links.next)}`,
      exchange,
    );
}

/** Expects a page with at most `limit` of the `left` remaining rows to be full or the last one. */
export function expectFull(page: Page, limit: number, left: number): void {
  const due = countRowsDue(page, Math.min(limit, left));
  if (page.rows.length !== due) fail(`${due} rows`, String(page.rows.length), page.exchange);
  expectNext(page, left > due);
}

const isCursor = ([name]: Pair): boolean => name === 'cursor';

/** Expects LIST-2 to LIST-4 on a page of any valid query; the path is that of the URL, below its origin. */
export function expectSoundPage(page: Page, path: string, query: string): void {
  const { exchange, rows, links, next, limit } = page;
  const { data: _, links: shown, meta, ...others } = expectObject(exchange);
  expectEqual('the keys of a list besides data, links and meta', Object.keys(others), [], exchange);
  expectDocumented(PaginationLinksDto, shown, exchange);
  expectDocumented(PaginationMetaDto, meta, exchange);
  const requested = Number(parsePairs(query).find(([name]) => name === 'limit')?.[1] ?? defaultLimit);
  expectEqual('meta.limit', limit, Math.min(maximumLimit, requested), exchange);
  if (rows.length > limit) fail(`at most ${limit} rows, as meta.limit says (PAGE-2)`, `${rows.length} rows`, exchange);
  if ((links.next === null) !== (next === null))
    fail('links.next and meta.next both set or both null', String(links.next), exchange);
  expectLink(page, 'first', path, query, null);
  if (links.next !== null) expectLink(page, 'next', path, query, next);
  expectLinkHeader(page);
}

function expectLink(
  { exchange, links }: Page,
  which: keyof Page['links'],
  path: string,
  query: string,
  cursor: string | null,
): void {
  const link = links[which] ?? '';
  const url = parseUrl(link);
  if (!url || !/^https?:\/\//.test(link)) return fail(`links.${which} that is absolute (LIST-4)`, link, exchange);
  const pairs = url.search.slice(1);
  const found = parsePairs(pairs).find(isCursor)?.[1] ?? null;
  expectEqual(`the cursor of links.${which} (LIST-4)`, found, cursor, exchange);
  if (!url.pathname.endsWith(path)) fail(`links.${which} below {base_url} at ${path}`, link, exchange);
  const change = parameterDifference(query, pairs);
  if (change === null) return;
  const expected = `links.${which} that repeats the parameters of its request${query === '' ? ', which had none' : ''}`;
  fail(expected, `it ${change}: ?${elide(pairs, 300)}`, exchange);
}

function expectLinkHeader({ exchange, links }: Page): void {
  const header = exchange.header('link');
  if (header === null) fail('a Link header (LIST-4)', 'none', exchange);
  const targets = parseLinks(header);
  expectEqual('Link rel="first" equal to links.first', targets.get('first') ?? null, links.first, exchange);
  expectEqual('Link rel="next" equal to links.next', targets.get('next') ?? null, links.next, exchange);
}

/** A parameter of a link, which RFC 8288 allows quoted or not, with spaces around the `=`. */
const parameter = String.raw`\s*;\s*([^\s;,="<>]*)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?`;

/** The targets of an RFC 8288 header by relation. Only the first `rel` of a link counts. */
export function parseLinks(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, target = '', parameters = ''] of header.matchAll(new RegExp(`<([^>]*)>((?:${parameter})*)`, 'g'))) {
    const all = [...parameters.matchAll(new RegExp(parameter, 'g'))];
    const [, , quoted, plain = ''] = all.find(([, name = '']) => name.toLowerCase() === 'rel') ?? [];
    for (const relation of (quoted ?? plain).trim().toLowerCase().split(/\s+/)) found.set(relation, target);
  }
  return found;
}
