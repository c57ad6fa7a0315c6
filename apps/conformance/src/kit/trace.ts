import { isObject, nextCursor, readRows, toText, valuesAt } from '../json.js';
import type { RequestSpec, Exchange, RawRequest } from '../target/exchange.js';
import { elide, getQuery, parsePairs, requestLine } from '../target/query.js';

/** The maximum number of requests of a check to remember, and to show. */
const [maxRemembered, maxShown] = [200, 12];

const shownHeaders = ['etag', 'retry-after', 'idempotency-replayed', 'location'];
const sentHeaders = ['if-match', 'if-none-match', 'idempotency-key'];

interface Step {
  readonly number: number;
  readonly exchange: Exchange;
  readonly seconds: number;
  readonly showLimit: boolean;
}

/** The requests of a check with the parts of their responses that help to follow a failure. */
export class Trace {
  private readonly steps: Step[] = [];
  private readonly started = performance.now();
  private sent = 0;
  /** Whether the order of the requests matters, because they write or observe a quota. */
  private isSequence = false;

  add(exchange: Exchange, { method = 'GET', showLimit = false }: RequestSpec): void {
    this.sent += 1;
    this.isSequence ||= showLimit || !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const seconds = (performance.now() - this.started) / 1000;
    this.steps.push({ number: this.sent, exchange, seconds, showLimit });
    if (this.steps.length > maxRemembered) this.steps.shift();
  }

  last(count: number): Exchange[] {
    return this.steps.slice(-count).map(({ exchange }) => exchange);
  }

  /** The last requests about the same projects as these, in order; empty if each request is independent. */
  sequence(exchanges: readonly Exchange[]): readonly string[] {
    if (!this.isSequence) return [];
    const ids = exchanges.flatMap(projectsIn);
    const own = this.steps.filter(({ exchange }) => ids.length === 0 || isAbout(exchange, ids));
    const left = own.length - maxShown;
    return [...(left > 0 ? [`${left} earlier requests`] : []), ...own.slice(-maxShown).map(stepLine)];
  }

  /** The page whose cursor a request uses. */
  pageBefore({ path }: RawRequest): Exchange | undefined {
    const cursor = parsePairs(getQuery(path)).find(([name]) => name === 'cursor')?.[1];
    if (cursor === undefined) return undefined;
    return this.steps.findLast(({ exchange }) => nextCursor(exchange.json) === cursor)?.exchange;
  }

  /** The source of the cursor of a request. */
  notesOn({ request }: Exchange): string[] {
    const before = this.pageBefore(request);
    if (!before) return [];
    const rows = readRows(before.json).length;
    return [`The cursor is from ${requestLine(before.request)} (response with ${rows} row${rows === 1 ? '' : 's'}).`];
  }
}

function stepLine({ number, exchange, seconds, showLimit }: Step): string {
  const { request, status } = exchange;
  const sent = Object.entries(request.headers)
    .filter(([name]) => sentHeaders.includes(name.toLowerCase()))
    .map(([name, value]) => ` ${name}: ${String(value)}`);
  const body = request.body === undefined ? '' : ` ${elide(request.body.toString())}`;
  const received = [...shownHeaders, ...(showLimit ? ['ratelimit'] : [])].flatMap((name) => {
    const value = exchange.header(name);
    return value === null ? [] : [` ${name}: ${value}`];
  });
  const problem = status < 400 ? '' : ` ${summarizeBody(exchange)}`;
  return `${number}. +${seconds.toFixed(1)} s ${requestLine(request)}${sent.join('')}${body} → ${status}${received.join('')}${problem}`;
}

function isAbout(exchange: Exchange, ids: readonly string[]): boolean {
  const { request, json } = exchange;
  const about = [request.path, exchange.header('location') ?? '', ...valuesAt(json, 'data.id').map(toText)].join(' ');
  return ids.some((id) => about.includes(id));
}

/** The ids of the project that a request names, or that its response returns. */
function projectsIn({ request, json }: Exchange): string[] {
  const [, id] = /\/projects\/([^/?]+)/.exec(request.path) ?? [];
  return id === undefined ? valuesAt(json, 'data.id').map(toText) : [id];
}

/** The beginning of a body; for a problem, its code, detail and errors. */
export function summarizeBody({ json, text }: Exchange): string {
  const { code, detail, errors } = isObject(json) ? json : {};
  if (typeof detail !== 'string') return elide(text, 200);
  return `${toText(code)}: ${detail}${errors === undefined ? '' : ` ${elide(toText(errors), 300)}`}`;
}
