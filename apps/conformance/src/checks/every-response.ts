import { createHash } from 'node:crypto';
import type { RuleId } from '../rules/requirements.js';
import type { RequestSpec, Exchange } from '../target/exchange.js';
import { isObject, nextCursor } from '../json.js';
import { elide } from '../target/query.js';
import { parseBudget, isNotStored, headerTokens } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import type { Family } from '../kit/families.js';
import { inFamily, onServer } from '../kit/check.js';
import { fail } from '../kit/violation.js';
import type { Watch } from '../kit/watches.js';

const isAuthenticated = (exchange: Exchange, spec: RequestSpec): boolean =>
  spec.token === undefined &&
  !Object.keys(spec.headers ?? {}).some((name) => name.toLowerCase() === 'authorization') &&
  exchange.status !== 401;

/** Skips responses of the HTTP parser, which need not meet the condition (ERR-4). */
function byServer(watch: Watch): Watch {
  return (exchange, spec, seen) => {
    const { status } = exchange;
    const byParser = status === 414 || status === 431 || (spec.odd === true && status === 400);
    return byParser ? null : watch(exchange, spec, seen);
  };
}

const stackTrace = /\n\s+at .+:\d+|\bat [\w.<>]+ \((?:file:|node:|\/)|node_modules|Traceback \(most recent/;
const sql = /\bSELECT\b[\s\S]{1,200}\bFROM\b|\bINSERT INTO\b|\bUPDATE "\w+" SET\b|syntax error at or near|\bSQLSTATE\b/;
const filePath = /(?:^|[\s"'(])(?:\/(?:home|usr|var|opt|app|srv|tmp|work|root|etc)\/[\w.-]+|[A-Z]:\\\w+)/;

function leaks({ text, request, status }: Exchange): string | null {
  if (/rct_[0-9A-Za-z]{20,}/.test(text)) return 'the body contains a token';
  const sent = request.headers['Authorization'];
  const token = typeof sent === 'string' ? sent.replace(/^\S+\s+/, '') : '';
  if (token.length > 8 && text.includes(token)) return 'the body contains the token that was sent';
  if (status < 400) return null;
  for (const [kind, form] of Object.entries({ 'a stack trace': stackTrace, SQL: sql, 'a file path': filePath })) {
    const [found] = form.exec(text) ?? [];
    if (found !== undefined) return `the body contains ${kind}: ${elide(found.trim())}`;
  }
  return null;
}

function rateHeaders(exchange: Exchange, spec: RequestSpec): string | null {
  if (!isAuthenticated(exchange, spec) || exchange.request.method === 'OPTIONS') return null;
  const budget = parseBudget(exchange);
  return typeof budget === 'string' ? budget : null;
}

function errorForm(exchange: Exchange): string | null {
  if (exchange.status < 400 || isNotStored(exchange)) return null;
  return `Cache-Control of an error is ${exchange.header('cache-control') ?? 'absent'}`;
}

function problemType(exchange: Exchange): string | null {
  if (exchange.status < 400 || exchange.mediaType === 'application/problem+json') return null;
  return `an error of the type ${exchange.header('content-type') ?? 'none'}`;
}

const year = 365 * 24 * 3600;

/** Both headers announce the end of the version, at least a year before it (VER-1). */
function sunset(exchange: Exchange): string | null {
  const end = exchange.header('sunset');
  if (end === null) return null;
  const since = /^@(\d+)$/.exec(exchange.header('deprecation') ?? '')?.[1];
  if (since === undefined) return `Sunset: ${end} with Deprecation: ${exchange.header('deprecation') ?? 'none'}`;
  const ahead = Date.parse(end) / 1000 - Number(since);
  return ahead >= year ? null : `a Sunset ${Math.round(ahead / 86_400)} days after the Deprecation`;
}

/** At one URL a strong ETag identifies one body, in every coding (HTTP-2). Another Host makes another URL. */
function reusedTag(exchange: Exchange, { headers = {} }: RequestSpec, seen: Map<string, string>): string | null {
  const { request, status, text } = exchange;
  const tag = exchange.header('etag');
  const isElsewhere = Object.keys(headers).some((name) => name.toLowerCase() === 'host');
  if (request.method !== 'GET' || status !== 200 || tag === null || tag.startsWith('W/') || isElsewhere) return null;
  const body = createHash('sha1').update(text).digest('base64');
  const place = `${tag} ${request.path}`;
  const before = seen.get(place) ?? body;
  seen.set(place, before);
  return before === body ? null : `the ETag ${tag} identified another body before`;
}

/** A list has only the documented keys, and no header with the number of rows (LIST-2, LIST-5). */
function listParts(exchange: Exchange): string | null {
  const { json, status } = exchange;
  if (status !== 200 || !isObject(json) || !('links' in json)) return null;
  const keys = [json, json['links'], json['meta']].map((part) =>
    isObject(part) ? Object.keys(part).sort().join() : '',
  );
  const total = [...exchange.headers.keys()].find((name) => /total|^content-range$|-count$/.test(name));
  if (total !== undefined) return `the header ${total}: ${exchange.header(total)}`;
  return keys.join(' ') === 'data,links,meta first,next limit,next' ? null : `the keys ${keys.join(' of the list, ')}`;
}

/** A cursor needs no escaping in a URL (PAGE-3). */
function cursorForm({ json }: Exchange): string | null {
  const bad = (nextCursor(json) ?? '').replaceAll(/[A-Za-z0-9\-._~!$'()*,;:@/?=]/g, '');
  return bad === '' ? null : `a cursor with ${bad}`;
}

const requestId = (exchange: Exchange): string | null =>
  exchange.header('x-request-id') ? null : 'X-Request-Id is absent';

const failure = ({ status }: Exchange): string | null => (status >= 500 && status !== 503 ? `status ${status}` : null);

const strong = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/** The headers of a response that may be cached, but must be revalidated (HTTP-2). */
function goodHeaders(exchange: Exchange): string | null {
  const { request, status } = exchange;
  if (status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const tag = exchange.header('etag') ?? 'none';
  if (!strong.test(tag)) return `the ETag ${tag}`;
  if (headerTokens(exchange, 'cache-control').join() !== 'no-cache,private')
    return `Cache-Control: ${exchange.header('cache-control') ?? 'none'}`;
  const vary = headerTokens(exchange, 'vary');
  const isComplete = ['authorization', 'accept-encoding'].every((name) => vary.includes(name));
  return isComplete ? null : `Vary: ${exchange.header('vary') ?? 'none'}`;
}

type Watched = readonly [id: string, family: Family, rules: readonly RuleId[], title: string, watch: Watch];

/** Conditions on every response under /api/v1, and the checks that report violations. */
const watched: readonly Watched[] = [
  [
    ...(['lists-have-only-documented-keys', 'envelope', ['SHAPE-2', 'LIST-2', 'LIST-5']] as const),
    ...(['a list has only the documented keys, and no header with the number of rows', listParts] as const),
  ],
  ['cursors-need-no-escaping', 'paging', ['PAGE-3'], 'a cursor needs no escaping in a URL', cursorForm],
  ['every-response-has-request-id', 'http', ['HTTP-1'], 'every response has an X-Request-Id', byServer(requestId)],
  [
    'sunset-is-announced-a-year-ahead',
    'http',
    ['VER-1'],
    'Sunset announces the end of the version 12 months ahead',
    sunset,
  ],
  [
    ...(['successful-responses-have-caching-headers', 'http', ['HTTP-2']] as const),
    ...([
      'a 200 has a strong ETag, Cache-Control: private, no-cache and Vary: Authorization, Accept-Encoding',
    ] as const),
    goodHeaders,
  ],
  ['errors-are-not-cached', 'http', ['HTTP-2'], 'every error has Cache-Control: no-store', byServer(errorForm)],
  ['an-etag-identifies-one-body', 'http', ['HTTP-2'], 'at one URL an ETag never identifies two bodies', reusedTag],
  ['no-response-is-a-500', 'errors', ['ERR-5'], 'no input led to a 500', failure],
  ['no-body-reveals-internals', 'errors', ['ERR-5'], 'no body contains a stack trace, SQL, a path or a token', leaks],
  ['every-error-is-a-problem', 'errors', ['ERR-2'], 'every error is application/problem+json', byServer(problemType)],
  [
    ...(['every-response-has-rate-headers', 'limits', ['RATE-2']] as const),
    ...(['every authenticated response has RateLimit and RateLimit-Policy', byServer(rateHeaders)] as const),
  ],
];

export const watchesById: Readonly<Record<string, Watch>> = Object.fromEntries(
  watched.map(([id, , , , watch]) => [id, watch]),
);

/** These checks inspect the responses to all other checks, so they run last. */
export const everyResponseChecks = watched.flatMap(([id, family, rules, title]) => {
  const run = (context: CheckContext): void => {
    const seen = context.seenBy(id);
    if (seen) fail(title, seen.observed, seen.exchange);
  };
  return inFamily(family, { [id]: onServer(rules, { title, run }) });
});
