import { ask, idsOf, list, type Reply, rows } from '../probe/ask.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, asProblem, withHeaders, withoutHeaders } from './alterations.js';
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
        (answer) => asProblem(withoutHeaders(answer, 'Allow'), 'not_found'),
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
] as const satisfies readonly Fault[];
