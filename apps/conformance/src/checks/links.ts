import { defaultLimit, maximumLimit, parseUrl } from '@resource-catalogue/contracts';
import { isObject } from '../json.js';
import { expectObject, type Page } from './expect.js';
import { targetsOf } from './link-header.js';
import { violated } from './violation.js';

/** LIST-4: what a page's links say, against what was sent. */
export function expectLinks(page: Page, base: URL, path: string, query: string): void {
  const { links, next } = page;
  const wanted = pairsOf(query).filter(([name]) => name !== 'cursor');
  expectLink(page, 'first', links.first, base, path, wanted);
  if (links.next !== null) expectLink(page, 'next', links.next, base, path, [...wanted, ['cursor', next ?? '']]);
  expectLinkHeader(page);
}

type Pair = readonly [name: string, value: string];

function pairsOf(query: string): Pair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    });
}

/** A link that cannot be decoded is compared as it is, and so found wrong. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Filters stand as they mean: another notation of the same set is the same filter. */
function setOf(pairs: readonly Pair[]): string {
  return JSON.stringify(pairs.map(([name, value]) => [name.replace(/\[\]$/, ''), value]).sort());
}

function expectLink(
  { exchange }: Page,
  which: string,
  link: string,
  base: URL,
  path: string,
  wanted: readonly Pair[],
): void {
  if (!parseUrl(link) || !/^https?:\/\//.test(link)) violated(`links.${which} that is absolute`, link, exchange);
  const url = new URL(link);
  if (!url.pathname.endsWith(`${base.pathname.replace(/\/+$/, '')}${path}`)) {
    violated(`links.${which} below {base_url} at ${path}`, link, exchange);
  }
  const pairs = pairsOf(url.search.slice(1));
  if (setOf(pairs) !== setOf(wanted)) {
    violated(
      `links.${which} with ${wanted.map((pair) => pair.join('=')).join('&') || 'no parameters'}`,
      link,
      exchange,
    );
  }
}

/** LIST-2 to LIST-4 on any page of a good query, however its filters are written. */
export function expectSoundPage(page: Page, path: string, query: string): void {
  const { exchange, links, next, limit } = page;
  const { links: shown, meta, ...rest } = expectObject(exchange);
  const keys = [rest, shown, meta].map((part) => (isObject(part) ? Object.keys(part).sort().join() : '')).join(' ');
  if (keys !== 'data first,next limit,next') {
    violated('data, links {first, next} and meta {next, limit}, and no other keys', keys, exchange);
  }
  const sent = pairsOf(query);
  const asked = sent.find(([name]) => name === 'limit')?.[1];
  const expected = Math.min(maximumLimit, asked === undefined ? defaultLimit : Number(asked));
  if (limit !== expected) violated(`meta.limit of ${expected}`, String(limit), exchange);
  const wanted = namesOf(sent.filter(([name]) => name !== 'cursor'));
  for (const [which, link, cursor] of [
    ['first', links.first, null],
    ['next', links.next, next],
  ] as const) {
    if ((link === null) !== (which === 'next' && cursor === null))
      violated('links.next and meta.next both set or both null', String(link), exchange);
    if (link === null) continue;
    const url = parseUrl(link) ?? violated(`links.${which} that is absolute (LIST-4)`, link, exchange);
    const pairs = pairsOf(url.search.slice(1));
    const found = pairs.find(([name]) => name === 'cursor')?.[1] ?? null;
    if (found !== cursor) {
      const wish = cursor === null ? 'without a cursor (LIST-4)' : `with the cursor ${cursor}, like meta.next`;
      violated(`links.${which} ${wish}`, found ?? 'none', exchange);
    }
    if (!url.pathname.endsWith(path)) violated(`links.${which} at ${path}`, link, exchange);
    const names = namesOf(pairs.filter(([name]) => name !== 'cursor'));
    if (names !== wanted) violated(`links.${which} with ${wanted}`, names, exchange);
  }
  expectLinkHeader(page);
}

/** The parameters of a query, each once; limit and sort with their values, which are repeated as they were sent. */
function namesOf(pairs: readonly Pair[]): string {
  const names = pairs.map(([name, value]) =>
    name.startsWith('filters') ? name.replace(/\[\]$/, '') : `${name}=${value}`,
  );
  return [...new Set(names)].sort().join('&');
}

function expectLinkHeader({ exchange, links }: Page): void {
  const header = exchange.header('link');
  if (header === null) violated('a Link header (LIST-4)', 'none', exchange);
  const targets = targetsOf(header);
  if (targets.get('first') !== links.first) violated('Link rel="first" like links.first', header, exchange);
  const next = targets.get('next') ?? null;
  if (next !== links.next)
    violated(
      links.next === null ? 'no rel="next" in the Link header' : `rel="next" in the Link header, to ${links.next}`,
      next === null ? `no rel="next" in it: ${header}` : header,
      exchange,
    );
}
