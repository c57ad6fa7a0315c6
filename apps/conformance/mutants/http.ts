import {
  etagOf,
  getHeader,
  isObject,
  objectsAt,
  ProblemError,
  type Request,
  routeOf,
  toText,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { makeMutants } from './mutant.js';
import {
  asking,
  askingWith,
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
  isMeant: (request: Request) => boolean = () => true,
): Wraps => on((_, { request }) => path.test(request.path) && isMeant(request), change);

/** Routes a path as another one, if the path is unknown. */
const lenientPath = (pattern: RegExp, by: string | ((text: string) => string)): Wraps =>
  asking((request) => {
    const path = request.path.replace(pattern, (text) => (typeof by === 'string' ? by : by(text)));
    return routeOf(request.path) === null && routeOf(path) !== null ? { ...request, path } : request;
  });

/** Computes the ETag of lists or single resources from something other than the body. */
const taggedBy = (identify: (body: string, request: Request) => string): Wraps => ({
  respond: (respond) => async (request) => {
    const sent = getHeader(request, 'if-none-match');
    const answer = await respond({ ...request, headers: { ...request.headers, 'if-none-match': undefined } });
    if (answer.status !== 200 || answer.headers['ETag'] === undefined || request.method === 'PATCH') return answer;
    const ETag = etagOf(Buffer.from(identify(String(answer.body), request)));
    const headers = { ...answer.headers, ETag };
    if (sent?.includes(ETag) !== true && sent !== '*') return { ...answer, headers };
    return { status: 304, headers: without(headers, 'Content-Type'), body: null };
  },
});

const failingBody = (breaks: RegExp): Wraps =>
  readingBody((_, bytes) => {
    if (breaks.test(bytes.toString())) throw new RangeError('Maximum call stack size exceeded');
    return {};
  });

export const httpMutants = [
  ...makeMutants('http', {
    'options-needs-no-token': {
      'options-200: OPTIONS is answered with 200': on(
        ({ status }, { request }) => status === 204 && request.method === 'OPTIONS',
        withStatus(200),
      ),
    },
    'protocols-are-never-switched': {
      'switches: a request for an upgrade gets a 101': {
        send: (send) => (answer, request, response) => {
          if (request.headers.upgrade !== undefined) response.socket?.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
          send(answer, request, response);
        },
      },
    },
    'closed-sides-get-their-responses': {
      'hangs-up: a client that has closed its side gets no response': {
        send: (send) => (answer, request, response) => {
          setTimeout(() => (response.socket?.readableEnded ? response.destroy() : send(answer, request, response)), 20);
        },
      },
    },
    'bodies-are-asked-for-after-the-checks': {
      'asks-early: the body of any request is asked for': {
        respond: (respond) => async (request) => {
          const body = (await request.receive?.()) ?? request.body;
          return respond({ ...request, body, receive: () => Promise.resolve(body) });
        },
      },
    },
    'unclear-requests-are-refused': {
      'two-hosts: the first of two Host headers is used': asking((request) => ({
        ...request,
        repeated: request.repeated.filter((name) => name !== 'host'),
      })),
    },
    'paths-are-taken-exactly': {
      'double-slash: several slashes count as one': lenientPath(/\/{2,}/g, '/'),
    },
    'checks-are-made-in-order': {
      'slash-at-end: a trailing slash in a path is ignored': lenientPath(/\/$/, ''),
    },
    'every-answer-has-request-id request-id-is-the-clients-own': {
      'request-id-missing: answers have no X-Request-Id': on(200, withoutHeaders('X-Request-Id')),
    },
    'request-id-is-the-clients-own': {
      'request-id-cut: an X-Request-Id is shortened': askingWith('x-request-id', (id) => id.slice(0, 64)),
    },
    'head-is-get-without-a-body': {
      'head-without-etag: HEAD has no ETag and no Link': on(
        (_, { request }) => request.method === 'HEAD',
        withoutHeaders('ETag', 'Link'),
      ),
    },
    'other-methods-are-405': {
      '405-without-allow: a 405 has no Allow': on(405, withoutHeaders('Allow')),
    },
    'accept-is-obeyed refused-writes-store-nothing': {
      'never-406: any Accept gets JSON': askingWith('accept', () => undefined),
    },
    'accept-is-obeyed': {
      'accept-by-any-range: JSON is sent if any range allows it, even if a more specific one has q=0': askingWith(
        'accept',
        (value) => value.replaceAll(/[^,]*;\s*q=0(?:\.0*)?(?=,|$)/g, ''),
      ),
    },
    'unnamed-origins-are-not-allowed': {
      'any-origin: scripts of any origin may read responses': on(
        (_, { request }) => request.headers.origin !== undefined,
        withHeaders({ 'Access-Control-Allow-Origin': '*' }),
      ),
    },
    'an-end-is-announced-a-year-ahead': {
      'sunset-too-soon: the version’s end is announced a month ahead': on(isList, (answer, about) =>
        withHeaders({
          Deprecation: `@${Math.floor(Date.now() / 1000)}`,
          Sunset: new Date(Date.now() + 30 * 24 * 3_600_000).toUTCString(),
        })(answer, about),
      ),
    },
    'an-etag-stands-for-one-body etag-moves-with-the-body': {
      'list-tag-of-ids: the ETag of a list depends only on the ids of its rows': taggedBy((text) => {
        const body: unknown = JSON.parse(text);
        const ids = isObject(body) ? objectsAt(body, 'data').map(({ id }) => toText(id)) : [];
        return ids.length === 0 ? text : ids.join();
      }),
    },
    'bodies-are-compressed-when-asked every-form-of-a-header-on-every-operation': {
      'etag-new-each-time: the ETag changes with every request': taggedBy((text) => text + performance.now()),
    },
    'etag-moves-with-the-body': {
      'tag-of-rows: the ETag of a list depends only on its rows': taggedBy((text) => text.replace(/\],"links".*/, '')),
    },
    'good-answers-have-their-headers': {
      'cache-public: lists may be cached publicly': on(isList, withHeaders({ 'Cache-Control': 'public, max-age=60' })),
    },
    'no-error-is-stored': {
      'errors-may-be-kept: errors have no Cache-Control': on(isError, withoutHeaders('Cache-Control')),
    },
    'pages-need-no-token': {
      'pages-without-tag: the problem pages have no ETag': onPath(/^\/problems/, withoutHeaders('ETag')),
    },
    'every-form-of-a-header-on-every-operation': {
      'if-none-match-strong: a weak tag in If-None-Match matches nothing': askingWith('if-none-match', (value) =>
        value.replaceAll(/W\/"[^"]*"/g, '"-"'),
      ),
      'tag-list-on-gets: If-None-Match with a list of tags matches nothing on a get': askingWith(
        'if-none-match',
        (value, { path }) => (/\/[0-9a-f-]{36}$/.test(path) && value.includes(',') ? undefined : value),
      ),
    },
  }),

  ...makeMutants('rate', {
    'later-refusals-keep-their-word': {
      'later-retry-after-zero: only the first 429 has a useful Retry-After; later ones say 0 s': {
        respond: (respond) => {
          let refusals = 0;
          return async (request) => {
            const answer = await respond(request);
            refusals = answer.status === 429 ? refusals + 1 : 0;
            return refusals > 1 ? { ...answer, headers: { ...answer.headers, 'Retry-After': '0' } } : answer;
          };
        },
      },
    },
    'quota-is-kept-and-given-back': {
      '503: a used-up quota is answered with 503': on(429, asProblem('unavailable')),
      'refused-prolong: every 429 begins a new window': {
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
    },
    'every-answer-has-rate-headers': {
      'no-headers: answers have no RateLimit': on(200, withoutHeaders('RateLimit')),
    },
    'a-used-up-token-limits-no-other reset-is-counted-down': {
      'shared-by-tokens: all tokens share one quota': {
        takeQuota: (take) => (_, quota, request) => take('all', quota, request),
      },
    },
  }),

  ...makeMutants('hostile', {
    'known-bad-queries-are-refused foreign-filters-are-refused': {
      'unknown-parameter: an unknown parameter is ignored': tolerating('unknown_parameter', /^(?!filters)/),
    },
    'hostile-values-do-no-harm no-answer-is-a-500': {
      'nul: a NUL breaks the server': failing(/%00/),
    },
    'known-bad-queries-are-refused': {
      'percent: broken percent-encoding breaks the server': failing(/%(?![0-9a-f]{2})/i),
    },
    'hostile-names-do-no-harm foreign-operators-are-refused foreign-filters-are-refused': {
      'prototype: the names of JavaScript’s own properties break the server': failing(/__proto__|constructor/),
    },
    'hostile-bodies-do-no-harm': {
      'deep-body: a body of deeply nested arrays breaks the server': failingBody(/\[{200}/),
    },
    'hostile-headers-do-no-harm': {
      'commas: a list of empty tags breaks the server': on(
        (_, { request }) => /,{100}/.test(getHeader(request, 'if-none-match') ?? ''),
        asProblem('internal_error'),
      ),
    },
    'every-form-of-a-set-in-every-place': {
      'empty-pair-refused: an empty pair is refused': failing(
        /&&/,
        () => new ProblemError('invalid_request', 'A parameter has no name.'),
      ),
    },
  }),
] as const;
