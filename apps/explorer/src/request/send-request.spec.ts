import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { sendRequest, toPage } from './send-request.js';

const url = 'http://localhost/api/v1/users';
const never = new AbortController().signal;

afterEach(() => void jest.restoreAllMocks());

/** The page's reading of a response, and the requests sent. */
async function sendFor(outcome: Response | Error, token: string | null = 'rct_a') {
  const sent = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => (outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome)));
  jest.spyOn(performance, 'now').mockReturnValueOnce(10).mockReturnValueOnce(17.4);
  return { reply: await sendRequest(url, token, never), sent: sent.mock.calls };
}

describe('a response', () => {
  it('RATE-2: a response has its remaining quota and its duration', async () => {
    const headers = { 'RateLimit-Policy': '"default";q=600;w=60', RateLimit: '"default";r=598;t=60' };
    const { reply, sent } = await sendFor(Response.json({ data: [] }, { headers }));
    expect(reply).toEqual({
      ok: true,
      body: { data: [] },
      quota: '598 of 600 requests left',
      milliseconds: 7,
    });
    const sentHeaders = { Accept: 'application/json', Authorization: 'Bearer rct_a' };
    expect(sent).toEqual([[url, { headers: sentHeaders, signal: never, credentials: 'omit', cache: 'no-store' }]]);
  });

  it('a request that needs no token is sent without one', async () => {
    const { reply, sent } = await sendFor(Response.json({}), null);
    expect(reply).toMatchObject({ ok: true, quota: null });
    expect(sent[0]?.[1]?.headers).toEqual({ Accept: 'application/json' });
  });

  it('a page has rows and the cursor of the next page', () => {
    const page = { rows: [{ id: 'a' }, {}], next: 'c' };
    expect(toPage({ data: [{ id: 'a' }, null], meta: { next: 'c', limit: 20 } })).toEqual(page);
    expect(toPage({})).toEqual({ rows: [], next: null });
  });
});

describe('an error', () => {
  it('ERR-2: a problem lists every error with its parameter, pointer or header', async () => {
    const errors = [
      { parameter: 'filters[a][in]', code: 'unknown_field', detail: 'Unknown field a.' },
      { pointer: '/name', code: 'required', detail: 'Say it.' },
      { header: 'Host', code: 'duplicate', detail: 'Once.' },
      'nonsense',
    ];
    const shown = { title: 'Invalid request', detail: 'See errors.', code: 'invalid_request' };
    const { reply } = await sendFor(Response.json({ ...shown, request_id: 'r', errors }, { status: 400 }));
    const named = [
      { place: 'filters[a][in]', code: 'unknown_field', detail: 'Unknown field a.' },
      { place: '/name', code: 'required', detail: 'Say it.' },
      { place: 'Host', code: 'duplicate', detail: 'Once.' },
      { place: '', code: '', detail: '' },
    ];
    const failure = { ...shown, status: 400, retryAfter: null, requestId: 'r', errors: named };
    expect(reply).toEqual({ ok: false, failure });
  });

  it('RATE-2: the wait is shown once, because the page counts it down', async () => {
    const detail = 'This token has used up its quota. Try again in 42 s.';
    const limited = (headers: HeadersInit) => Response.json({ detail }, { status: 429, headers });
    const { reply } = await sendFor(limited({ 'Retry-After': '42' }));
    expect(reply).toMatchObject({ failure: { detail: 'This token has used up its quota.', retryAfter: 42 } });
    for (const headers of [{}, { 'Retry-After': 'Wed, 04 Mar 2026 10:00:42 GMT' }])
      expect((await sendFor(limited(headers))).reply).toMatchObject({ failure: { detail, retryAfter: null } });
  });

  it.each([
    [502, '<h1>Bad gateway</h1>'],
    [200, '<p>Log in first.</p>'],
    [200, '"text"'],
    [404, ''],
  ])('a problem may come from a proxy: %d %s', async (status, detail) => {
    const { reply } = await sendFor(new Response(detail, { status, headers: { 'X-Request-Id': 'r' } }));
    const title = 'Not a response from this service';
    expect(reply).toMatchObject({ failure: { status, title, detail, code: null, errors: [], requestId: 'r' } });
  });

  it('a broken connection gives no response', async () => {
    const { reply } = await sendFor(new TypeError('Failed to fetch'));
    const detail = expect.stringContaining('Failed to fetch');
    expect(reply).toMatchObject({ failure: { status: null, title: 'No response', detail } });
  });

  it('an aborted request gives no result', async () => {
    await expect(sendRequest(url, null, AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up');
  });
});
