import { randomUUID } from 'node:crypto';
import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Answer,
  isObject,
  objectsAt,
  type Route,
  soundBehaviour as sound,
  toText,
} from '@resource-catalogue/reference-server';
import { asProblem, isError, isList, isSingle, on, withHeaders, withoutHeaders, withStatus } from './answers.js';
import { type Change, makeMutants } from './mutant.js';

/** Also routes paths that only resemble a known one. */
const lenientPath = (exact: (path: string) => string): Change => ({
  routeOf: (path) => sound.routeOf(path) ?? sound.routeOf(exact(path)),
});

/** Accepts an ambiguous header. */
const unclearTaken = (header: string): Change => ({
  ambiguousHeadersOf: (request) => sound.ambiguousHeadersOf(request).filter((found) => found !== header),
});

/** Adds a method that the contract does not define to a path. */
const methodTaken = (method: string, collection: CollectionName, kind: Route['kind']): Change => ({
  routeOf: (path) => {
    const route = sound.routeOf(path);
    const concerns = route?.contract.name === collection && route.kind === kind;
    return concerns ? { ...route, methods: [...route.methods, method] } : route;
  },
});

const month = 30 * 24 * 3_600_000;

const head = ({ status, headers }: Answer, reason: string): string =>
  [
    `HTTP/1.1 ${status} ${reason}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    '',
  ].join('\r\n');

const notAccepting = (refused: RegExp): Change => ({
  acceptsJson: (accept) => !refused.test(accept ?? '') && sound.acceptsJson(accept),
});

/** Accepts JSON depending on the weights of all matching ranges, in the order in which they were sent. */
const deciding = (decide: (weights: readonly number[]) => boolean): Change => ({
  acceptsJson: (accept) => {
    const ranges =
      accept?.split(',').filter((range) => /^\s*(?:application\/(?:json|\*)|\*\/\*)\s*(?:;|$)/.test(range)) ?? [];
    const weights = ranges.map((range) => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1));
    return weights.length === 0 ? sound.acceptsJson(accept) : decide(weights);
  },
});

const unmatched = (form: RegExp): Change => ({
  notModified: (header, etag) => !form.test(header.trim()) && sound.notModified(header, etag),
});

/** Computes the ETag from something other than the body. */
const withTag = (tagged: (body: string, path: string) => string): Change => ({
  etagOf: (body, request) => sound.etagOf(Buffer.from(tagged(body.toString(), request.path)), request),
});

export const httpMutants = makeMutants('http', {
  'HTTP-9': {
    'two-hosts: the first of two Host headers is used': unclearTaken('host'),
    'two-tokens: the first of two tokens is used': unclearTaken('authorization'),
    'two-types: the first of two media types is used': unclearTaken('content-type'),
    'any-host: a Host may be a list': {
      ambiguousHeadersOf: (request) => (request.repeated.length > 0 ? sound.ambiguousHeadersOf(request) : []),
    },
  },
  'HTTP-7': {
    'path-case-ignored: paths are case-insensitive': lenientPath((path) => path.toLowerCase()),
    'slash-at-end: a trailing slash in a path is ignored': lenientPath((path) => path.replace(/\/$/, '')),
    'extension: a path may end in .json': lenientPath((path) => path.replace(/\.json$/, '')),
    'double-slash: several slashes count as one': lenientPath((path) => path.replace(/\/{2,}/g, '/')),
    'hyphens: hyphens may replace the underscores of a path': lenientPath((path) => path.replaceAll('-', '_')),
    'encoded-path: a path may be percent-encoded': lenientPath((path) => decodeURIComponent(path)),
  },
  'HTTP-1': {
    'request-id-missing: answers have no X-Request-Id': on(200, withoutHeaders('X-Request-Id')),
    'request-id-not-taken-over: the client’s X-Request-Id is ignored': {
      requestIdOf: () => sound.requestIdOf(undefined),
    },
    'request-id-of-any-form: any X-Request-Id is accepted': { requestIdOf: (sent) => sent ?? sound.requestIdOf(sent) },
    'request-id-cut: an X-Request-Id is shortened': { requestIdOf: (sent) => sound.requestIdOf(sent).slice(0, 64) },
  },
  'HTTP-3': {
    'no-head: HEAD is not supported': {
      routeOf: (path) => {
        const route = sound.routeOf(path);
        return route && { ...route, methods: route.methods.filter((method) => method !== 'HEAD') };
      },
    },
    'head-length-zero: the Content-Length of a HEAD is 0': {
      sent: (answer, { method }) => (method === 'HEAD' ? withHeaders({ 'Content-Length': '0' })(answer) : answer),
    },
    'head-without-etag: HEAD has no ETag and no Link': on(
      (_, { request }) => request.method === 'HEAD',
      withoutHeaders('ETag', 'Link'),
    ),
    '405-without-allow: a 405 has no Allow': on(405, withoutHeaders('Allow')),
    '405-is-404: an unsupported method is answered with 404': on(405, withoutHeaders('Allow'), asProblem('not_found')),
    'put-is-patch: a PUT of a project is answered like a GET': methodTaken('PUT', 'projects', 'single'),
    'elsewhere-deletes: a DELETE of bookings is answered with the list': methodTaken('DELETE', 'bookings', 'list'),
    'allow-lies: Allow names the methods of projects everywhere': { allowOf: () => 'GET, HEAD, OPTIONS, POST, PATCH' },
    'allow-without-head: Allow lacks HEAD': { allowOf: (route) => sound.allowOf(route).replace(', HEAD, OPTIONS', '') },
    'options-200: OPTIONS is answered with 200': on(
      ({ status }, { request }) => status === 204 && request.method === 'OPTIONS',
      withStatus(200),
    ),
    'options-needs-token: OPTIONS needs a token': {
      optionsAreFree: ({ request, route }) => sound.credentialsOf(request) !== null && route !== null,
    },
    'head-with-body: HEAD is answered with a body': {
      transmit: (answer, request, response) => {
        if (request.method !== 'HEAD' || answer.body === null) sound.transmit(answer, request, response);
        else response.socket?.end(head(answer, 'OK') + answer.body.toString('latin1'));
      },
    },
  },
  'HTTP-4': {
    'never-406: any Accept gets JSON': { acceptsJson: () => true },
    'accept-weight-ignored: application/json;q=0 is treated as application/json': {
      acceptsJson: (accept) => sound.acceptsJson(accept?.replaceAll(/;\s*q=[\d.]+/gi, '')),
    },
    'accept-by-any-range: JSON is sent if any matching range allows it, even if a more specific one has q=0': deciding(
      (weights) => weights.some((weight) => weight > 0),
    ),
    'accept-by-first-range: the first range that matches JSON decides': deciding(([first = 1]) => first > 0),
    'accept-by-every-range: JSON is refused if any matching range has q=0': deciding((weights) =>
      weights.every((weight) => weight > 0),
    ),
    'accept-plus-json-refused: +json media types are refused': notAccepting(/\+json/),
    'accept-application-refused: application/* is refused': notAccepting(/^ *application\/\* *$/),
    'accept-needed: a request without Accept is refused': {
      acceptsJson: (accept) => accept !== undefined && sound.acceptsJson(accept),
    },
  },
  'HTTP-5': {
    'not-compressed: nothing is compressed': { codingFor: () => null },
    'no-brotli: br is not supported': { codingFor: (...of) => (sound.codingFor(...of) === 'gzip' ? 'gzip' : null) },
    'compressed-unasked: gzip is sent to clients that did not ask for it': {
      codingFor: (accepted = 'gzip', size) => sound.codingFor(accepted, size),
    },
    'coding-mislabelled: a brotli body is labelled gzip': {
      sent: withHeaders(({ 'Content-Encoding': coding }) => (coding === 'br' ? { 'Content-Encoding': 'gzip' } : {})),
    },
  },
  'HTTP-6': {
    'cors-exposes-little: allowed origins can read no header but ETag': {
      sent: (answer, { headers: { origin } }) =>
        origin === undefined
          ? answer
          : withHeaders({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'ETag' })(answer),
    },
  },
  'VER-1': {
    'sunset-too-soon: the version’s end is announced a month ahead': on(isList, (answer) => {
      const soon = Date.now() + month;
      return withHeaders({ Deprecation: `@${Math.floor(Date.now() / 1000)}`, Sunset: new Date(soon).toUTCString() })(
        answer,
      );
    }),
  },
  'HTTP-2': {
    'etag-weak: ETags are weak': { etagOf: (...of) => `W/${sound.etagOf(...of)}` },
    'etag-missing-on-single: a single resource has no ETag': on(isSingle, withoutHeaders('ETag')),
    'etag-of-address: the ETag of a project is its id': withTag((body) => /"id":"([^"]+)"/.exec(body)?.[1] ?? body),
    'etag-forgets-summaries: the ETag of a list never changes': withTag((body, path) =>
      body.startsWith('{"data":[') ? path : body,
    ),
    'list-tag-of-ids: the ETag of a list depends only on the ids of its rows': withTag((body) => {
      const value: unknown = JSON.parse(body);
      const ids = isObject(value) ? objectsAt(value, 'data').map(({ id }) => toText(id)) : [];
      return ids.length === 0 ? body : ids.join();
    }),
    'etag-of-length: the ETag of a list depends only on its length': withTag((body, path) =>
      body.startsWith('{"data":[') ? `${path} ${body.length}` : body,
    ),
    'etag-new-each-time: the ETag changes with every request': { etagOf: () => `"${randomUUID()}"` },
    'etag-of-coding: a compressed body has another ETag': {
      sent: withHeaders(({ ETag, 'Content-Encoding': coding }) =>
        coding === undefined || ETag === undefined ? {} : { ETag: ETag.replace(/"$/, '-gzip"') },
      ),
    },
    'if-none-match-ignored: If-None-Match is ignored': { notModified: () => false },
    'if-none-match-one-tag: an If-None-Match with a list of tags matches nothing': unmatched(/,/),
    'if-none-match-star: If-None-Match: * matches nothing': unmatched(/^\*$/),
    'if-none-match-strong: a weak tag in If-None-Match matches nothing': unmatched(/W\//),
    'if-none-match-any: any tag in If-None-Match is answered with 304': {
      notModified: (header) => header.includes('"'),
    },
    '304-without-tag: a 304 has no ETag': on(304, withoutHeaders('ETag')),
    '304-with-body: a 304 has a body': {
      transmit: (answer, request, response) => {
        if (answer.status !== 304) sound.transmit(answer, request, response);
        else response.socket?.end(`${head(answer, 'Not Modified')}{"data":[]}`);
      },
    },
    'pages-without-tag: the problem pages have no ETag': on(
      (_, { request }) => request.path.startsWith('/problems'),
      withoutHeaders('ETag'),
    ),
    'pages-may-be-kept: the OpenAPI document may be cached for an hour': on(
      (_, { request }) => request.path === '/openapi.json',
      withHeaders({ 'Cache-Control': 'max-age=3600' }),
    ),
    'cache-public: lists may be cached publicly': on(isList, withHeaders({ 'Cache-Control': 'public, max-age=60' })),
    'errors-may-be-kept: errors have no Cache-Control': on(isError, withoutHeaders('Cache-Control')),
    'vary-without-authorization: Vary lacks Authorization': on(isSingle, withHeaders({ Vary: 'Accept-Encoding' })),
    'no-vary-on-lists: lists have no Vary': on(isList, withoutHeaders('Vary')),
  },
});
