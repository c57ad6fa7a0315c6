import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemCodes, type ProblemCode } from '@resource-catalogue/contracts';
import { type Answer, startTestService, type TestService } from '../support/service.js';
import { expectProblem, errorsOf } from './support/problems.js';

const unknownId = '00000000-0000-7000-8000-000000000000';

/** What makes each check of a read fail, in the order of ERR-4. */
interface Wish {
  token?: 'none' | 'bad' | 'spent' | 'poor';
  method?: 'DELETE';
  accept?: 'text/html';
  collection?: 'nothing';
  query?: 'nonsense=1';
  id?: 'unknown';
}

const checks: readonly { readonly code: ProblemCode; readonly wish: Wish }[] = [
  { code: 'missing_token', wish: { token: 'none' } },
  { code: 'invalid_token', wish: { token: 'bad' } },
  { code: 'rate_limited', wish: { token: 'spent' } },
  { code: 'not_found', wish: { collection: 'nothing' } },
  { code: 'method_not_allowed', wish: { method: 'DELETE' } },
  { code: 'insufficient_scope', wish: { token: 'poor' } },
  { code: 'not_acceptable', wish: { accept: 'text/html' } },
  { code: 'invalid_request', wish: { query: 'nonsense=1' } },
  { code: 'not_found', wish: { id: 'unknown' } },
];

const pairs = checks.flatMap((first, index) =>
  checks
    .slice(index + 1)
    // One request has one token, so two wishes for it cannot be had at once.
    .filter((second) => !(first.wish.token && second.wish.token))
    .map((second) => ({ first, second })),
);

