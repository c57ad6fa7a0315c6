import { setTimeout as wait } from 'node:timers/promises';
import {
  type Behaviour,
  ProblemError,
  type Request,
  soundBehaviour as sound,
} from '@resource-catalogue/reference-server';
import { asProblem, on, withHeaders } from './answers.js';
import { mutantOf } from './mutant.js';

const mutant = mutantOf('concurrency');

/** Some requests fail for their If-Match, whatever the state of the project. */
const failing = (fails: (request: Request, ifMatch: string | undefined) => boolean): Pick<Behaviour, 'allows'> => ({
  allows: (token, scope, context) => {
    if (fails(context.request, context.request.headers['if-match']))
      throw new ProblemError('precondition_failed', 'There is nothing to match.');
    return sound.allows(token, scope, context);
  },
});

export const concurrencyMutants = [
  mutant('if-match-ignored', 'WRITE-6', 'If-Match is passed over', { preconditionHolds: () => true }),
  mutant('if-match-weak', 'WRITE-6', 'If-Match is compared weakly', {
    preconditionHolds: (ifMatch, etag) => sound.preconditionHolds(ifMatch.replaceAll('W/', ''), etag),
  }),
  mutant('if-match-star-refused', 'WRITE-6', 'If-Match: * never holds', {
    preconditionHolds: (ifMatch, etag) => ifMatch.trim() !== '*' && sound.preconditionHolds(ifMatch, etag),
  }),
  mutant('if-match-one-tag', 'WRITE-6', 'an If-Match of several tags never holds', {
    preconditionHolds: (ifMatch, etag) => !ifMatch.includes(',') && sound.preconditionHolds(ifMatch, etag),
  }),
  mutant('refused-and-stored', 'WRITE-6', 'a change that is answered with 412 is stored all the same', {
    leftBehind: (before, { summary = null }, code) =>
      code === 'precondition_failed' && before !== null && summary !== null ? { ...before, summary } : null,
  }),
  mutant('refused-with-409', 'WRITE-6', 'another ETag in If-Match is answered with 409', () =>
    on(412, asProblem('conflict')),
  ),
  mutant('lost-update', 'WRITE-6', 'of two changes at the same time with the same If-Match both succeed', {
    pause: () => wait(60),
  }),
  mutant('old-tag-answered', 'WRITE-6', 'the ETag of a PATCH’s answer is one with which the next If-Match fails', {
    finishedWrite: (answer, { method, headers }) =>
      method === 'PATCH' ? withHeaders({ ETag: headers['if-match'] ?? '"stale"' })(answer) : answer,
  }),
  mutant('if-match-needed', 'WRITE-6', 'a PATCH without If-Match is answered with 412', () =>
    failing(({ method }, ifMatch) => method === 'PATCH' && ifMatch === undefined),
  ),
  mutant('deleted-before-match', 'ERR-4', 'a state that cannot be reached is told before another ETag', () => {
    let next: unknown = null;
    return {
      readBody: (bytes) => {
        const reading = sound.readBody(bytes);
        next = reading.body?.['publication_state'];
        return reading;
      },
      preconditionHolds: (ifMatch, etag) => next === 'archived' || sound.preconditionHolds(ifMatch, etag),
    };
  }),
  mutant('creation-checked', 'WRITE-1', 'a POST with If-Match is answered with 412', () =>
    failing(({ method }, ifMatch) => method === 'POST' && ifMatch !== undefined),
  ),
  mutant('etag-in-seconds', 'HTTP-2', 'the ETag of a project stays when it changes twice in a second', {
    etagOf: (bytes, request) => {
      const body = bytes.toString();
      const [, id] = /^\{"data":\{"id":"([^"]+)"/.exec(body) ?? [];
      const [, updated = ''] = /"updated_at":"([^.]+)[^"]*","created_at":"[^"]+"\}\}$/.exec(body) ?? [];
      return sound.etagOf(id === undefined ? bytes : Buffer.from(`${id} ${updated}`), request);
    },
  }),
];
