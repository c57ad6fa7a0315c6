import { randomUUID } from 'node:crypto';
import { ask } from '../probe/ask.js';
import { change, create, created, pathOf, read } from '../probe/projects.js';
import type { JsonObject } from '../server/json.js';
import { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, asProblem, withHeaders } from './alterations.js';
import type { Fault } from './fault.js';

const stale = '"stale"';

const tagOf = async (server: SelfTestServer, project: JsonObject): Promise<string> =>
  (await ask(server, pathOf(project))).headers['etag'] ?? '';

const matched = async (server: SelfTestServer, header: (etag: string) => string): Promise<number> => {
  const project = await created(server);
  const headers = { 'if-match': header(await tagOf(server, project)) };
  return (await change(server, project, { summary: randomUUID() }, headers)).status;
};

export const concurrencyFaults = [
  {
    id: 'concurrency-if-match-ignored',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'If-Match is passed over',
    behaviour: () => ({ preconditionHolds: () => true }),
    probe: async (server) => (await matched(server, () => stale)) === 200,
  },
  {
    id: 'concurrency-if-match-weak',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'If-Match is compared weakly',
    behaviour: (sound) => ({
      preconditionHolds: (ifMatch, etag) => sound.preconditionHolds(ifMatch.replaceAll('W/', ''), etag),
    }),
    probe: async (server) => (await matched(server, (etag) => `W/${etag}`)) === 200,
  },
  {
    id: 'concurrency-if-match-star-refused',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'If-Match: * never holds',
    behaviour: (sound) => ({
      preconditionHolds: (ifMatch, etag) => ifMatch.trim() !== '*' && sound.preconditionHolds(ifMatch, etag),
    }),
    probe: async (server) => (await matched(server, () => '*')) === 412,
  },
  {
    id: 'concurrency-if-match-one-tag',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'an If-Match of several tags never holds',
    behaviour: (sound) => ({
      preconditionHolds: (ifMatch, etag) => !ifMatch.includes(',') && sound.preconditionHolds(ifMatch, etag),
    }),
    probe: async (server) => (await matched(server, (etag) => `${stale}, ${etag}`)) === 412,
  },
  {
    id: 'concurrency-refused-and-stored',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'a change that is answered with 412 is stored all the same',
    behaviour: () => ({
      leftBehind: (before, { summary = null }, code) =>
        code === 'precondition_failed' && before !== null && summary !== null ? { ...before, summary } : null,
    }),
    probe: async (server) => {
      const project = await created(server);
      await change(server, project, { summary: 'stored' }, { 'if-match': stale });
      return (await read(server, project))['summary'] === 'stored';
    },
  },
  {
    id: 'concurrency-refused-with-409',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'another ETag in If-Match is answered with 409',
    behaviour: () =>
      answering(
        ({ status }) => status === 412,
        (answer) => asProblem(answer, 'conflict'),
      ),
    probe: async (server) => (await matched(server, () => stale)) === 409,
  },
  {
    id: 'concurrency-lost-update',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'of two changes at the same time with the same If-Match both succeed',
    behaviour: () => ({ pause: () => new Promise((resolve) => setTimeout(resolve, 60)) }),
    probe: async (server) => {
      const project = await created(server);
      const headers = { 'if-match': await tagOf(server, project) };
      const changes = ['one', 'two'].map((summary) => change(server, project, { summary }, headers));
      return (await Promise.all(changes)).every(({ status }) => status === 200);
    },
  },
  {
    id: 'concurrency-old-tag-answered',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'the ETag of a PATCH’s answer is one with which the next If-Match fails',
    behaviour: (sound) => ({
      finishedWrite: (answer, request) =>
        request.method === 'PATCH'
          ? withHeaders(answer, { ETag: request.headers['if-match'] ?? stale })
          : sound.finishedWrite(answer, request),
    }),
    probe: async (server) => {
      const project = await created(server);
      const first = await change(server, project, { summary: 'one' });
      const headers = { 'if-match': first.headers['etag'] ?? '' };
      return (await change(server, project, { summary: 'two' }, headers)).status === 412;
    },
  },
  {
    id: 'concurrency-if-match-needed',
    family: 'concurrency',
    rule: 'WRITE-6',
    summary: 'a PATCH without If-Match is answered with 412',
    behaviour: (sound) => ({
      allows: (token, scope, visit) => {
        if (visit.request.method === 'PATCH' && visit.request.headers['if-match'] === undefined)
          throw new Refusal('precondition_failed', 'Send If-Match.');
        return sound.allows(token, scope, visit);
      },
    }),
    probe: async (server) => (await change(server, await created(server), {})).status === 412,
  },
  {
    id: 'concurrency-deleted-before-match',
    family: 'concurrency',
    rule: 'ERR-4',
    summary: 'a state that cannot be reached is told before another ETag',
    behaviour: (sound) => {
      let next: string | null = null;
      return {
        readBody: (bytes) => {
          const reading = sound.readBody(bytes);
          next = reading.body?.['publication_state'] === 'archived' ? 'archived' : null;
          return reading;
        },
        preconditionHolds: (ifMatch, etag) => next === 'archived' || sound.preconditionHolds(ifMatch, etag),
      };
    },
    probe: async (server) =>
      (await change(server, await created(server), { publication_state: 'archived' }, { 'if-match': stale })).status ===
      409,
  },
  {
    id: 'concurrency-creation-checked',
    family: 'concurrency',
    rule: 'WRITE-1',
    summary: 'a POST with If-Match is answered with 412',
    behaviour: (sound) => ({
      allows: (token, scope, visit) => {
        if (visit.request.method === 'POST' && visit.request.headers['if-match'] !== undefined)
          throw new Refusal('precondition_failed', 'There is nothing to match.');
        return sound.allows(token, scope, visit);
      },
    }),
    probe: async (server) => (await create(server, {}, { headers: { 'if-match': stale } })).status === 412,
  },
] as const satisfies readonly Fault[];
