import { setTimeout as wait } from 'node:timers/promises';
import { ProblemError, type Request, soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { asProblem, on, withHeaders } from './answers.js';
import { type Change, makeMutants } from './mutant.js';

/** Fails some requests because of their If-Match, regardless of the state of the project. */
const failing = (fails: (request: Request, ifMatch: string | undefined) => boolean): Change => ({
  allows: (token, scope, context) => {
    if (fails(context.request, context.request.headers['if-match']))
      throw new ProblemError('precondition_failed', 'If-Match does not match.');
    return sound.allows(token, scope, context);
  },
});

export const concurrencyMutants = makeMutants('concurrency', {
  'WRITE-6': {
    'if-match-ignored: If-Match is ignored': { preconditionHolds: () => true },
    'if-match-weak: If-Match is compared weakly': {
      preconditionHolds: (ifMatch, etag) => sound.preconditionHolds(ifMatch.replaceAll('W/', ''), etag),
    },
    'if-match-star-refused: If-Match: * never holds': {
      preconditionHolds: (ifMatch, etag) => ifMatch.trim() !== '*' && sound.preconditionHolds(ifMatch, etag),
    },
    'if-match-one-tag: an If-Match with several tags never holds': {
      preconditionHolds: (ifMatch, etag) => !ifMatch.includes(',') && sound.preconditionHolds(ifMatch, etag),
    },
    'refused-and-stored: a change that is answered with 412 is stored anyway': {
      leftBehind: (before, { summary = null }, code) =>
        code === 'precondition_failed' && before !== null && summary !== null ? { ...before, summary } : null,
    },
    'refused-with-409: an If-Match with another ETag is answered with 409': on(412, asProblem('conflict')),
    'lost-update: two concurrent changes with the same If-Match both succeed': { pause: () => wait(60) },
    'old-tag-answered: the answer to a PATCH has an ETag with which the next If-Match fails': {
      finishedWrite: (answer, { method, headers }) =>
        method === 'PATCH' ? withHeaders({ ETag: headers['if-match'] ?? '"stale"' })(answer) : answer,
    },
    'if-match-needed: a PATCH without If-Match is answered with 412': failing(
      ({ method }, ifMatch) => method === 'PATCH' && ifMatch === undefined,
    ),
  },
  'ERR-4': {
    'deleted-before-match: a forbidden state transition is reported before an If-Match that fails': () => {
      let next: unknown = null;
      return {
        readBody: (bytes) => {
          const reading = sound.readBody(bytes);
          next = reading.body?.['publication_state'];
          return reading;
        },
        preconditionHolds: (ifMatch, etag) => next === 'archived' || sound.preconditionHolds(ifMatch, etag),
      };
    },
  },
  'WRITE-1': {
    'creation-checked: a POST with If-Match is answered with 412': failing(
      ({ method }, ifMatch) => method === 'POST' && ifMatch !== undefined,
    ),
  },
  'HTTP-2': {
    'etag-in-seconds: the ETag of a project stays the same when it changes twice within a second': {
      etagOf: (bytes, request) => {
        const body = bytes.toString();
        const [, id] = /^\{"data":\{"id":"([^"]+)"/.exec(body) ?? [];
        const [, updated = ''] = /"updated_at":"([^.]+)[^"]*","created_at":"[^"]+"\}\}$/.exec(body) ?? [];
        return sound.etagOf(id === undefined ? bytes : Buffer.from(`${id} ${updated}`), request);
      },
    },
  },
});
