import { describe, expect, it } from '@jest/globals';
import { bookings, createPlainTransport, get, listPage } from '../../src/index.js';
import {
  createMockFetch,
  type MockScript,
  resourceResponse,
  pageResponse,
  problemResponse,
} from '../../src/testing/mock-fetch.js';
import { errorOf } from '../support/make-client.js';

function plain(script: MockScript) {
  const { fetch, requests } = createMockFetch(script);
  const tokens = ['t1', 't2'];
  const token = () => tokens.shift() ?? '';
  return { requests, transport: createPlainTransport({ baseUrl: 'https://catalogue.example.org', token, fetch }) };
}

const message = 'GET https://catalogue.example.org/api/v1/bookings';

describe('a plain transport', () => {
  it('lists and gets, and calls the token function for each request', async () => {
    const { transport, requests } = plain([
      pageResponse([{ id: 'b1' }], { next: 'c1' }),
      resourceResponse({ id: 'b1' }),
    ]);
    expect(await listPage(transport, bookings, { limit: 1 })).toMatchObject({ data: [{ id: 'b1' }], nextCursor: 'c1' });
    expect((await get(transport, bookings, 'b1')).data).toEqual({ id: 'b1' });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('reports the locations and codes of validation errors without quoting values (ERR-2)', async () => {
    const errors = [
      { parameter: 'filters[email][in]', code: 'invalid_value', detail: 'noor is no address.' },
      { pointer: '/tags/0', code: 'too_long', detail: 'noor is too long.' },
    ];
    const body = { code: 'invalid_request', detail: 'See errors.', errors };
    const { transport } = plain([Response.json(body, { status: 400 })]);
    expect(await errorOf(listPage(transport, bookings))).toMatchObject({
      message: `${message} returned 400: See errors. filters[email][in]: invalid_value. /tags/0: too_long.`,
    });
  });

  const limited = problemResponse(429, 'rate_limited', { headers: { 'retry-after': '7' } });
  const absent = new TypeError('fetch failed', { cause: Object.assign(new Error('secret'), { code: 'ENOTFOUND' }) });

  it.each([
    ['a 429', limited, { kind: 'rate_limited', retryAfterMs: 7000 }],
    ['a 503', problemResponse(503, 'unavailable'), { kind: 'api', status: 503 }],
    ['a missing host', absent, { kind: 'network', message: `${message} got no response: ENOTFOUND` }],
  ])('does not retry after %s', async (_, response, expected) => {
    const { transport, requests } = plain([response]);
    expect(await errorOf(listPage(transport, bookings))).toMatchObject({ attempts: 1, ...expected });
    expect(requests).toHaveLength(1);
  });
});
