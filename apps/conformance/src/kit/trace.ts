import { readIds, isObject, nextCursor, readRows, toText, type valueDifferences } from '../json.js';
import type { Ask, Exchange, RawRequest } from '../target/exchange.js';
import { elided, parameterDifference, getQuery, requestLine } from '../target/query.js';

/** The source of the URL of a request. */
interface Origin {
  readonly source: 'links.next' | 'links.first' | 'meta.next';
  readonly request: RawRequest;
  readonly ids: readonly string[];
}

/** The maximum number of requests shown of a sequence. */
const maxShown = 12;

/** The maximum number of pages to request again. */
const maxPages = 5;

const shownHeaders = ['etag', 'retry-after', 'idempotency-replayed', 'location'];
const sentHeaders = ['if-match', 'if-none-match', 'idempotency-key'];

/** The requests of a check with the parts of their responses that help to follow a failure. */
export class Trace {
  private readonly origins = new Map<string, Origin>();
  private readonly lines: string[] = [];
  private sent = 0;
  private readonly started = performance.now();
  /** Whether the order of the requests matters, because they write or observe a quota. */
  private isSequence = false;

  add(exchange: Exchange, { method = 'GET', showLimit = false }: Ask): void {
    this.sent += 1;
    this.isSequence ||= showLimit || !['GET', 'HEAD', 'OPTIONS'].includes(method);
    this.lines.push(`${this.sent}. ${this.lineOf(exchange, showLimit)}`);
    if (this.lines.length > maxShown) this.lines.shift();
    if (exchange.status === 200 && method === 'GET') this.addOrigins(exchange);
  }

  /** The last requests in order; empty if each is independent of the others. */
  sequence(): readonly string[] {
    if (!this.isSequence) return [];
    const left = this.sent - this.lines.length;
    return left > 0 ? [`${left} earlier requests`, ...this.lines] : [...this.lines];
  }

  originOf({ path }: RawRequest): Origin | undefined {
    const [, cursor] = /[?&]cursor=([^&]*)/.exec(path) ?? [];
    return this.origins.get(path) ?? (cursor === undefined ? undefined : this.origins.get(cursor));
  }

  /** The possible page counts that reproduce this one: alone, as the second page, or as requested. */
  depthsOf(request: RawRequest): number[] {
    let depth = 1;
    for (let origin = this.originOf(request); origin && depth < maxPages; origin = this.originOf(origin.request))
      depth += 1;
    return [...new Set([1, Math.min(2, depth), depth])];
  }

  /** The source of the URL of an exchange, the parameters that it lost, and the rows that it repeats. */
  notesOn({ request, json }: Exchange): string[] {
    const origin = this.originOf(request);
    if (!origin) return [];
    const { source, request: before, ids } = origin;
    const isLink = source !== 'meta.next';
    // The limit may change between pages (PAGE-3), but a link must not change it.
    const queries = [before, request].map(({ path }) =>
      isLink ? getQuery(path) : getQuery(path).replace(/(?:^|&)limit=\d+/, ''),
    );
    const change = parameterDifference(queries[0] ?? '', queries[1] ?? '');
    const from = isLink ? `This URL is the server's own ${source}` : 'The cursor is meta.next';
    const lost = change === null ? '' : isLink ? `, which ${change}` : `; this request ${change}`;
    const again = source === 'links.first' ? [] : readIds(readRows(json)).filter((id) => ids.includes(id));
    return [
      `${from} of ${requestLine(before)} (response with ${ids.length} row${ids.length === 1 ? '' : 's'})${lost}.`,
      ...(again.length > 0 ? [`${again.length} of its rows were already on that page: ${listSome(again)}.`] : []),
    ];
  }

  private addOrigins({ request, json }: Exchange): void {
    const cursor = nextCursor(json);
    const links = isObject(json) ? json['links'] : undefined;
    if (!isObject(links)) return;
    const ids = readIds(readRows(json));
    if (cursor !== null) this.origins.set(encodeURIComponent(cursor), { source: 'meta.next', request, ids });
    for (const source of ['first', 'next'] as const) {
      const link = links[source];
      const path = typeof link === 'string' ? link.replace(/^https?:\/\/[^/]*/, '') : request.path;
      // A request that is its own first page came from the check itself.
      if (path !== request.path && !this.origins.has(path))
        this.origins.set(path, { source: `links.${source}`, request, ids });
    }
  }

  private lineOf(exchange: Exchange, showLimit: boolean): string {
    const { request, status } = exchange;
    const at = ((performance.now() - this.started) / 1000).toFixed(1);
    const asked = Object.entries(request.headers)
      .filter(([name]) => sentHeaders.includes(name.toLowerCase()))
      .map(([name, value]) => ` ${name}: ${String(value)}`);
    const body = request.body === undefined ? '' : ` ${elided(request.body.toString())}`;
    const told = [...shownHeaders, ...(showLimit ? ['ratelimit'] : [])].flatMap((name) => {
      const value = exchange.header(name);
      return value === null ? [] : [` ${name}: ${value}`];
    });
    const problem = status < 400 ? '' : ` ${bodyInShort(exchange)}`;
    return `+${at} s ${requestLine(request)}${asked.join('')}${body} → ${status}${told.join('')}${problem}`;
  }
}

/** The beginning of a body; for a problem, its code, detail and errors. */
export function bodyInShort({ json, text }: Exchange): string {
  const { code, detail, errors } = isObject(json) ? json : {};
  if (typeof detail !== 'string') return elided(text, 200);
  return `${toText(code)}: ${detail}${errors === undefined ? '' : ` ${elided(toText(errors), 300)}`}`;
}

/** The first ids of a list, and the number of the others. */
export function listSome(ids: readonly string[], max = 3): string {
  const more = ids.length - max;
  return more > 0 ? `${ids.slice(0, max).join(', ')} and ${more} more` : ids.join(', ');
}

/** Both values at each place where two responses differ, with their sources. */
export const differenceNotes = (values: ReturnType<typeof valueDifferences>, first: string, second: string): string[] =>
  values.map(({ path, one, other }) => `${path}: ${one} ${first}, ${other} ${second}.`);
