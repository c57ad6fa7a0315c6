import { list, type Reply } from '../probe/ask.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, ofList, withHeaders } from './alterations.js';
import { change, created, goodBody, post } from '../probe/projects.js';
import type { Fault } from './fault.js';

// Faults of what client and server agree on: media types, codings, origins, versions.

const plans = (server: SelfTestServer, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  list(server, 'plans', 'limit=20', { headers });

const origin = { origin: 'https://app.example.org' };

export const negotiationFaults = [
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
  ...(['POST', 'PATCH'] as const).map(
    (writing) =>
      ({
        id: `write-accept-ignored-by-${writing === 'POST' ? 'post' : 'patch'}`,
        family: 'write',
        rule: 'HTTP-4',
        summary: `a ${writing} is answered with JSON to those who rule it out`,
        behaviour: (sound) => {
          let asked = '';
          return {
            scopeFor: (route, method) => {
              asked = method;
              return sound.scopeFor(route, method);
            },
            acceptsJson: (accept) => asked === writing || sound.acceptsJson(accept),
          };
        },
        probe: async (server) => {
          const headers = { accept: 'text/html' };
          const reply =
            writing === 'POST'
              ? await post(server, await goodBody(server), headers)
              : await change(server, await created(server), { summary: 'x' }, headers);
          return reply.status !== 406;
        },
      }) as const satisfies Fault,
  ),
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
