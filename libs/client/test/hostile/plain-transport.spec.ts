import { describe, expect, it } from '@jest/globals';
import { bookings, createPlainTransport, get, listPage } from '../../src/index.js';
import { oneAnswer, pageAnswer, problemAnswer } from '../../src/testing/mock-answers.js';
import { createMockFetch } from '../../src/testing/mock-fetch.js';
import type { MockScript } from '../../src/testing/mock-fetch.js';
import { errorOf } from '../support/make-client.js';

function plain(script: MockScript) {
  const { fetch, requests } = createMockFetch(script);
  const tokens = ['t1', 't2'];
  const token = () => tokens.shift() ?? '';
  return { requests, transport: createPlainTransport({ baseUrl: 'https://catalogue.example.org', token, fetch }) };
}

describe('a plain transport', () => {
  it('lists and gets', async () => {
    const { transport, requests } = plain([pageAnswer([{ id: 'b1' }], { next: 'c1' }), oneAnswer({ id: 'b1' })]);
    expect(await listPage(transport, bookings, { limit: 1 })).toMatchObject({ data: [{ id: 'b1' }], nextCursor: 'c1' });
    expect((await get(transport, bookings, 'b1')).data).toEqual({ id: 'b1' });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it.each([
    [
      'a 429',
      problemAnswer(429, 'rate_limited', { headers: { 'retry-after': '7' } }),
      { kind: 'rate_limited', retryAfterMs: 7000 },
    ],
    ['a 503', problemAnswer(503, 'unavailable'), { kind: 'api', status: 503 }],
    ['a broken network', new TypeError('fetch failed'), { kind: 'network' }],
  ])('sends once, whatever comes: %s', async (_, answer, expected) => {
    const { transport, requests } = plain([answer]);
    expect(await errorOf(listPage(transport, bookings))).toMatchObject({ attempts: 1, ...expected });
    expect(requests).toHaveLength(1);
  });
});
