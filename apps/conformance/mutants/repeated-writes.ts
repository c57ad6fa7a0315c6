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
import { rewritingHeader, changing, storing, toleratingInBody, without, on, withHeaders } from './wraps.js';

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

export const repeatedWriteMutants = makeMutants({
  'idempotency-concurrent-requests by concurrent-requests-with-a-key-create-one-project': {
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
  'idempotency-other-body-replayed by another-body-with-a-used-key-is-422': {
    respond: (respond) => {
      const bodies = new Map<string, Buffer>();
      return async (request) => {
        const key = idempotencyKey(request) ?? '';
        const response = await respond({ ...request, body: bodies.get(key) ?? request.body });
        if (key !== '' && response.status === 201) bodies.set(key, request.body);
        return response;
      };
    },
  },
  // A rejected request uses up its key.
  'idempotency-rejected-requests-keep-key by idempotency-keys-are-validated': {
    respond: (respond) => {
      const rejected = new Map<string, Promise<unknown>>();
      return async (request) => {
        const key = idempotencyKey(request);
        if (key !== undefined && rejected.has(key)) return respond({ ...request, body: Buffer.from('-') });
        const response = await respond(request);
        if (key !== undefined && response.status === 400) rejected.set(key, Promise.resolve());
        return response;
      };
    },
  },
  'idempotency-key-shared-by-tokens by idempotency-keys-belong-to-a-token': {
    respond:
      (respond, { tokens }) =>
      (request) =>
        respond(
          idempotencyKey(request) !== undefined && getHeader(request, 'authorization')?.endsWith(tokens.second)
            ? { ...request, headers: { ...request.headers, authorization: `Bearer ${tokens.full}` } }
            : request,
        ),
  },
  'concurrency-if-match-ignored by if-match-guards-a-patch': rewritingHeader('if-match', () => undefined),
  // The response to a PATCH has an ETag with which the next If-Match fails.
  'concurrency-old-tag-returned by if-match-guards-a-patch': on(
    (response, { request }) => response.status === 200 && request.method === 'PATCH',
    withHeaders({ ETag: '"stale"' }),
  ),
  'concurrency-lost-update by one-of-concurrent-patches-succeeds': {
    respond: (respond) => async (request) => {
      const sent = getHeader(request, 'if-match');
      if (sent === undefined || request.method !== 'PATCH') return respond(request);
      const headers = without(request.headers, 'if-match', 'content-type');
      const { ETag } = (await respond({ ...request, method: 'GET', headers, body: Buffer.alloc(0) })).headers;
      await wait(60);
      return respond(sent === ETag ? { ...request, headers: { ...request.headers, 'if-match': '*' } } : request);
    },
  },
  // Links whose scheme contains a tab or line break are kept.
  'markdown-tabs-in-addresses by markdown-is-sanitised': kept(/<a href="java[\t\n]script:[^>]*>/g),
  'markdown-handler-kept by markdown-is-sanitised': kept(/<img[^>]*onerror[^>]*>/gi),
  'markdown-kept-steps-not-rendered-again by markdown-is-rendered': changing((after, before) => ({
    ...after,
    steps: objectsAt(after, 'steps').map((step) => {
      const known = objectsAt(before, 'steps').find(({ id }) => id === step['id']);
      return { ...step, description_rendered: (known ?? step)['description_rendered'] ?? null };
    }),
  })),
  'markdown-of-any-size-accepted by oversized-markdown-is-rejected': toleratingInBody('too_large'),
});
