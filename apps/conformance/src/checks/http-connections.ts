import { randomUUID } from 'node:crypto';
import { maximumBodyBytes } from '@resource-catalogue/contracts';
import { type Conversation, converse } from '../target/conversation.js';
import { Exchange } from '../target/exchange.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';

interface Said extends Conversation {
  /** The conversation as evidence: the request as sent, and all that came back. */
  readonly exchange: Exchange;
}

/** Sends a request byte by byte. A quota that is used up leaves open what the server would have done. */
async function say(context: CheckContext, spoken: Parameters<typeof converse>[1]): Promise<Said> {
  context.requests += 1;
  const said = await converse(context.target.base, spoken);
  context.need(!said.statuses.includes(429), 'the quota is used up');
  const [method = '', path = ''] = spoken.first.split(' ');
  const request = { method, path, headers: {}, body: spoken.first };
  const exchange = new Exchange(request, said.statuses.at(-1) ?? 0, new Map(), Buffer.from(said.text), said.text, 0);
  return { ...said, exchange };
}

/** The head of a request with the first token, as it is on the wire. */
function headOf({ target }: CheckContext, line: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { Host: target.base.host, Authorization: `Bearer ${target.token}`, ...headers };
  const [method = '', path = ''] = line.split(' ');
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target.path}${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

const list = 'GET /api/v1/spaces?limit=1';

function expectStatuses(said: Said, wanted: readonly number[], why: string): void {
  if (said.statuses.join() !== wanted.join())
    violated(`${why}: ${wanted.join(', ')}`, said.statuses.join(', ') || 'no response', said.exchange);
}

/** Requests that must be refused without their body, which the client has not sent yet. */
const refusedAtOnce: readonly (readonly [status: number, line: string, headers: Record<string, string>])[] = [
  [401, 'POST /api/v1/projects', { Authorization: 'Bearer no-token-at-all' }],
  [404, 'POST /api/v1/nothing', {}],
  [405, 'POST /api/v1/spaces', {}],
  [406, 'POST /api/v1/projects', { Accept: 'text/html' }],
  [413, 'POST /api/v1/projects', { 'Content-Length': String(maximumBodyBytes + 1) }],
  [415, 'POST /api/v1/projects', { 'Content-Type': 'text/plain' }],
];

export const connectionChecks: Checks = {
  'protocols-are-never-switched': onServer(['HTTP-9'], {
    title: 'a request with Upgrade is answered normally and ends its connection; CONNECT opens no tunnel',
    run: async (context) => {
      for (const Upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
        const asked = { Connection: 'Upgrade', Upgrade, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
        const first = `${headOf(context, list, asked)}${headOf(context, list)}`;
        const said = await say(context, { first, responses: 0 });
        expectStatuses(said, [200], `one response, to the request with Upgrade: ${Upgrade}`);
        if (!said.isClosed || !/^connection: close\r$/im.test(said.text))
          violated('Connection: close, and the end of the connection', 'an open connection', said.exchange);
      }
      const tunnel = `CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\nAuthorization: Bearer ${context.target.token}\r\n\r\n`;
      const said = await say(context, { first: tunnel, responses: 1 });
      const switched = said.statuses.find((status) => status < 300);
      if (switched !== undefined) violated('no tunnel', String(switched), said.exchange);
    },
  }),
  'closed-sides-get-their-responses': onServer(['HTTP-9'], {
    title: 'a client that has closed its side gets the responses to all complete requests, in order',
    run: async (context) => {
      const [largest] = [...context.snapshot.values()].sort((a, b) => b.rows.length - a.rows.length);
      const page = `GET /api/v1/${largest?.contract.name ?? 'spaces'}?limit=200`;
      const ids = Array.from({ length: 8 }, (_, index) => `${randomUUID()}-${index}`);
      const first = ids.map((id) => headOf(context, page, { 'X-Request-Id': id })).join('');
      const said = await say(context, { first, closesSide: true, responses: 0 });
      const all = ids.map(() => 200);
      expectStatuses(said, all, 'a response to each request of a client that has closed its side');
      const places = ids.map((id) => said.text.indexOf(id));
      if (
        places.some((place, index) => place < 0 || place < (places[index - 1] ?? 0)) ||
        !said.text.trimEnd().endsWith('}')
      )
        violated('complete responses in the order of their requests', said.text.slice(-200), said.exchange);
    },
  }),
  'bodies-are-asked-for-after-the-checks': onServer(['HTTP-9', 'ERR-4', 'RATE-3'], {
    title: 'Expect: 100-continue is answered with 100 only after all checks that need no body',
    run: async (context) => {
      const json = { 'Content-Type': 'application/json', 'Content-Length': '2', Expect: '100-continue' };
      for (const [status, line, headers] of refusedAtOnce) {
        const said = await say(context, { first: headOf(context, line, { ...json, ...headers }), responses: 1 });
        expectStatuses(said, [status], 'a refusal that needs no body, without 100');
      }
      const first = headOf(context, 'POST /api/v1/projects', json);
      const said = await say(context, { first, afterContinue: '{}', responses: 1 });
      context.need(!said.statuses.includes(403), 'the token may not write projects');
      expectStatuses(said, [100, 400], '100, then the response to the body {}');
    },
  }),
};
