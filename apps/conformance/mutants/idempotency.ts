import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Answer,
  idOf,
  type JsonObject,
  ProblemError,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { asProblem, on, withHeaders, withJson, withStatus } from './answers.js';
import { mutantOf } from './mutant.js';

const mutant = mutantOf('idempotency');

const slow = (): Promise<void> => wait(120);
const isReplay = ({ headers }: Answer): boolean => 'Idempotency-Replayed' in headers;
const withoutSpaces = (bytes: Buffer): Buffer => Buffer.from(bytes.toString().replace(/\s/g, ''));

export const idempotencyMutants = [
  mutant('key-ignored', 'WRITE-7', 'a repeated request makes a second project', { keyScopeOf: () => randomUUID() }),
  mutant('other-body-replayed', 'WRITE-7', 'another body under the same key gets the first answer', {
    isSameRequest: () => true,
  }),
  mutant('bodies-compared-by-meaning', 'WRITE-7', 'a body that differs in its spaces alone gets the first answer', {
    isSameRequest: (before, now) => sound.isSameRequest(withoutSpaces(before), withoutSpaces(now)),
  }),
  mutant('lengths-compared', 'WRITE-7', 'another body of the same length gets the first answer', {
    isSameRequest: (before, now) => before.length === now.length,
  }),
  mutant('replay-unmarked', 'WRITE-7', 'a repeated answer has no Idempotency-Replayed', { replayHeaders: {} }),
  mutant('first-marked', 'WRITE-7', 'the first answer has Idempotency-Replayed, too', {
    finishedWrite: (answer, { headers }) =>
      headers['idempotency-key'] === undefined ? answer : withHeaders({ 'Idempotency-Replayed': 'true' })(answer),
  }),
  mutant('replay-is-200', 'WRITE-7', 'a repeated answer has the status 200', () => on(isReplay, withStatus(200))),
  mutant('replay-of-present', 'WRITE-7', 'a repeated answer shows the project as it is now', () => {
    const present = new Map<string | null, JsonObject>();
    return {
      stored: ({ after }) => {
        present.set(after.id, after);
        return after;
      },
      ...on(
        isReplay,
        withJson((body) => ({ data: present.get(idOf(body['data'])) ?? body['data'] ?? null })),
      ),
    };
  }),
  mutant('refusals-keep-key', 'WRITE-7', 'a request that was refused keeps its key', { releasesKeys: false }),
  mutant('two-at-once', 'WRITE-7', 'the same request twice at the same time makes two projects', {
    reservesKeys: false,
    pause: slow,
  }),
  mutant('running-without-retry', 'WRITE-7', 'the 409 of a key that is running has no Retry-After', {
    runningHeaders: {},
    pause: slow,
  }),
  mutant('reused-is-409', 'WRITE-7', 'another body under the same key is answered with 409', () =>
    on(422, asProblem('conflict')),
  ),
  mutant('invalid-before-reused', 'WRITE-7', 'another body under the same key is answered with 400 if it is invalid', {
    isSameRequest: (before, now) => {
      if (sound.readBody(now).body === null) throw new ProblemError('invalid_request', 'The body is no JSON.');
      return sound.isSameRequest(before, now);
    },
  }),
  mutant('forgotten-after-change', 'WRITE-7', 'only the last key of a token is remembered', () => {
    const last = new Map<string, number>();
    let uses = 0;
    return {
      keyScopeOf: (token, key) => {
        const name = sound.keyScopeOf(token, key);
        if (last.get(name) !== uses) last.set(name, (uses += 1));
        return `${name} ${uses}`;
      },
    };
  }),

  // Mutants of the form and the reach of an idempotency key (WRITE-7).

  mutant('key-shared-by-tokens', 'WRITE-7', 'the key of one token is that of every token', {
    keyScopeOf: (_, key) => key,
  }),
  mutant('quotes-count', 'WRITE-7', 'a key in quotes is another key', {
    keyOf: (sent) => (/^[\x21-\x7e]{1,255}$/.test(sent) ? sent : null),
  }),
  mutant('case-of-key-ignored', 'WRITE-7', 'the case of a key does not matter', {
    keyOf: (sent) => sound.keyOf(sent.toLowerCase()),
  }),
  mutant('end-of-key-ignored', 'WRITE-7', 'of a long key only the first 64 characters count', {
    keyOf: (sent) => sound.keyOf(sent)?.slice(0, 64) ?? null,
  }),
  mutant('long-key-taken', 'WRITE-7', 'a key may have any length', { keyOf: (sent) => (sent === '' ? null : sent) }),
  mutant('uuids-only', 'WRITE-7', 'a key that is not a uuid is refused', {
    keyOf: (sent) => (/^"?[0-9a-f-]{36}"?$/i.test(sent) ? sound.keyOf(sent) : null),
  }),
];