describe('errors', () => {
  let service: TestService;
  let provoked: Partial<Record<ProblemCode, Answer>>;

  beforeAll(async () => {
    service = await startTestService('embedded');
    const poor = await service.newToken({ scopes: ['users:read'], quota: { requests: 1, seconds: 60 } });
    provoked = {
      invalid_request: await service.request('/api/v1/bookings?limit=0'),
      invalid_cursor: await service.request('/api/v1/bookings?cursor=AAAA'),
      missing_token: await service.request('/api/v1/bookings', { token: false }),
      invalid_token: await service.request('/api/v1/bookings', { token: 'rct_wrong' }),
      insufficient_scope: await service.request('/api/v1/bookings', { token: poor.token }),
      rate_limited: await service.request('/api/v1/bookings', { token: poor.token }),
      not_found: await service.request(`/api/v1/bookings/${unknownId}`),
      method_not_allowed: await service.request('/api/v1/bookings', { method: 'PUT' }),
      not_acceptable: await service.request('/api/v1/bookings', { headers: { accept: 'text/html' } }),
    };
  });
  afterAll(() => service.close());

  it('ERR-1, ERR-2, ERR-3: have one form, whatever refuses, and their type is a page that explains them', async () => {
    expect(Object.keys(provoked)).toHaveLength(9);
    for (const [code, answer] of Object.entries(provoked)) {
      const known = Object.keys(problemCodes).find((each): each is ProblemCode => each === code);
      if (!known) throw new Error(`${code} is no code of the interface.`);
      const { type } = expectProblem(answer, known);
      expect(String(type).startsWith(`${service.url}/problems/`)).toBe(true);
      const page = await service.request(String(type).slice(service.url.length), { token: false });
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).toContain(code);
      expect(page.text).toContain(problemCodes[known].title);
    }
  });

  it('ERR-2: name every error of a request at once, each by the parameter as it was sent', async () => {
    const query = [
      'limit=0',
      'sort=nothing',
      'cursor=AAAA',
      'filters[state][in]=open,closed',
      'filters%5Bstarts_at%5D%5Bgt%5D=yesterday',
      'filters[member_id][lt]=2026-03-01',
      'filters[colour][in]=red',
      'filters[canceled_at][lt]=2026-01-01',
      'filters[canceled_at][lt]=2026-01-02',
      'per_page=5',
      'x%ff=1',
    ].join('&');
    const errors = errorsOf(expectProblem(await service.request(`/api/v1/bookings?${query}`), 'invalid_request'));
    expect(errors.map(({ parameter, code }) => `${String(parameter)} ${String(code)}`).sort()).toEqual(
      [
        'limit invalid_value',
        'sort unknown_field',
        'cursor invalid_cursor',
        'filters[state][in] invalid_value',
        'filters[state][in] invalid_value',
        'filters[starts_at][gt] invalid_value',
        'filters[member_id][lt] unknown_operator',
        'filters[colour][in] unknown_field',
        'filters[canceled_at][lt] duplicate',
        'per_page unknown_parameter',
        'x%ff invalid_value',
      ].sort(),
    );
  });

  it('ERR-2, GET-3: name a bad id and every parameter beside it at once', async () => {
    const problem = expectProblem(await service.request('/api/v1/bookings/7?limit=1&fields=id'), 'invalid_request');
    expect(errorsOf(problem).map(({ parameter, code }) => [parameter, code])).toEqual([
      ['id', 'invalid_value'],
      ['limit', 'unknown_parameter'],
      ['fields', 'unknown_parameter'],
    ]);
  });

  it('ERR-4: a bad cursor alone has a code of its own; beside another error it is one of the errors', async () => {
    const alone = expectProblem(await service.request('/api/v1/bookings?cursor='), 'invalid_cursor');
    expect(errorsOf(alone).map(({ parameter, code }) => [parameter, code])).toEqual([['cursor', 'invalid_cursor']]);
    const beside = expectProblem(await service.request('/api/v1/bookings?cursor=&limit=0'), 'invalid_request');
    expect(errorsOf(beside).map(({ code }) => code)).toContain('invalid_cursor');
  });

  it('ERR-3: 405 names the methods in Allow, and only 405 does', () => {
    for (const [code, { headers }] of Object.entries(provoked)) {
      expect(headers['allow']).toBe(code === 'method_not_allowed' ? 'GET, HEAD, OPTIONS' : undefined);
    }
  });

  it('ERR-5: show nothing of the inside', async () => {
    const texts = [
      ...Object.values(provoked).map(({ text }) => text),
      (await service.request('/api/v1/bookings/%zz')).text,
      (await service.request("/api/v1/users?filters[email][in]=a'%20OR%201=1--&sort=created_at;drop")).text,
    ];
    for (const text of texts) {
      expect(text).not.toMatch(/\bat .*:\d+|\.[jt]s\b|node_modules|\/src\/|SELECT|prisma|pg_|stack/i);
      expect(text).not.toContain(service.token);
    }
  });

  it('ERR-2, HTTP-5: a long problem is compressed like any other body', async () => {
    const query = Array.from({ length: 60 }, (_, index) => `p${index}=1`).join('&');
    const answer = await service.request(`/api/v1/bookings?${query}`, { headers: { 'accept-encoding': 'gzip' } });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([400, 'gzip']);
  });

  describe('the order of checks', () => {
    let tokens: Record<NonNullable<Wish['token']> | 'good', string | false>;

    beforeAll(async () => {
      const spent = await service.newToken({ quota: { requests: 1, seconds: 3600 } });
      await service.request('/api/v1/spaces', { token: spent.token });
      const poor = await service.newToken({ scopes: ['users:read'] });
      tokens = { good: service.token, none: false, bad: 'rct_bad', spent: spent.token, poor: poor.token };
    });

    const ask = ({ token, method, accept, collection, query, id }: Wish) =>
      service.request(
        `/api/v1/${collection ?? 'spaces'}${id ? '/00000000-0000-7000-8000-000000000000' : ''}${query ? `?${query}` : ''}`,
        { token: tokens[token ?? 'good'], method: method ?? 'GET', headers: accept ? { accept } : {} },
      );

    it.each(checks)('ERR-4: $code is answered to $wish', async ({ code, wish }) => {
      expectProblem(await ask(wish), code);
    });

    it.each(pairs)('ERR-4: $first.code comes before $second.code ($second.wish)', async ({ first, second }) => {
      const answer = await ask({ ...first.wish, ...second.wish });
      expectProblem(answer, first.code);
      // Not found has two places in the order: the sentence says which of them it is.
      if (first.wish.collection) expect(answer.text).toContain('nothing at this path');
    });

    it('ERR-4: all of them at once are a missing token', async () => {
      const everything = checks.map(({ wish }) => wish).reduce((sum, wish) => ({ ...wish, ...sum }));
      expectProblem(await ask(everything), 'missing_token');
    });
  });
});
