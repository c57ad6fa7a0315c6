import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { ask, idsOf, list, type Reply, rows } from '../probe/ask.js';
import type { Answer } from '../server/http/exchange.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, ofList, ofSingle, withHeaders, withoutHeaders } from './alterations.js';
import type { Fault } from './fault.js';

// Faults of ETag, If-None-Match and caching (HTTP-2).

const plans = (server: SelfTestServer, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  list(server, 'plans', 'limit=20', { headers });

const tagOf = async (server: SelfTestServer, headers?: Readonly<Record<string, string>>): Promise<string> =>
  (await plans(server, headers)).headers['etag'] ?? '';

/** The status of a list asked with what `header` makes of its tag. */
async function revalidated(server: SelfTestServer, header: (etag: string) => string): Promise<number> {
  return (await plans(server, { 'if-none-match': header(await tagOf(server)) })).status;
}

/** All bytes of the answer to one request, as they come. */
function bytesOf(server: SelfTestServer, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    socket.write([...lines, `Host: ${hostname}`, 'Connection: close', '', ''].join('\r\n'));
  });
}

const head = ({ status, headers }: Answer, reason: string): string =>
  [
    `HTTP/1.1 ${status} ${reason}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    '',
  ].join('\r\n');

const single = async (server: SelfTestServer): Promise<string> => {
  const [id = ''] = idsOf(await rows(server, 'projects', 'limit=1&filters[soft_deleted][eq]=false'));
  return `/api/v1/projects/${id}`;
};

export const validatorFaults = [
  {
    id: 'http-etag-weak',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'ETags are weak',
    behaviour: (sound) => ({ etagOf: (body, request) => `W/${sound.etagOf(body, request)}` }),
    probe: async (server) => (await tagOf(server)).startsWith('W/'),
  },
  {
    id: 'http-etag-missing-on-single',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'a single resource has no ETag',
    behaviour: () => answering(ofSingle, (answer) => withoutHeaders(answer, 'ETag')),
    probe: async (server) => (await ask(server, await single(server))).headers['etag'] === undefined,
  },
  {
    id: 'http-etag-of-address',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'the ETag of a project stays when it changes',
    behaviour: (sound) => ({
      etagOf: (body, request) =>
        sound.etagOf(Buffer.from(/"id":"([^"]+)"/.exec(body.toString())?.[1] ?? body.toString()), request),
    }),
    probe: async (server) => {
      const path = await single(server);
      const before = await ask(server, path);
      const after = await ask(server, path, { method: 'PATCH', body: { summary: randomUUID() } });
      return before.headers['etag'] === after.headers['etag'];
    },
  },
  {
    id: 'concurrency-etag-in-seconds',
    family: 'concurrency',
    rule: 'HTTP-2',
    summary: 'the ETag of a project stays when it changes twice in a second',
    behaviour: (sound) => ({
      etagOf: (body, request) => {
        const text = body.toString();
        const id = /^\{"data":\{"id":"([^"]+)"/.exec(text)?.[1];
        const updated = /"updated_at":"([^.]+)[^"]*","created_at":"[^"]+"\}\}$/.exec(text)?.[1];
        return sound.etagOf(id === undefined ? body : Buffer.from(`${id} ${updated ?? ''}`), request);
      },
    }),
    probe: async (server) => {
      const path = await single(server);
      const tags: (string | undefined)[] = [];
      for (let change = 0; change < 6; change += 1) {
        tags.push((await ask(server, path, { method: 'PATCH', body: { summary: randomUUID() } })).headers['etag']);
      }
      return new Set(tags).size < tags.length;
    },
  },
  {
    id: 'http-etag-forgets-summaries',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'every page of a list that is as long has the same ETag',
    behaviour: (sound) => ({
      etagOf: (body, request) =>
        sound.etagOf(body.toString().startsWith('{"data":[') ? Buffer.from(request.path) : body, request),
    }),
    probe: async (server) =>
      (await list(server, 'plans', 'limit=1')).headers['etag'] ===
      (await list(server, 'plans', 'limit=2')).headers['etag'],
  },
  {
    id: 'http-etag-new-each-time',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'the ETag is another one each time',
    behaviour: () => ({ etagOf: () => `"${randomUUID()}"` }),
    probe: async (server) => (await tagOf(server)) !== (await tagOf(server)),
  },
  {
    id: 'http-etag-of-coding',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'a compressed body has another ETag',
    behaviour: () => ({
      sent: (answer) =>
        answer.headers['Content-Encoding'] === undefined || answer.headers['ETag'] === undefined
          ? answer
          : withHeaders(answer, { ETag: answer.headers['ETag'].replace(/"$/, '-gzip"') }),
    }),
    probe: async (server) => (await tagOf(server)) !== (await tagOf(server, { 'accept-encoding': 'gzip' })),
  },
  {
    id: 'write-etag-differs',
    family: 'write',
    rule: 'HTTP-2',
    summary: 'the answer to a write has another ETag than a get of the same project',
    behaviour: (sound) => ({
      finishedWrite: (answer, request) =>
        sound.finishedWrite(withHeaders(answer, { ETag: `"w-${(answer.headers['ETag'] ?? '').slice(1)}` }), request),
    }),
    probe: async (server) => {
      const path = await single(server);
      const written = await ask(server, path, { method: 'PATCH', body: { summary: randomUUID() } });
      return written.headers['etag'] !== (await ask(server, path)).headers['etag'];
    },
  },
  {
    id: 'http-if-none-match-ignored',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'If-None-Match is passed over',
    behaviour: () => ({ notModified: () => false }),
    probe: async (server) => (await revalidated(server, (etag) => etag)) === 200,
  },
  {
    id: 'http-if-none-match-one-tag',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'a list of tags matches nothing',
    behaviour: (sound) => ({ notModified: (header, etag) => !header.includes(',') && sound.notModified(header, etag) }),
    probe: async (server) => (await revalidated(server, (etag) => `"other", ${etag}`)) === 200,
  },
  {
    id: 'http-if-none-match-star',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'If-None-Match: * matches nothing',
    behaviour: (sound) => ({ notModified: (header, etag) => header.trim() !== '*' && sound.notModified(header, etag) }),
    probe: async (server) => (await revalidated(server, () => '*')) === 200,
  },
  {
    id: 'http-if-none-match-strong',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'a weak tag in If-None-Match matches nothing',
    behaviour: (sound) => ({
      notModified: (header, etag) => !header.includes('W/') && sound.notModified(header, etag),
    }),
    probe: async (server) => (await revalidated(server, (etag) => `W/${etag}`)) === 200,
  },
  {
    id: 'http-if-none-match-any',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'any tag in If-None-Match leads to 304',
    behaviour: () => ({ notModified: (header) => header.includes('"') }),
    probe: async (server) => (await revalidated(server, () => '"other"')) === 304,
  },
  {
    id: 'http-304-without-tag',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'a 304 has no ETag',
    behaviour: () =>
      answering(
        ({ status }) => status === 304,
        (answer) => withoutHeaders(answer, 'ETag'),
      ),
    probe: async (server) =>
      (await plans(server, { 'if-none-match': await tagOf(server) })).headers['etag'] === undefined,
  },
  {
    id: 'http-304-with-body',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'a 304 has a body',
    behaviour: (sound) => ({
      transmit: (answer, request, response) => {
        if (answer.status !== 304) sound.transmit(answer, request, response);
        else response.socket?.end(`${head(answer, 'Not Modified')}{"data":[]}`);
      },
    }),
    probe: async (server) => {
      const lines = ['GET /api/v1/plans HTTP/1.1', `Authorization: Bearer ${server.tokens.full}`, 'If-None-Match: *'];
      return (await bytesOf(server, lines)).endsWith('{"data":[]}');
    },
  },
  {
    id: 'http-head-with-body',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'HEAD is answered with a body',
    behaviour: (sound) => ({
      transmit: (answer, request, response) => {
        if (request.method !== 'HEAD' || answer.body === null) sound.transmit(answer, request, response);
        else response.socket?.end(head(answer, 'OK') + answer.body.toString('latin1'));
      },
    }),
    probe: async (server) => {
      const lines = ['HEAD /api/v1/plans?limit=1 HTTP/1.1', `Authorization: Bearer ${server.tokens.full}`];
      return (await bytesOf(server, lines)).endsWith('}');
    },
  },
  {
    id: 'http-cache-public',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'lists may be kept by anyone',
    behaviour: () => answering(ofList, (answer) => withHeaders(answer, { 'Cache-Control': 'public, max-age=60' })),
    probe: async (server) => (await plans(server)).headers['cache-control']?.includes('public') === true,
  },
  {
    id: 'http-errors-may-be-kept',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'errors have no Cache-Control',
    behaviour: () =>
      answering(
        ({ status }) => status >= 400,
        (answer) => withoutHeaders(answer, 'Cache-Control'),
      ),
    probe: async (server) => (await list(server, 'plans', 'limit=0')).headers['cache-control'] === undefined,
  },
  {
    id: 'write-answers-may-be-kept',
    family: 'write',
    rule: 'HTTP-2',
    summary: 'answers to writes may be kept as those to reads',
    behaviour: (sound) => ({
      finishedWrite: (answer, request) =>
        sound.finishedWrite(withHeaders(answer, { 'Cache-Control': 'private, no-cache' }), request),
    }),
    probe: async (server) => {
      const reply = await ask(server, await single(server), { method: 'PATCH', body: {} });
      return reply.headers['cache-control'] === 'private, no-cache';
    },
  },
  {
    id: 'http-vary-without-authorization',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'Vary does not name Authorization',
    behaviour: () => answering(ofSingle, (answer) => withHeaders(answer, { Vary: 'Accept-Encoding' })),
    probe: async (server) => (await ask(server, await single(server))).headers['vary'] === 'Accept-Encoding',
  },
  {
    id: 'http-no-vary-on-lists',
    family: 'http',
    rule: 'HTTP-2',
    summary: 'lists have no Vary',
    behaviour: () => answering(ofList, (answer) => withoutHeaders(answer, 'Vary')),
    probe: async (server) => (await plans(server)).headers['vary'] === undefined,
  },
] as const satisfies readonly Fault[];
