import { afterEach, expect, it, jest } from '@jest/globals';
import { stopClock } from '@resource-catalogue/testing/clock';
import { noneMatch } from './entity-tag.js';
import { Counts } from '../observability/counts.js';
import { HttpResponse, FixedBody } from './send.js';
import { UnchangedResponses } from './unchanged-responses.js';

interface Asked {
  /** The revision of the database at the time of the request; null if unknown. */
  readonly state: string | null;
  readonly tag?: string;
  readonly length?: number;
  /** Milliseconds since the previous request. */
  readonly after?: number;
}

/**
 * Sends the requests in order and reports which responses were built. Each revision of the database gives a
 * different one.
 */
async function madeOf(requests: readonly Asked[], replicas = false) {
  let now: string | null = null;
  const source = { query: () => Promise.resolve([[now]]), snapshot: () => Promise.reject(new Error('unused')) };
  const counts = new Counts();
  const unchanged = new UnchangedResponses({ source, reads: replicas ? { ...source } : source }, counts);
  const made: boolean[] = [];
  const clock = stopClock();
  for (const { state, tag, length = 9, after } of requests) {
    if (after !== undefined) await clock.pass(after);
    now = state;
    const count = made.push(false);
    const ETag = `"${state}"`;
    const body = Buffer.alloc(length, String(state));
    const response = await unchanged.respond('https://example.org/api/v1/spaces', tag, () => {
      made[count - 1] = true;
      const isKnown = noneMatch(tag, ETag);
      return Promise.resolve(
        isKnown ? new HttpResponse(304, { ETag }, null) : new HttpResponse(200, { ETag, 'Content-Type': 'a/b' }, body),
      );
    });
    expect([response.status, response.headers['ETag']]).toEqual([noneMatch(tag, ETag) ? 304 : 200, ETag]);
    const bytes = response.body instanceof FixedBody ? response.body.bytes : response.body;
    expect(bytes).toEqual(response.status === 304 ? null : body);
    if (response.body instanceof FixedBody) expect([response.body.tag, response.body.type]).toEqual([ETag, 'a/b']);
  }
  expect(counts.unchangedResponses).toBe(made.filter((isMade) => !isMade).length);
  return made;
}

afterEach(() => void jest.restoreAllMocks());

const same = { state: '1', tag: '*' };

it.each<[title: string, requests: readonly Asked[], made: string, replicas?: boolean]>([
  ['once per revision of the database', [...'111221'].map((state) => ({ state, tag: '*' })), 'yes no no yes no yes'],
  ['once for requests without a tag', [...'11122'].map((state) => ({ state })), 'yes no no yes no'],
  [
    'once for all headers with the same tag',
    ['"1"', '"2"', 'W/"1"', '"2", "1"', '*'].map((tag) => ({ state: '1', tag })),
    'yes yes no no no',
  ],
  ['each time while the revision is unknown', [null, null, '1', null].map((state) => ({ state })), 'yes yes yes yes'],
  [
    'once per 30 seconds, for what triggers did not report',
    [{ state: '1' }, ...[29_000, 2000, 29_000].map((after) => ({ state: '1', after }))],
    'yes no yes no',
  ],
  ['each time with replicas, which may lag', [same, same, same], 'yes yes yes', true],
  ['each time if it is too long to cache', [1, 2].map(() => ({ state: '1', length: 600_000 })), 'yes yes'],
])('HTTP-2: a response is built %s', async (_, requests, expected, ...[replicas]) => {
  const made = await madeOf(requests, replicas);
  expect(made.map((isMade) => (isMade ? 'yes' : 'no')).join(' ')).toBe(expected);
});
