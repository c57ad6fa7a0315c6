import { describe, expect, it } from '@jest/globals';
import { ask, pageOf } from './ask.js';

const never = new AbortController().signal;

/** What the page makes of an answer, and what it has sent. */
async function asked(answer: () => Response | Promise<Response>, token: string | null = 'rct_a') {
  const sent: [string, RequestInit][] = [];
  let time = 0;
  const reply = await ask('http://localhost/api/v1/users', token, never, {
    fetch: async (url, init) => {
      sent.push([url, init]);
      return answer();
    },
    now: () => (time += 7.4),
  });
  return { reply, sent };
}

const problem =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json', ...headers } });

describe('an answer', () => {
  it('comes with what is left of the quota and how long it took', async () => {
    const headers = { 'RateLimit-Policy': '"default";q=600;w=60', RateLimit: '"default";r=598;t=60' };
    const { reply, sent } = await asked(() => new Response('{"data":[]}', { headers }));
    expect(reply).toEqual({ ok: true, body: { data: [] }, quota: { quota: 600, remaining: 598 }, milliseconds: 7 });
    expect(sent).toEqual([
      [
        'http://localhost/api/v1/users',
        {
          headers: { Accept: 'application/json', Authorization: 'Bearer rct_a' },
          ...{ signal: never, credentials: 'omit', cache: 'no-store' },
        },
      ],
    ]);
  });

  it('is asked for without a token where none is needed', async () => {
    const { reply, sent } = await asked(() => new Response('{}'), null);
    expect(reply).toMatchObject({ ok: true, quota: null });
    expect(sent[0]?.[1].headers).toEqual({ Accept: 'application/json' });
  });

  it('has rows and the cursor of the next page', () => {
    expect(pageOf({ data: [{ id: 'a' }, null], meta: { next: 'c', limit: 20 } })).toEqual({
      rows: [{ id: 'a' }, {}],
      next: 'c',
      limit: 20,
    });
    expect(pageOf({})).toEqual({ rows: [], next: null, limit: null });
  });
});

describe('a refusal', () => {
  it('names every error with its place, whether a parameter, a pointer or a header', async () => {
    const errors = [
      { parameter: 'filters[a][in]', code: 'unknown_field', detail: 'There is no a.' },
      { pointer: '/name', code: 'required', detail: 'Say it.' },
      { header: 'Host', code: 'duplicate', detail: 'Once.' },
      'nonsense',
    ];
    const body = { title: 'Invalid request', detail: 'See errors.', code: 'invalid_request', request_id: 'r', errors };
    const { reply } = await asked(problem(400, body));
    expect(reply).toEqual({
      ok: false,
      failure: {
        ...{ status: 400, title: 'Invalid request', detail: 'See errors.', code: 'invalid_request' },
        ...{ retryAfter: null, requestId: 'r' },
        errors: [
          { place: 'filters[a][in]', code: 'unknown_field', detail: 'There is no a.' },
          { place: '/name', code: 'required', detail: 'Say it.' },
          { place: 'Host', code: 'duplicate', detail: 'Once.' },
          { place: '', code: '', detail: '' },
        ],
      },
    });
  });

  it.each([429, 503])('%d says when to ask again', async (status) => {
    const { reply } = await asked(problem(status, { title: 'Later' }, { 'Retry-After': '42' }));
    expect(reply).toMatchObject({ failure: { status, retryAfter: 42 } });
    const dated = await asked(problem(status, { title: 'Later' }, { 'Retry-After': 'Sun, 01 Mar 2026 09:00:00 GMT' }));
    expect(dated.reply).toMatchObject({ failure: { status, retryAfter: null } });
  });

  it.each([
    [502, '<h1>Bad gateway</h1>'],
    [200, '<p>Log in first.</p>'],
    [200, '"text"'],
    [404, ''],
  ])('may come from something between: %d %s', async (status, text) => {
    const { reply } = await asked(() => new Response(text, { status, headers: { 'X-Request-Id': 'r' } }));
    expect(reply).toMatchObject({
      failure: { status, title: 'Not an answer of this service', detail: text, code: null, errors: [], requestId: 'r' },
    });
  });

  it('may be no answer at all', async () => {
    const broken = () => Promise.reject(new TypeError('Failed to fetch'));
    expect((await asked(broken)).reply).toMatchObject({
      failure: { status: null, title: 'No answer', detail: expect.stringContaining('Failed to fetch') },
    });
    expect((await asked(broken, 'rct_\n')).reply).toMatchObject({
      failure: { detail: 'The token has characters that no access token has.' },
    });
  });

  it('is none where the question was given up', async () => {
    const stop = new AbortController();
    const fetch = () => {
      stop.abort();
      return Promise.reject(new Error('aborted'));
    };
    await expect(ask('http://localhost', null, stop.signal, { fetch, now: () => 0 })).rejects.toThrow('aborted');
  });
});
