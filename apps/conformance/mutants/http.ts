import { randomUUID } from 'node:crypto';
import type { CollectionName } from '@resource-catalogue/contracts';
import { type Answer, type Behaviour, type Route, soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { asProblem, isError, isList, isSingle, on, withHeaders, withoutHeaders, withStatus } from './answers.js';
import { mutantOf } from './mutant.js';

const mutant = mutantOf('http');

/** Another path is taken for the one that it resembles. */
const lenientPath = <Name extends string>(name: Name, summary: string, exact: (path: string) => string) =>
  mutant(name, 'HTTP-7', summary, {
    routeOf: (path) => sound.routeOf(path) ?? sound.routeOf(exact(path)),
  });

/** A header that is not clear is taken as it comes. */
const unclearTaken = <Name extends string>(name: Name, summary: string, header: string) =>
  mutant(name, 'HTTP-9', summary, {
    ambiguousHeadersOf: (request) => sound.ambiguousHeadersOf(request).filter((found) => found !== header),
  });

/** A path has a method that the contract does not give it. */
const methodTaken = (method: string, collection: CollectionName, kind: Route['kind']): Pick<Behaviour, 'routeOf'> => ({
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

/** The tag is that of something else than the body. */
const tagOf = (tagged: (body: string, path: string) => string): Pick<Behaviour, 'etagOf'> => ({
  etagOf: (body, request) => sound.etagOf(Buffer.from(tagged(body.toString(), request.path)), request),
});

export const httpMutants = [
  unclearTaken('two-hosts', 'of two Hosts the first counts', 'host'),
  unclearTaken('two-tokens', 'of two tokens the first counts', 'authorization'),
  unclearTaken('two-types', 'of two media types the first counts', 'content-type'),
  mutant('any-host', 'HTTP-9', 'a Host may be a list', {
    ambiguousHeadersOf: (request) => (request.repeated.length > 0 ? sound.ambiguousHeadersOf(request) : []),
  }),
  lenientPath('path-case-ignored', 'the case of a path does not matter', (path) => path.toLowerCase()),
  lenientPath('slash-at-end', 'a slash at the end of a path is passed over', (path) => path.replace(/\/$/, '')),
  lenientPath('extension', 'a path may end in .json', (path) => path.replace(/\.json$/, '')),
  lenientPath('double-slash', 'several slashes are one', (path) => path.replace(/\/{2,}/g, '/')),
  lenientPath('hyphens', 'hyphens may stand for the underscores of a path', (path) => path.replaceAll('-', '_')),
  lenientPath('encoded-path', 'a path may be percent-encoded', (path) => decodeURIComponent(path)),
  mutant('request-id-missing', 'HTTP-1', 'answers have no X-Request-Id', () => on(200, withoutHeaders('X-Request-Id'))),
  mutant('request-id-not-taken-over', 'HTTP-1', 'the client’s own X-Request-Id is passed over', {
    requestIdOf: () => sound.requestIdOf(undefined),
  }),
  mutant('request-id-of-any-form', 'HTTP-1', 'an X-Request-Id of any form and length is taken over', {
    requestIdOf: (sent) => sent ?? sound.requestIdOf(sent),
  }),
  mutant('request-id-cut', 'HTTP-1', 'an X-Request-Id is cut to 64 characters', {
    requestIdOf: (sent) => sound.requestIdOf(sent).slice(0, 64),
  }),
  mutant('no-head', 'HTTP-3', 'HEAD is not there', {
    routeOf: (path) => {
      const route = sound.routeOf(path);
      return route && { ...route, methods: route.methods.filter((method) => method !== 'HEAD') };
    },
  }),
  mutant('head-length-zero', 'HTTP-3', 'the Content-Length of a HEAD is 0', {
    sent: (answer, { method }) => (method === 'HEAD' ? withHeaders({ 'Content-Length': '0' })(answer) : answer),
  }),
  mutant('head-without-etag', 'HTTP-3', 'HEAD has no ETag and no Link', () =>
    on((_, { request }) => request.method === 'HEAD', withoutHeaders('ETag', 'Link')),
  ),
  mutant('405-without-allow', 'HTTP-3', 'a 405 has no Allow', () => on(405, withoutHeaders('Allow'))),
  mutant('405-is-404', 'HTTP-3', 'a method that a path does not have gives 404', () =>
    on(405, withoutHeaders('Allow'), asProblem('not_found')),
  ),
  mutant('put-is-patch', 'HTTP-3', 'a PUT of a single project is answered as a GET', () =>
    methodTaken('PUT', 'projects', 'single'),
  ),
  mutant('elsewhere-deletes', 'HTTP-3', 'a DELETE of bookings is answered as a list', () =>
    methodTaken('DELETE', 'bookings', 'list'),
  ),
  mutant('allow-lies', 'HTTP-3', 'Allow names methods of projects everywhere', {
    allowOf: () => 'GET, HEAD, OPTIONS, POST, PATCH',
  }),
  mutant('allow-without-head', 'HTTP-3', 'Allow names neither HEAD nor OPTIONS', {
    allowOf: (route) => sound.allowOf(route).replace(', HEAD, OPTIONS', ''),
  }),
  mutant('options-200', 'HTTP-3', 'OPTIONS is answered with 200', () =>
    on(({ status }, { request }) => status === 204 && request.method === 'OPTIONS', withStatus(200)),
  ),

  // Mutants of what client and server agree on: media types, codings, origins, versions.

  mutant('never-406', 'HTTP-4', 'any Accept gets JSON', { acceptsJson: () => true }),
  mutant('accept-weight-ignored', 'HTTP-4', 'application/json;q=0 is taken for application/json', {
    acceptsJson: (accept) => sound.acceptsJson(accept?.replaceAll(/;\s*q=[\d.]+/gi, '')),
  }),
  mutant('accept-plus-json-refused', 'HTTP-4', 'the +json forms are refused', {
    acceptsJson: (accept) => accept?.includes('+json') !== true && sound.acceptsJson(accept),
  }),
  mutant('accept-application-refused', 'HTTP-4', 'application/* is refused', {
    acceptsJson: (accept) => accept?.trim() !== 'application/*' && sound.acceptsJson(accept),
  }),
  mutant('accept-needed', 'HTTP-4', 'a request without Accept is refused', {
    acceptsJson: (accept) => accept !== undefined && sound.acceptsJson(accept),
  }),
  mutant('not-compressed', 'HTTP-5', 'nothing is compressed', { codingFor: () => null }),
  mutant('no-brotli', 'HTTP-5', 'who asks for brotli alone gets nothing compressed', {
    codingFor: (...of) => (sound.codingFor(...of) === 'gzip' ? 'gzip' : null),
  }),
  mutant('compressed-unasked', 'HTTP-5', 'gzip is sent to those who did not ask for it', {
    codingFor: (accepted = 'gzip', size) => sound.codingFor(accepted, size),
  }),
  mutant('coding-mislabelled', 'HTTP-5', 'a body in brotli is called gzip', {
    sent: withHeaders(({ 'Content-Encoding': coding }) => (coding === 'br' ? { 'Content-Encoding': 'gzip' } : {})),
  }),
  mutant('cors-exposes-little', 'HTTP-6', 'origins that may read see no header but ETag', {
    corsOf: (request) => {
      const allowed = sound.corsOf(request, [request.headers.origin ?? '']);
      const name = 'Access-Control-Expose-Headers';
      return name in allowed ? { ...allowed, [name]: 'ETag' } : allowed;
    },
  }),
  mutant('sunset-too-soon', 'VER-1', 'the version’s end is announced a month ahead', () =>
    on(
      isList,
      withHeaders(() => ({
        Deprecation: `@${Math.floor(Date.now() / 1000)}`,
        Sunset: new Date(Date.now() + month).toUTCString(),
      })),
    ),
  ),
  mutant('options-needs-token', 'HTTP-3', 'OPTIONS needs a token', {
    optionsAreFree: ({ request, route }) => sound.credentialsOf(request) !== null && route !== null,
  }),

  // Mutants of ETag, If-None-Match and caching (HTTP-2).

  mutant('etag-weak', 'HTTP-2', 'ETags are weak', { etagOf: (...of) => `W/${sound.etagOf(...of)}` }),
  mutant('etag-missing-on-single', 'HTTP-2', 'a single resource has no ETag', () =>
    on(isSingle, withoutHeaders('ETag')),
  ),
  mutant('etag-of-address', 'HTTP-2', 'the ETag of a project stays when it changes', () =>
    tagOf((body) => /"id":"([^"]+)"/.exec(body)?.[1] ?? body),
  ),
  mutant('etag-forgets-summaries', 'HTTP-2', 'every page of a list that is as long has the same ETag', () =>
    tagOf((body, path) => (body.startsWith('{"data":[') ? path : body)),
  ),
  mutant('etag-new-each-time', 'HTTP-2', 'the ETag is another one each time', { etagOf: () => `"${randomUUID()}"` }),
  mutant('etag-of-coding', 'HTTP-2', 'a compressed body has another ETag', {
    sent: withHeaders(({ ETag, 'Content-Encoding': coding }) =>
      coding === undefined || ETag === undefined ? {} : { ETag: ETag.replace(/"$/, '-gzip"') },
    ),
  }),
  mutant('if-none-match-ignored', 'HTTP-2', 'If-None-Match is passed over', { notModified: () => false }),
  mutant('if-none-match-one-tag', 'HTTP-2', 'a list of tags matches nothing', {
    notModified: (header, etag) => !header.includes(',') && sound.notModified(header, etag),
  }),
  mutant('if-none-match-star', 'HTTP-2', 'If-None-Match: * matches nothing', {
    notModified: (header, etag) => header.trim() !== '*' && sound.notModified(header, etag),
  }),
  mutant('if-none-match-strong', 'HTTP-2', 'a weak tag in If-None-Match matches nothing', {
    notModified: (header, etag) => !header.includes('W/') && sound.notModified(header, etag),
  }),
  mutant('if-none-match-any', 'HTTP-2', 'any tag in If-None-Match leads to 304', {
    notModified: (header) => header.includes('"'),
  }),
  mutant('304-without-tag', 'HTTP-2', 'a 304 has no ETag', () => on(304, withoutHeaders('ETag'))),
  mutant('304-with-body', 'HTTP-2', 'a 304 has a body', {
    transmit: (answer, request, response) => {
      if (answer.status !== 304) sound.transmit(answer, request, response);
      else response.socket?.end(`${head(answer, 'Not Modified')}{"data":[]}`);
    },
  }),
  mutant('head-with-body', 'HTTP-3', 'HEAD is answered with a body', {
    transmit: (answer, request, response) => {
      if (request.method !== 'HEAD' || answer.body === null) sound.transmit(answer, request, response);
      else response.socket?.end(head(answer, 'OK') + answer.body.toString('latin1'));
    },
  }),
  mutant('cache-public', 'HTTP-2', 'lists may be kept by anyone', () =>
    on(isList, withHeaders({ 'Cache-Control': 'public, max-age=60' })),
  ),
  mutant('errors-may-be-kept', 'HTTP-2', 'errors have no Cache-Control', () =>
    on(isError, withoutHeaders('Cache-Control')),
  ),
  mutant('vary-without-authorization', 'HTTP-2', 'Vary does not name Authorization', () =>
    on(isSingle, withHeaders({ Vary: 'Accept-Encoding' })),
  ),
  mutant('no-vary-on-lists', 'HTTP-2', 'lists have no Vary', () => on(isList, withoutHeaders('Vary'))),
];
