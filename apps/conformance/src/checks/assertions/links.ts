import { defaultLimit, maximumLimit, parseUrl } from '@resource-catalogue/contracts';
import { isObject } from '../../json.js';
import { violated } from '../context/violation.js';
import { expectEqual, expectObject } from './answer.js';
import type { Page } from './page.js';

type Pair = readonly [name: string, value: string];

export function pairsOf(query: string): Pair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    });
}

/** What cannot be decoded is compared as it is, and so found wrong. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const isCursor = ([name]: Pair): boolean => name === 'cursor';
const withoutCursor = (query: string): Pair[] => pairsOf(query).filter((pair) => !isCursor(pair));

/** LIST-4: the links of a sound page lie below the base URL, and repeat each value of the query. */
export function expectLinks({ links, exchange }: Page, path: string, query: string): void {
  // Filters stand as they mean: another notation of the same set is the same filter.
  const meaningOf = (pairs: readonly Pair[]): string =>
    JSON.stringify(pairs.map(([name, value]) => [name.replace(/\[\]$/, ''), value]).sort());
  const wanted = withoutCursor(query);
  for (const link of [links.first, links.next]) {
    if (link === null) continue;
    const url = new URL(link);
    if (!url.pathname.endsWith(path)) violated(`a link below {base_url} at ${path}`, link, exchange);
    if (meaningOf(withoutCursor(url.search.slice(1))) !== meaningOf(wanted))
      violated(`a link with ${wanted.map((pair) => pair.join('=')).join('&') || 'no parameters'}`, link, exchange);
  }
}

/** LIST-2 to LIST-4 on any page of a good query, however its filters are written. */
export function expectSoundPage(page: Page, path: string, query: string): void {
  const { exchange, links, next, limit } = page;
  const { links: shown, meta, ...rest } = expectObject(exchange);
  const keys = [rest, shown, meta].map((part) => (isObject(part) ? Object.keys(part).sort().join() : '')).join(' ');
  expectEqual('data, links and meta with their keys, and no others', keys, 'data first,next limit,next', exchange);
  const asked = pairsOf(query).find(([name]) => name === 'limit')?.[1];
  expectEqual(
    'meta.limit',
    limit,
    Math.min(maximumLimit, asked === undefined ? defaultLimit : Number(asked)),
    exchange,
  );
  if ((links.next === null) !== (next === null))
    violated('links.next and meta.next both set or both null', String(links.next), exchange);
  expectLink(page, links.first, path, query, null);
  if (links.next !== null) expectLink(page, links.next, path, query, next);
  expectLinkHeader(page);
}

function expectLink({ exchange }: Page, link: string, path: string, query: string, cursor: string | null): void {
  const url = parseUrl(link);
  if (!url || !/^https?:\/\//.test(link)) return violated('a link that is absolute (LIST-4)', link, exchange);
  const pairs = url.search.slice(1);
  const found = pairsOf(pairs).find(isCursor)?.[1] ?? null;
  expectEqual('the cursor of a link (LIST-4)', found, cursor, exchange);
  if (!url.pathname.endsWith(path)) violated(`a link at ${path}`, link, exchange);
  expectEqual('the parameters of a link', namesOf(pairs), namesOf(query), exchange);
}

/** The parameters of a query, each once; limit and sort with their values, which are repeated as they were sent. */
function namesOf(query: string): string {
  const names = withoutCursor(query).map(([name, value]) =>
    name.startsWith('filters') ? name.replace(/\[\]$/, '') : `${name}=${value}`,
  );
  return [...new Set(names)].sort().join('&');
}

function expectLinkHeader({ exchange, links }: Page): void {
  const header = exchange.header('link');
  if (header === null) violated('a Link header (LIST-4)', 'none', exchange);
  const targets = targetsOf(header);
  expectEqual('Link rel="first" like links.first', targets.get('first') ?? null, links.first, exchange);
  expectEqual('Link rel="next" like links.next', targets.get('next') ?? null, links.next, exchange);
}

/** A parameter of a link: RFC 8288 lets it be quoted or not, with spaces around the `=`. */
const parameter = String.raw`\s*;\s*[^\s;,="<>]*(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?`;

/** The targets of an RFC 8288 header by their relation. Of a link's parameters, only the first `rel` counts. */
export function targetsOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, target = '', parameters = ''] of header.matchAll(new RegExp(`<([^>]*)>((?:${parameter})*)`, 'g'))) {
    for (const relation of relationOf(parameters).split(/\s+/)) found.set(relation, target);
  }
  return found;
}

function relationOf(parameters: string): string {
  for (const [, name = '', quoted, plain = ''] of parameters.matchAll(
    /;\s*([^\s;,="<>]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g,
  )) {
    if (name.toLowerCase() === 'rel') return (quoted ?? plain).trim().toLowerCase();
  }
  return '';
}
