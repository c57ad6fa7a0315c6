import { ask, idsOf, list, type Reply, rows } from '../probe/ask.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, ofList, withHeaders, withoutHeaders } from './alterations.js';
import type { Fault } from './fault.js';

const plans = (server: SelfTestServer, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  list(server, 'plans', 'limit=20', { headers });

const withMethod = (server: SelfTestServer, method: string, path = '/api/v1/plans'): Promise<Reply> =>
  ask(server, path, { method });

const statusAt = async (server: SelfTestServer, path: string): Promise<number> => (await ask(server, path)).status;

/** Another path is taken for the one that it resembles. */
const lenientPath = <Name extends string>(
  name: Name,
  summary: string,
  exact: (path: string) => string,
  example: string,
) =>
  ({
    id: `http-${name}`,
    family: 'http',
    rule: 'HTTP-7',
    summary,
    behaviour: (sound) => ({ routeOf: (path) => sound.routeOf(path) ?? sound.routeOf(exact(path)) }),
    probe: async (server) => (await statusAt(server, example)) === 200,
  }) as const satisfies Fault;

const origin = { origin: 'https://app.example.org' };

export const httpFaults = [
  lenientPath('path-case-ignored', 'the case of a path does not matter', (path) => path.toLowerCase(), '/api/v1/Plans'),
  lenientPath(
    'slash-at-end',
    'a slash at the end of a path is passed over',
    (path) => path.replace(/\/$/, ''),
    '/api/v1/plans/',
  ),
  lenientPath('extension', 'a path may end in .json', (path) => path.replace(/\.json$/, ''), '/api/v1/plans.json'),
  lenientPath('double-slash', 'several slashes are one', (path) => path.replace(/\/{2,}/g, '/'), '/api/v1//plans'),
  lenientPath(
    'hyphens',
    'hyphens may stand for the underscores of a path',
    (path) => path.replaceAll('-', '_'),
    '/api/v1/machine-units',
  ),
  lenientPath('encoded-path', 'a path may be percent-encoded', (path) => decodeURIComponent(path), '/api/v1/%70lans'),
  {
    id: 'http-request-id-missing',
    family: 'http',
    rule: 'HTTP-1',
    summary: 'answers have no X-Request-Id',
    behaviour: () =>
      answering(
        ({ status }) => status === 200,
        (answer) => withoutHeaders(answer, 'X-Request-Id'),
      ),
    probe: async (server) => (await plans(server)).headers['x-request-id'] === undefined,
  },
  {
    id: 'http-request-id-not-taken-over',
    family: 'http',
    rule: 'HTTP-1',
    summary: 'the client’s own X-Request-Id is passed over',
    behaviour: (sound) => ({ requestIdOf: () => sound.requestIdOf(undefined) }),
    probe: async (server) => (await plans(server, { 'x-request-id': 'mine-1' })).headers['x-request-id'] !== 'mine-1',
  },
  {
    id: 'http-request-id-of-any-form',
    family: 'http',
    rule: 'HTTP-1',
    summary: 'an X-Request-Id of any form and length is taken over',
    behaviour: (sound) => ({ requestIdOf: (sent) => sent ?? sound.requestIdOf(sent) }),
    probe: async (server) => (await plans(server, { 'x-request-id': 'a b' })).headers['x-request-id'] === 'a b',
  },
  {
    id: 'http-request-id-cut',
    family: 'http',
    rule: 'HTTP-1',
    summary: 'an X-Request-Id is cut to 64 characters',
    behaviour: (sound) => ({ requestIdOf: (sent) => sound.requestIdOf(sent).slice(0, 64) }),
    probe: async (server) =>
      (await plans(server, { 'x-request-id': 'a'.repeat(100) })).headers['x-request-id']?.length === 64,
  },
  {
    id: 'http-no-head',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'HEAD is not there',
    behaviour: (sound) => ({
      routeOf: (path) => {
        const route = sound.routeOf(path);
        return route && { ...route, methods: route.methods.filter((method) => method !== 'HEAD') };
      },
    }),
    probe: async (server) => (await withMethod(server, 'HEAD')).status === 405,
  },
  {
    id: 'http-head-length-zero',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'the Content-Length of a HEAD is 0',
    behaviour: () => ({
      sent: (answer, { method }) => (method === 'HEAD' ? withHeaders(answer, { 'Content-Length': '0' }) : answer),
    }),
    probe: async (server) => (await withMethod(server, 'HEAD')).headers['content-length'] === '0',
  },
  {
    id: 'http-head-without-etag',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'HEAD has no ETag and no Link',
    behaviour: () =>
      answering(
        (_, { request }) => request.method === 'HEAD',
        (answer) => withoutHeaders(answer, 'ETag', 'Link'),
      ),
    probe: async (server) => (await withMethod(server, 'HEAD')).headers['etag'] === undefined,
  },
  {
    id: 'http-405-without-allow',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'a 405 has no Allow',
    behaviour: () =>
      answering(
        ({ status }) => status === 405,
        (answer) => withoutHeaders(answer, 'Allow'),
      ),
    probe: async (server) => (await withMethod(server, 'DELETE')).headers['allow'] === undefined,
  },
  {
    id: 'http-405-is-404',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'a method that a path does not have gives 404',
    behaviour: () =>
      answering(
        ({ status }) => status === 405,
        (answer) => ({ ...answer, status: 404 }),
      ),
    probe: async (server) => (await withMethod(server, 'DELETE')).status === 404,
  },
  {
    id: 'http-put-is-patch',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'a PUT of a single project is answered as a GET',
    behaviour: (sound) => ({
      routeOf: (path) => {
        const route = sound.routeOf(path);
        const isProject = route?.contract.name === 'projects' && route.kind === 'single';
        return isProject ? { ...route, methods: [...route.methods, 'PUT'] } : route;
      },
    }),
    probe: async (server) => {
      const [id = ''] = idsOf(await rows(server, 'projects', 'limit=1'));
      return (await withMethod(server, 'PUT', `/api/v1/projects/${id}`)).status === 200;
    },
  },
  {
    id: 'http-allow-lies',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'Allow names methods of projects everywhere',
    behaviour: () => ({ allowOf: () => 'GET, HEAD, OPTIONS, POST, PATCH' }),
    probe: async (server) => (await withMethod(server, 'OPTIONS')).headers['allow']?.includes('POST') === true,
  },
  {
    id: 'http-allow-without-head',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'Allow names neither HEAD nor OPTIONS',
    behaviour: (sound) => ({ allowOf: (route) => sound.allowOf(route).replace(', HEAD, OPTIONS', '') }),
    probe: async (server) => (await withMethod(server, 'OPTIONS')).headers['allow'] === 'GET',
  },
  {
    id: 'http-options-200',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'OPTIONS is answered with 200',
    behaviour: () =>
      answering(
        ({ status }, { request }) => status === 204 && request.method === 'OPTIONS',
        (answer) => ({ ...answer, status: 200 }),
      ),
    probe: async (server) => (await withMethod(server, 'OPTIONS')).status === 200,
  },
  {
    id: 'http-never-406',
    family: 'http',
    rule: 'HTTP-4',
    summary: 'any Accept gets JSON',
    behaviour: () => ({ acceptsJson: () => true }),
    probe: async (server) => (await plans(server, { accept: 'text/html' })).status === 200,
  },
  {
    id: 'http-accept-weight-ignored',
    family: 'http',
    rule: 'HTTP-4',
    summary: 'application/json;q=0 is taken for application/json',
    behaviour: (sound) => ({ acceptsJson: (accept) => sound.acceptsJson(accept?.replaceAll(/;\s*q=[\d.]+/gi, '')) }),
    probe: async (server) => (await plans(server, { accept: 'application/json;q=0' })).status === 200,
  },
  {
    id: 'http-accept-plus-json-refused',
    family: 'http',
    rule: 'HTTP-4',
    summary: 'the +json forms are refused',
    behaviour: (sound) => ({
      acceptsJson: (accept) => accept?.includes('+json') !== true && sound.acceptsJson(accept),
    }),
    probe: async (server) => (await plans(server, { accept: 'application/problem+json' })).status === 406,
  },
  {
    id: 'http-accept-application-refused',
    family: 'http',
    rule: 'HTTP-4',
    summary: 'application/* is refused',
    behaviour: (sound) => ({
      acceptsJson: (accept) => accept?.trim() !== 'application/*' && sound.acceptsJson(accept),
    }),
    probe: async (server) => (await plans(server, { accept: 'application/*' })).status === 406,
  },
  {
    id: 'http-accept-needed',
    family: 'http',
    rule: 'HTTP-4',
    summary: 'a request without Accept is refused',
    behaviour: (sound) => ({ acceptsJson: (accept) => accept !== undefined && sound.acceptsJson(accept) }),
    probe: async (server) => (await plans(server)).status === 406,
  },
  {
    id: 'http-not-compressed',
    family: 'http',
    rule: 'HTTP-5',
    summary: 'nothing is compressed',
    behaviour: () => ({ codingFor: () => null }),
    probe: async (server) =>
      (await plans(server, { 'accept-encoding': 'gzip' })).headers['content-encoding'] === undefined,
  },
  {
    id: 'http-no-brotli',
    family: 'http',
    rule: 'HTTP-5',
    summary: 'who asks for brotli alone gets nothing compressed',
    behaviour: (sound) => ({
      codingFor: (accepted, size) => {
        const coding = sound.codingFor(accepted, size);
        return coding === 'br' ? null : coding;
      },
    }),
    probe: async (server) =>
      (await plans(server, { 'accept-encoding': 'br' })).headers['content-encoding'] === undefined,
  },
  {
    id: 'http-compressed-unasked',
    family: 'http',
    rule: 'HTTP-5',
    summary: 'gzip is sent to those who did not ask for it',
    behaviour: (sound) => ({ codingFor: (accepted, size) => sound.codingFor(accepted ?? 'gzip', size) }),
    probe: async (server) => (await plans(server)).headers['content-encoding'] === 'gzip',
  },
  {
    id: 'http-coding-mislabelled',
    family: 'http',
    rule: 'HTTP-5',
    summary: 'a body in brotli is called gzip',
    behaviour: () => ({
      sent: (answer) =>
        answer.headers['Content-Encoding'] === 'br' ? withHeaders(answer, { 'Content-Encoding': 'gzip' }) : answer,
    }),
    probe: async (server) => (await plans(server, { 'accept-encoding': 'br' })).headers['content-encoding'] === 'gzip',
  },
  {
    id: 'http-cors-exposes-little',
    family: 'http',
    rule: 'HTTP-6',
    summary: 'origins that may read see no header but ETag',
    behaviour: (sound) => ({
      corsOf: (request) => {
        const allowed = sound.corsOf(request, request.headers.origin === undefined ? [] : [request.headers.origin]);
        return 'Access-Control-Expose-Headers' in allowed
          ? { ...allowed, 'Access-Control-Expose-Headers': 'ETag' }
          : allowed;
      },
    }),
    probe: async (server) => (await plans(server, origin)).headers['access-control-expose-headers'] === 'ETag',
  },
  {
    id: 'http-sunset-too-soon',
    family: 'http',
    rule: 'VER-1',
    summary: 'the version’s end is announced a month ahead',
    behaviour: () =>
      answering(ofList, (answer) =>
        withHeaders(answer, {
          Deprecation: `@${Math.floor(Date.now() / 1000)}`,
          Sunset: new Date(Date.now() + 30 * 24 * 3_600_000).toUTCString(),
        }),
      ),
    probe: async (server) => (await plans(server)).headers['sunset'] !== undefined,
  },
] as const satisfies readonly Fault[];
