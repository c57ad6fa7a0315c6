import { setTimeout as wait } from 'node:timers/promises';
import {
  getHeader,
  type JsonObject,
  objectsAt,
  type Request,
  toText,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { makeMutants } from './mutant.js';
import { askingWith, changing, storing, toleratingInBody, without, on, withHeaders } from './wraps.js';

// Faults in repeated, concurrent and rendered writes.

/** Changes the rendered descriptions of a project and its steps. */
const rendering = (change: (html: string, markdown: string) => string): Wraps =>
  storing((after) => {
    const render = <Of extends JsonObject>(one: Of): Of => {
      const { description: text, description_rendered: html } = one;
      return typeof text === 'string' ? { ...one, description_rendered: change(toText(html), text) } : one;
    };
    return { ...render(after), steps: objectsAt(after, 'steps').map(render) };
  });

/** Keeps the part of the Markdown that matches, unsanitised. */
const kept = (pattern: RegExp): Wraps => rendering((html, markdown) => html + (markdown.match(pattern) ?? []).join(''));

const idempotencyKey = (request: Request): string | undefined => getHeader(request, 'idempotency-key');

export const repeatedWriteMutants = [
  ...makeMutants('idempotency', {
    'a-key-at-once-makes-one-project': {
      'two-at-once: a concurrent repetition creates a second project': {
        respond: (respond) => {
          const running = new Set<string>();
          return async (request) => {
            const key = idempotencyKey(request);
            if (key === undefined) return respond(request);
            if (running.has(key)) return respond({ ...request, headers: without(request.headers, 'idempotency-key') });
            running.add(key);
            await wait(60);
            return respond(request).finally(() => running.delete(key));
          };
        },
      },
    },
    'another-body-under-a-key-is-422': {
      'other-body-replayed: another body under the same key gets the first answer': {
        respond: (respond) => {
          const bodies = new Map<string, Buffer>();
          return async (request) => {
            const key = idempotencyKey(request) ?? '';
            const answer = await respond({ ...request, body: bodies.get(key) ?? request.body });
            if (key !== '' && answer.status === 201) bodies.set(key, request.body);
            return answer;
          };
        },
      },
    },
    'keys-have-their-form': {
      'refusals-keep-key: a refused request uses up its key': {
        respond: (respond) => {
          const refused = new Map<string, Promise<unknown>>();
          return async (request) => {
            const key = idempotencyKey(request);
            if (key !== undefined && refused.has(key)) return respond({ ...request, body: Buffer.from('-') });
            const answer = await respond(request);
            if (key !== undefined && answer.status === 400) refused.set(key, Promise.resolve());
            return answer;
          };
        },
      },
    },
    'keys-belong-to-their-token': {
      'key-shared-by-tokens: a key is shared by all tokens': {
        respond:
          (respond, { tokens }) =>
          (request) =>
            respond(
              idempotencyKey(request) !== undefined && getHeader(request, 'authorization')?.endsWith(tokens.second)
                ? { ...request, headers: { ...request.headers, authorization: `Bearer ${tokens.full}` } }
                : request,
            ),
      },
    },
  }),

  ...makeMutants('concurrency', {
    'if-match-guards-a-patch': {
      'if-match-ignored: If-Match is ignored': askingWith('if-match', () => undefined),
      'old-tag-answered: the answer to a PATCH has an ETag with which the next If-Match fails': on(
        (answer, { request }) => answer.status === 200 && request.method === 'PATCH',
        withHeaders({ ETag: '"stale"' }),
      ),
    },
    'of-several-patches-one-succeeds': {
      'lost-update: two concurrent changes with the same If-Match both succeed': {
        respond: (respond) => async (request) => {
          const sent = getHeader(request, 'if-match');
          if (sent === undefined || request.method !== 'PATCH') return respond(request);
          const headers = without(request.headers, 'if-match', 'content-type');
          const { ETag } = (await respond({ ...request, method: 'GET', headers, body: Buffer.alloc(0) })).headers;
          await wait(60);
          return respond(sent === ETag ? { ...request, headers: { ...request.headers, 'if-match': '*' } } : request);
        },
      },
    },
  }),

  ...makeMutants('markdown', {
    'markdown-is-sanitised': {
      'tabs-in-addresses: links whose scheme contains a tab or line break are kept': kept(
        /<a href="java[\t\n]script:[^>]*>/g,
      ),
      'handler-kept: event handlers of images are kept': kept(/<img[^>]*onerror[^>]*>/gi),
    },
    'kept-steps-are-rendered-anew': {
      'kept-steps-not-rendered-again: a step that keeps its id also keeps its former rendering': changing(
        (after, before) => ({
          ...after,
          steps: objectsAt(after, 'steps').map((step) => {
            const known = objectsAt(before, 'steps').find(({ id }) => id === step['id']);
            return { ...step, description_rendered: (known ?? step)['description_rendered'] ?? null };
          }),
        }),
      ),
    },
    'markdown-that-becomes-too-large-is-refused': {
      'of-any-size-taken: rendered Markdown may have any size': toleratingInBody('too_large'),
    },
  }),
] as const;
