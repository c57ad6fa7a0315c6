import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Answer,
  readId,
  type JsonObject,
  ProblemError,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { asProblem, on, withHeaders, withJson, withoutHeaders, withStatus } from './answers.js';
import { makeMutants } from './mutant.js';

const slow = (): Promise<void> => wait(120);
const isReplay = ({ headers }: Answer): boolean => 'Idempotency-Replayed' in headers;
const withoutSpaces = (bytes: Buffer): Buffer => Buffer.from(bytes.toString().replace(/\s/g, ''));

export const idempotencyMutants = makeMutants('idempotency', {
  'WRITE-7': {
    'key-ignored: a repeated request creates a second project': { keyScopeOf: () => randomUUID() },
    'other-body-replayed: another body under the same key gets the first answer': { isSameRequest: () => true },
    'bodies-compared-by-meaning: a body that differs only in whitespace gets the first answer': {
      isSameRequest: (before, now) => sound.isSameRequest(withoutSpaces(before), withoutSpaces(now)),
    },
    'bodies-compared-composed: a body that differs only in Unicode normalization gets the first answer': {
      isSameRequest: (before, now) => before.toString().normalize('NFC') === now.toString().normalize('NFC'),
    },
    'lengths-compared: bodies of the same length count as the same': {
      isSameRequest: (before, now) => before.length === now.length,
    },
    'replay-unmarked: replays have no Idempotency-Replayed': on(isReplay, withoutHeaders('Idempotency-Replayed')),
    'first-marked: the first answer also has Idempotency-Replayed': {
      finishedWrite: (answer, { headers }) =>
        headers['idempotency-key'] === undefined ? answer : withHeaders({ 'Idempotency-Replayed': 'true' })(answer),
    },
    'replay-is-200: a replay has the status 200': on(isReplay, withStatus(200)),
    'replay-of-present: a replay shows the current state of the project': () => {
      const present = new Map<string | null, JsonObject>();
      return {
        stored: ({ after }) => {
          present.set(after.id, after);
          return after;
        },
        ...on(
          isReplay,
          withJson((body) => ({ data: present.get(readId(body['data'])) ?? body['data'] ?? null })),
        ),
      };
    },
    'refusals-keep-key: a refused request uses up its key': { releasesKeys: false },
    'two-at-once: a concurrent repetition creates a second project': { reservesKeys: false, pause: slow },
    'running-without-retry: a 409 has no Retry-After': { ...on(409, withoutHeaders('Retry-After')), pause: slow },
    'reused-is-409: another body under the same key is answered with 409': on(422, asProblem('conflict')),
    'invalid-before-reused: another, invalid body under the same key is answered with 400': {
      isSameRequest: (before, now) => {
        if (sound.readBody(now).body === null) throw new ProblemError('invalid_request', 'The body is not valid JSON.');
        return sound.isSameRequest(before, now);
      },
    },
    'forgotten-after-change: only the last key of a token is remembered': () => {
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
    'key-shared-by-tokens: a key is shared by all tokens': { keyScopeOf: (_, key) => key },
    'quotes-count: quotes are part of a key': { keyOf: (sent) => (/^[\x21-\x7e]{1,255}$/.test(sent) ? sent : null) },
    'case-of-key-ignored: keys are case-insensitive': { keyOf: (sent) => sound.keyOf(sent.toLowerCase()) },
    'end-of-key-ignored: only the first 64 characters of a key count': {
      keyOf: (sent) => sound.keyOf(sent)?.slice(0, 64) ?? null,
    },
    'long-key-taken: a key may have any length': { keyOf: (sent) => (sent === '' ? null : sent) },
    'uuids-only: keys must be uuids': {
      keyOf: (sent) => (/^"?[0-9a-f-]{36}"?$/i.test(sent) ? sound.keyOf(sent) : null),
    },
  },
});
