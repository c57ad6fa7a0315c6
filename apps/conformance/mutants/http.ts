import {
  computeETag,
  getHeader,
  isObject,
  objectsAt,
  ProblemError,
  type Request,
  findRoute,
  toText,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { makeMutants } from './mutant.js';
import {
  rewritingRequest,
  rewritingHeader,
  asProblem,
  failing,
  isError,
  isList,
  on,
  readingBody,
  tolerating,
  withHeaders,
  without,
  withoutHeaders,
  withStatus,
} from './wraps.js';

// Faults in HTTP and quotas, and with hostile input.

const onPath = (
  path: RegExp,
  change: ReturnType<typeof withStatus>,
  applies: (request: Request) => boolean = () => true,
): Wraps => on((_, { request }) => path.test(request.path) && applies(request), change);

/** Routes a path as another one, if the path is unknown. */
const lenientPath = (pattern: RegExp, by: string | ((text: string) => string)): Wraps =>
  rewritingRequest((request) => {
    const path = request.path.replace(pattern, (text) => (typeof by === 'string' ? by : by(text)));
    return findRoute(request.path) === null && findRoute(path) !== null ? { ...request, path } : request;
  });

/** Computes the ETag of lists or single resources from something other than the body. */
const taggedBy = (identify: (body: string, request: Request) => string): Wraps => ({
  respond: (respond) => async (request) => {
    const sent = getHeader(request, 'if-none-match');
    const response = await respond({ ...request, headers: { ...request.headers, 'if-none-match': undefined } });
    if (response.status !== 200 || response.headers['ETag'] === undefined || request.method === 'PATCH')
      return response;
    const ETag = computeETag(Buffer.from(identify(String(response.body), request)));
    const headers = { ...response.headers, ETag };
    if (sent?.includes(ETag) !== true && sent !== '*') return { ...response, headers };
    return { status: 304, headers: without(headers, 'Content-Type'), body: null };
  },
});

const failingBody = (breaks: RegExp): Wraps =>
  readingBody((_, bytes) => {
    if (breaks.test(bytes.toString())) throw new RangeError('Maximum call stack size exceeded');
    return {};
  });

export const httpMutants = makeMutants({
  'http-options-200 by options-needs-no-token': on(
    ({ status }, { request }) => status === 204 && request.method === 'OPTIONS',
    withStatus(200),
  ),
  'http-switches-protocols by protocols-are-never-switched': {
    send: (send) => (data, request, response) => {
      if (request.headers.upgrade !== undefined) response.socket?.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      send(data, request, response);
    },
  },
  // A client that has closed its side gets no response.
  'http-half-closed-dropped by half-closed-connections-get-all-responses': {
    send: (send) => (data, request, response) => {
      setTimeout(() => (response.socket?.readableEnded ? response.destroy() : send(data, request, response)), 20);
    },
  },
  // Every request gets 100, before all checks.
  'http-continue-too-early by 100-continue-follows-the-checks': {
    respond: (respond) => async (request) => {
      const body = (await request.receive?.()) ?? request.body;
      return respond({ ...request, body, receive: () => Promise.resolve(body) });
    },
  },
  'http-two-hosts by ambiguous-requests-are-rejected': rewritingRequest((request) => ({
    ...request,
    repeated: request.repeated.filter((name) => name !== 'host'),
  })),
  'http-double-slash-accepted by paths-match-exactly': lenientPath(/\/{2,}/g, '/'),
  'http-trailing-slash-accepted by errors-follow-the-order-of-checks': lenientPath(/\/$/, ''),
  'http-request-id-missing by every-response-has-request-id request-id-is-returned': on(
    200,
    withoutHeaders('X-Request-Id'),
  ),
  'http-request-id-truncated by request-id-is-returned': rewritingHeader('x-request-id', (id) => id.slice(0, 64)),
  'http-head-without-etag by head-is-get-without-a-body': on(
    (_, { request }) => request.method === 'HEAD',
    withoutHeaders('ETag', 'Link'),
  ),
  'http-405-without-allow by unsupported-methods-are-405': on(405, withoutHeaders('Allow')),
  'http-never-406 by accept-is-honoured rejected-writes-store-nothing': rewritingHeader('accept', () => undefined),
  // JSON is sent if any range allows it, even if a more specific one has q=0.
  'http-accept-by-any-range by accept-is-honoured': rewritingHeader('accept', (value) =>
    value.replaceAll(/[^,]*;\s*q=0(?:\.0*)?(?=,|$)/g, ''),
  ),
  'http-any-origin by unlisted-origins-are-not-allowed': on(
    (_, { request }) => request.headers.origin !== undefined,
    withHeaders({ 'Access-Control-Allow-Origin': '*' }),
  ),
  'http-sunset-too-soon by sunset-is-announced-a-year-ahead': on(isList, (response, context) =>
    withHeaders({
      Deprecation: `@${Math.floor(Date.now() / 1000)}`,
      Sunset: new Date(Date.now() + 30 * 24 * 3_600_000).toUTCString(),
    })(response, context),
  ),
  // The ETag of a list depends only on the ids of its rows.
  'http-list-tag-of-ids by an-etag-identifies-one-body etag-changes-with-the-body': taggedBy((text) => {
    const body: unknown = JSON.parse(text);
    const ids = isObject(body) ? objectsAt(body, 'data').map(({ id }) => toText(id)) : [];
    return ids.length === 0 ? text : ids.join();
  }),
  'http-etag-new-each-time by bodies-are-compressed-on-request every-form-of-a-header-on-every-operation': taggedBy(
    (text) => text + performance.now(),
  ),
  'http-tag-of-rows by etag-changes-with-the-body': taggedBy((text) => text.replace(/\],"links".*/, '')),
  'http-cache-public by successful-responses-have-caching-headers': on(
    isList,
    withHeaders({ 'Cache-Control': 'public, max-age=60' }),
  ),
  'http-errors-cacheable by errors-are-not-cached': on(isError, withoutHeaders('Cache-Control')),
  'http-pages-without-tag by pages-need-no-token': onPath(/^\/problems/, withoutHeaders('ETag')),
  'http-if-none-match-strong by every-form-of-a-header-on-every-operation': rewritingHeader('if-none-match', (value) =>
    value.replaceAll(/W\/"[^"]*"/g, '"-"'),
  ),
  'http-etag-list-ignored-on-gets by every-form-of-a-header-on-every-operation': rewritingHeader(
    'if-none-match',
    (value, { path }) => (/\/[0-9a-f-]{36}$/.test(path) && value.includes(',') ? undefined : value),
  ),
  'rate-later-retry-after-zero by quota-is-enforced-and-restored': {
    respond: (respond) => {
      let rejections = 0;
      return async (request) => {
        const response = await respond(request);
        rejections = response.status === 429 ? rejections + 1 : 0;
        return rejections > 1 ? { ...response, headers: { ...response.headers, 'Retry-After': '0' } } : response;
      };
    },
  },
  'rate-503 by quota-is-enforced-and-restored': on(429, asProblem('unavailable')),
  // Every 429 begins a new window.
  'rate-429-extends-the-window by quota-is-enforced-and-restored': {
    takeQuota: (take) => {
      const until = new Map<string, number>();
      return (key, quota, request) => {
        const usage = take(key, quota, request);
        const isWaiting = Date.now() < (until.get(key) ?? 0);
        if (usage.allowed && !isWaiting) return usage;
        until.set(key, Date.now() + quota.seconds * 1000);
        return { quota, remaining: 0, reset: quota.seconds, allowed: false };
      };
    },
  },
  'rate-no-headers by every-response-has-rate-headers': on(200, withoutHeaders('RateLimit')),
  'rate-shared-by-tokens by each-token-has-its-own-quota rate-limit-reset-counts-down': {
    takeQuota: (take) => (_, quota, request) => take('all', quota, request),
  },
  'hostile-unknown-parameter by known-bad-queries-are-rejected foreign-filters-are-rejected': tolerating(
    'unknown_parameter',
    /^(?!filters)/,
  ),
  'hostile-nul by hostile-values-do-no-harm no-response-is-a-500': failing(/%00/),
  'hostile-percent by known-bad-queries-are-rejected': failing(/%(?![0-9a-f]{2})/i),
  'hostile-prototype by hostile-names-do-no-harm foreign-operators-are-rejected foreign-filters-are-rejected':
    failing(/__proto__|constructor/),
  'hostile-deep-body by hostile-bodies-do-no-harm': failingBody(/\[{200}/),
  // A list of empty tags breaks the server.
  'hostile-commas by hostile-headers-do-no-harm': on(
    (_, { request }) => /,{100}/.test(getHeader(request, 'if-none-match') ?? ''),
    asProblem('internal_error'),
  ),
  'hostile-empty-pair-rejected by every-form-of-a-set-in-every-place': failing(
    /&&/,
    () => new ProblemError('invalid_request', 'A parameter has no name.'),
  ),
});
