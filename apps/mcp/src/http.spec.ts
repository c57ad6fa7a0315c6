import { once } from 'node:events';
import type { Server } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ReferenceServer, startReferenceServer } from '@resource-catalogue/reference-server';
import { type HttpResponse, makeClient, type RequestOptions } from '@resource-catalogue/testing/requests';
import { type Call, connect } from '../test/connect.js';
import { createHttpServer } from './http.js';

const seen = new Map<string, number>();
let mock: ReferenceServer;
let server: Server;
let url: string;
beforeAll(async () => {
  mock = await startReferenceServer({
    size: 'poor',
    wraps: {
      respond: (respond) => (request) => {
        const { authorization = '' } = request.headers;
        seen.set(authorization, (seen.get(authorization) ?? 0) + 1);
        return respond(request);
      },
    },
  });
  server = createHttpServer(mock.url, ['127.0.0.1', 'mcp.example.org']).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await mock.close();
});

async function callFor(token: string): Promise<Call> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  return (await connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))).call;
}

it('each call uses the rights of its token, and sends no other', async () => {
  const { full, limited, revoked } = mock.tokens;
  const tokens = [full, limited, revoked];
  const calls = await Promise.all(tokens.map(callFor));
  seen.clear();
  const rounds = Array.from({ length: 20 }, (_, index) => ['machines', 'bookings'][index % 2] ?? '');
  await Promise.all(
    rounds.map(async (collection) => {
      const results = await Promise.all(calls.map((call) => call('list', { collection, limit: 1 })));
      expect(results.map(({ text }) => /^\{"rows"|\(\d+\)/.exec(text)?.[0])).toEqual([
        '{"rows"',
        collection === 'bookings' ? '{"rows"' : '(403)',
        '(401)',
      ]);
    }),
  );
  expect(seen).toEqual(new Map(tokens.map((token) => [`Bearer ${token}`, rounds.length])));
});

describe('a request', () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const send = async ({ headers: more, ...options }: RequestOptions): Promise<HttpResponse> => {
    const client = makeClient(url, mock.tokens.full);
    const response = await client.request('/mcp', {
      method: 'POST',
      body: list,
      headers: { ...headers, ...more },
      ...options,
    });
    await client.close();
    return response;
  };

  it.each<[string, number, RequestOptions]>([
    ['another Host', 403, { headers: { host: 'evil.example' } }],
    ['a Host like a known one', 403, { headers: { host: '127.0.0.1.evil.example' } }],
    ['another Origin', 403, { headers: { origin: 'http://evil.example' } }],
    ['an opaque Origin', 403, { headers: { origin: 'null' } }],
    ['no token', 401, { token: false }],
    ['another scheme', 401, { token: false, headers: { authorization: 'Basic YTpi' } }],
    ['a GET', 405, { method: 'GET', body: '' }],
    ['a preflight', 405, { method: 'OPTIONS', body: '' }],
    ['a long body', 413, { body: list.padEnd(70_000) }],
    ['a long batch', 400, { body: `[${Array.from({ length: 200 }, () => list).join()}]` }],
    ['a body that is not JSON', 400, { body: '{' }],
  ])('is rejected for %s', async (_, status, options) => {
    seen.clear();
    const response = await send(options);
    expect(response.status).toBe(status);
    expect(response.headers['access-control-allow-origin']).toBe(undefined);
    expect(response.text).toContain('"error"');
    expect(seen.size).toBe(0);
  });

  it.each([{}, { host: 'mcp.example.org', origin: 'https://mcp.example.org' }])('is accepted with %j', async (more) => {
    const response = await send({ headers: more });
    expect([response.status, response.text.slice(0, 20)]).toEqual([200, '{"result":{"tools":[']);
  });
});
