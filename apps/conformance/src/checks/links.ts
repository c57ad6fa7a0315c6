import type { Page } from './expect.js';
import { violated } from './violation.js';

/** LIST-4: what a page's links say, against what was sent. */
export function expectLinks(page: Page, base: URL, path: string, query: string): void {
  const { exchange, links, next } = page;
  const wanted = pairsOf(query).filter(([name]) => name !== 'cursor');
  expectLink(page, 'first', links.first, base, path, wanted);
  if (links.next !== null) expectLink(page, 'next', links.next, base, path, [...wanted, ['cursor', next ?? '']]);
  const header = exchange.header('link');
  if (header === null) violated('a Link header (LIST-4)', 'none', exchange);
  const targets = targetsOf(header);
  if (targets.get('first') !== links.first) violated(`Link rel="first" like links.first`, header, exchange);
  if ((targets.get('next') ?? null) !== links.next) violated(`Link rel="next" like links.next`, header, exchange);
}

type Pair = readonly [name: string, value: string];

function pairsOf(query: string): Pair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decodeURIComponent(name), decodeURIComponent(value.join('=').replaceAll('+', ' '))];
    });
}

/** Filters stand as they mean: another notation of the same set is the same filter. */
function setOf(pairs: readonly Pair[]): string {
  return JSON.stringify(pairs.map(([name, value]) => [name.replace(/\[\]$/, ''), value.toLowerCase()]).sort());
}

function expectLink(
  { exchange }: Page,
  which: string,
  link: string,
  base: URL,
  path: string,
  wanted: readonly Pair[],
): void {
  if (!URL.canParse(link) || !/^https?:\/\//.test(link)) violated(`links.${which} that is absolute`, link, exchange);
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

/** The targets of an RFC 8288 header by their relation. */
function targetsOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^>]*)>((?:\s*;\s*[^;,]+)*)/g)) {
    const rel = /;\s*rel="?([^";]+)"?/.exec(parameters)?.[1] ?? '';
    for (const relation of rel.split(/\s+/)) found.set(relation, target);
  }
  return found;
}
