import { randomUUID } from 'node:crypto';
import { dataOf, type Reply } from '../probe/ask.js';
import { change, countNamed, goodBody, post } from '../probe/projects.js';
import { isObject, type JsonObject, textOf } from '../server/json.js';
import { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, asProblem } from './alterations.js';
import type { Fault } from './fault.js';

const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 120));

const newKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

async function twice(server: SelfTestServer): Promise<readonly [first: Reply, second: Reply]> {
  const body = await goodBody(server);
  const headers = newKey();
  return [await post(server, body, headers), await post(server, body, headers)];
}

async function together(server: SelfTestServer): Promise<readonly Reply[]> {
  const body = await goodBody(server);
  const headers = newKey();
  return Promise.all([post(server, body, headers), post(server, body, headers)]);
}

export const idempotencyFaults = [
  {
    id: 'idempotency-key-ignored',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a repeated request makes a second project',
    behaviour: () => ({ keyScopeOf: () => randomUUID() }),
    probe: async (server) => {
      const [first, second] = await twice(server);
      return dataOf(first)['id'] !== dataOf(second)['id'];
    },
  },
  {
    id: 'idempotency-other-body-replayed',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'another body under the same key gets the first answer',
    behaviour: () => ({ isSameRequest: () => true }),
    probe: async (server) => {
      const headers = newKey();
      await post(server, await goodBody(server), headers);
      return (await post(server, await goodBody(server), headers)).status === 201;
    },
  },
  {
    id: 'idempotency-bodies-compared-by-meaning',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a body that differs in its spaces alone gets the first answer',
    behaviour: (sound) => ({
      isSameRequest: (before, now) => {
        const plain = (bytes: Buffer): Buffer => Buffer.from(bytes.toString().replace(/\s/g, ''));
        return sound.isSameRequest(plain(before), plain(now));
      },
    }),
    probe: async (server) => {
      const body = JSON.stringify(await goodBody(server));
      const headers = newKey();
      await post(server, body, headers);
      return (await post(server, ` ${body}`, headers)).status === 201;
    },
  },
  {
    id: 'idempotency-lengths-compared',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'another body of the same length gets the first answer',
    behaviour: () => ({ isSameRequest: (before, now) => before.length === now.length }),
    probe: async (server) => {
      const headers = newKey();
      await post(server, await goodBody(server), headers);
      return (await post(server, await goodBody(server), headers)).status === 201;
    },
  },
  {
    id: 'idempotency-replay-unmarked',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a repeated answer has no Idempotency-Replayed',
    behaviour: () => ({ replayHeaders: {} }),
    probe: async (server) => (await twice(server))[1].headers['idempotency-replayed'] === undefined,
  },
  {
    id: 'idempotency-first-marked',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'the first answer has Idempotency-Replayed, too',
    behaviour: (sound) => ({
      finishedWrite: (answer, request) => {
        const marked = { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
        return sound.finishedWrite(request.headers['idempotency-key'] === undefined ? answer : marked, request);
      },
    }),
    probe: async (server) => (await twice(server))[0].headers['idempotency-replayed'] === 'true',
  },
  {
    id: 'idempotency-replay-is-200',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a repeated answer has the status 200',
    behaviour: () =>
      answering(
        ({ headers }) => 'Idempotency-Replayed' in headers,
        (answer) => ({ ...answer, status: 200 }),
      ),
    probe: async (server) => (await twice(server))[1].status === 200,
  },
  {
    id: 'idempotency-replay-of-present',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a repeated answer shows the project as it is now',
    behaviour: () => {
      const present = new Map<string, JsonObject>();
      return {
        stored: ({ after }) => {
          present.set(after.id, after);
          return after;
        },
        finished: (answer) => {
          const value: unknown = 'Idempotency-Replayed' in answer.headers ? JSON.parse(String(answer.body)) : null;
          const data = isObject(value) && isObject(value['data']) ? value['data'] : {};
          const now = present.get(typeof data['id'] === 'string' ? data['id'] : '');
          return now === undefined ? answer : { ...answer, body: Buffer.from(JSON.stringify({ data: now })) };
        },
      };
    },
    probe: async (server) => {
      const body = await goodBody(server);
      const headers = newKey();
      const first = await post(server, body, headers);
      await change(server, dataOf(first), { summary: 'later' });
      return dataOf(await post(server, body, headers))['summary'] === 'later';
    },
  },
  {
    id: 'idempotency-refusals-keep-key',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a request that was refused keeps its key',
    behaviour: () => ({ releasesKeys: false }),
    probe: async (server) => {
      const headers = newKey();
      await post(server, {}, headers);
      return (await post(server, await goodBody(server), headers)).status !== 201;
    },
  },
  {
    id: 'idempotency-two-at-once',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'the same request twice at the same time makes two projects',
    behaviour: () => ({ reservesKeys: false, pause: slow }),
    probe: async (server) => {
      const replies = await together(server);
      return (
        new Set(replies.map((reply) => dataOf(reply)['id'])).size === 2 && replies.every(({ status }) => status === 201)
      );
    },
  },
  {
    id: 'idempotency-running-without-retry',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'the 409 of a key that is running has no Retry-After',
    behaviour: () => ({ runningHeaders: {}, pause: slow }),
    probe: async (server) =>
      (await together(server)).some(({ status, headers }) => status === 409 && headers['retry-after'] === undefined),
  },
  {
    id: 'idempotency-reused-is-409',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'another body under the same key is answered with 409',
    behaviour: () =>
      answering(
        ({ status }) => status === 422,
        (answer) => asProblem(answer, 'conflict'),
      ),
    probe: async (server) => {
      const headers = newKey();
      await post(server, await goodBody(server), headers);
      return (await post(server, await goodBody(server), headers)).status === 409;
    },
  },
  {
    id: 'idempotency-invalid-before-reused',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'another body under the same key is answered with 400 if it is invalid',
    behaviour: (sound) => ({
      isSameRequest: (before, now) => {
        if (sound.readBody(now).body === null) throw new Refusal('invalid_request', 'The body is no JSON.');
        return sound.isSameRequest(before, now);
      },
    }),
    probe: async (server) => {
      const headers = newKey();
      await post(server, await goodBody(server), headers);
      return (await post(server, 'not JSON', headers)).status === 400;
    },
  },
  {
    id: 'idempotency-forgotten-after-change',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'only the last key of a token is remembered',
    behaviour: (sound) => {
      const last = new Map<string, number>();
      let uses = 0;
      return {
        keyScopeOf: (token, key) => {
          const name = sound.keyScopeOf(token, key);
          if (last.get(name) !== uses) last.set(name, (uses += 1));
          return `${name} ${uses}`;
        },
      };
    },
    probe: async (server) => {
      const body = await goodBody(server);
      const headers = newKey();
      await post(server, body, headers);
      await post(server, await goodBody(server), newKey());
      await post(server, body, headers);
      return (await countNamed(server, textOf(body['name']))) === 2;
    },
  },
] as const satisfies readonly Fault[];
