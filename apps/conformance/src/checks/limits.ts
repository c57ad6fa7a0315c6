import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../target/exchange.js';
import { inFamily, onServer } from './check.js';
import { expectInvalidToken, expectMissingToken } from './challenge.js';
import { expectPage, expectProblem, expectStatus } from './expect.js';
import { nobody } from './operations.js';
import { expectPromises } from './promises.js';
import { unknownToken } from './tokens.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

interface Budget {
  readonly quota: number;
  readonly window: number;
  readonly remaining: number;
  readonly reset: number;
}

function budgetOf(exchange: Exchange): Budget {
  const policy = /^"default"; *q=(\d+); *w=(\d+)$/.exec(exchange.header('ratelimit-policy') ?? '');
  const limit = /^"default"; *r=(\d+); *t=(\d+)$/.exec(exchange.header('ratelimit') ?? '');
  if (!policy || !limit)
    return violated('RateLimit-Policy and RateLimit', String(exchange.header('ratelimit')), exchange);
  const [quota = 0, window = 0] = policy.slice(1).map(Number);
  const [remaining = 0, reset = 0] = limit.slice(1).map(Number);
  return { quota, window, remaining, reset };
}

/** More than this is no token that was made for being used up. */
const largestQuota = 200;

/** Several times the default of 600 in 60 s, so that a server which answers slowly comes to its limit, too. */
const mostRefused = 2000;

/** Requests of all kinds, of which each counts: lists, gets, errors and 304. */
const kinds = [
  { path: '/api/v1/spaces?limit=1' },
  { path: '/api/v1/spaces?limit=0' },
  { path: `/api/v1/users/${nobody}` },
  { path: '/api/v1/spaces?limit=1', method: 'HEAD' },
  { path: '/api/v1/spaces?limit=1', headers: { 'If-None-Match': '*' } },
  { path: '/api/v1/nothing' },
  { path: '/api/v1/users', method: 'DELETE' },
];

function retryAfter(exchange: Exchange): number {
  const text = exchange.header('retry-after') ?? '';
  if (!/^[0-9]+$/.test(text)) return violated('Retry-After in whole seconds', text === '' ? 'none' : text, exchange);
  return Number(text);
}

/** The budget of the first token, once it has room for so many requests: this suite may have used it up itself. */
async function roomFor(trial: Trial, requests: number): Promise<Budget> {
  const budget = budgetOf(expectPage(await trial.get('/api/v1/spaces?limit=1'), 'the first token').exchange);
  if (budget.remaining >= requests) return budget;
  await sleep(Math.min(120, budget.reset) * 1000 + 100);
  const next = budgetOf(expectPage(await trial.get('/api/v1/spaces?limit=1'), 'the first token').exchange);
  trial.need(next.remaining >= requests, `the first token has room for ${next.remaining} requests only`);
  return next;
}

/** Uses a token up, and answers the first 429. Every answer before it must count. */
async function useUp(trial: Trial, token: string): Promise<Exchange> {
  const fresh = await freshWindow(trial, token);
  let before = budgetOf(fresh).remaining;
  for (let sent = 1; sent <= largestQuota + 1; sent += 1) {
    const exchange = await trial.send({
      ...kinds[sent % kinds.length],
      path: kinds[sent % kinds.length]?.path ?? '',
      token,
      showLimit: true,
    });
    if (exchange.status === 429) {
      if (before > 0) violated(`${before} more requests before a 429`, '429', exchange);
      return exchange;
    }
    const { remaining } = budgetOf(exchange);
    if (before === 0 && remaining === 0) violated('429 when nothing remains', String(exchange.status), exchange);
    if (remaining !== before - 1 && remaining < before)
      violated(`r=${before - 1} after one more request`, `r=${remaining}`, exchange);
    if (remaining === before) violated('a request that counts, whatever it ends in', `r=${remaining} again`, exchange);
    before = remaining;
  }
  return violated(`429 after at most ${largestQuota} requests`, 'none', ...trial.exchanges.slice(-1));
}

/** The first answer of a window: the token is at rest before. */
async function freshWindow(trial: Trial, token: string): Promise<Exchange> {
  const first = await trial.get('/api/v1/spaces?limit=1', { token, showLimit: true });
  const { quota, reset, window } = budgetOf(first);
  trial.need(quota <= largestQuota && window <= 30, `the quota of ${quota} in ${window} s is too large to be used up`);
  if (reset > window) violated(`t within the window of ${window} s`, `t=${reset}`, first);
  if (first.status === 429) await sleep(Math.min(60, retryAfter(first)) * 1000);
  else await sleep(Math.max(0, reset) * 1000 + 100);
  const exchange = await trial.get('/api/v1/spaces?limit=1', { token, showLimit: true });
  expectStatus(exchange, 200, 'the first request of a new window');
  return exchange;
}

export const limitChecks = inFamily('limits', [
  onServer({
    id: 'quota-is-kept-and-given-back',
    rules: ['RATE-1', 'RATE-2', 'ERR-3', 'ERR-1'],
    needs: ['quota-token'],
    title: 'every request counts, the quota ends in 429, Retry-After holds, and no window is shorter than its w',
    run: async (trial) => {
      const { quotaToken: token = '' } = trial.given;
      const limited = await useUp(trial, token);
      expectProblem(limited, 'rate_limited', 'a request above the quota');
      const wait = retryAfter(limited);
      const { remaining, quota, window } = budgetOf(limited);
      if (remaining !== 0) violated('r=0 on a 429', `r=${remaining}`, limited);
      trial.need(wait <= 60, `Retry-After is ${wait} s, too long to be waited for`);
      await expectPromises(trial, token, { limited, wait, quota, window });
    },
  }),
  onServer({
    id: 'other-tokens-take-nothing-from-a-quota',
    rules: ['RATE-1'],
    needs: ['quota-token'],
    alone: true,
    title: 'the requests of one token take nothing from the quota of another',
    run: async (trial) => {
      const { quotaToken: token = '' } = trial.given;
      const ask = () => trial.get('/api/v1/spaces?limit=1', { token, showLimit: true });
      const { remaining, quota } = budgetOf(await freshWindow(trial, token));
      trial.need(remaining >= 2, `a quota of ${quota} leaves nothing to be taken away`);
      for (let sent = 0; sent < 5; sent += 1) await trial.get('/api/v1/spaces?limit=1', { showLimit: true });
      const exchange = await ask();
      expectStatus(exchange, 200, 'the second request of a token, after five of another one');
      // A window that has ended meanwhile leaves more, never less.
      const after = budgetOf(exchange).remaining;
      if (after < remaining - 1) violated(`r=${remaining - 1}`, `r=${after}`, exchange);
    },
  }),
  onServer({
    id: 'later-refusals-keep-their-word',
    rules: ['RATE-2'],
    needs: ['quota-token'],
    title: 'the Retry-After of a later 429 is kept, too: to ask too early does not make the wait longer than it says',
    run: async (trial) => {
      const { quotaToken: token = '' } = trial.given;
      const ask = () => trial.get('/api/v1/spaces?limit=1', { token, showLimit: true });
      const first = retryAfter(await useUp(trial, token));
      trial.need(first <= 60, `Retry-After is ${first} s, too long to be waited for`);
      await sleep(first * 500);
      const later = await ask();
      if (later.status === 200) return;
      expectProblem(later, 'rate_limited', 'a request before Retry-After has passed');
      const wait = retryAfter(later);
      trial.need(wait <= 60, `Retry-After is ${wait} s, too long to be waited for`);
      await sleep(wait * 1000);
      expectStatus(await ask(), 200, `a request ${wait} s later, as Retry-After of the later 429 says`);
    },
  }),
  onServer({
    id: 'a-used-up-token-limits-no-other',
    rules: ['RATE-1', 'ERR-4'],
    needs: ['quota-token'],
    alone: true,
    title: 'a used-up token gets 429 before any other check but 401, and other tokens go on working',
    run: async (trial) => {
      const { quotaToken: token = '', secondToken } = trial.given;
      const before = await roomFor(trial, 30);
      await useUp(trial, token);
      const mine = await trial.get('/api/v1/spaces?limit=1', { showLimit: true });
      expectStatus(mine, 200, 'the first token while another one is used up');
      const after = budgetOf(mine);
      const shared = after.remaining < before.remaining - 3 && after.quota === before.quota;
      if (shared)
        violated(
          `about r=${before.remaining - 1}, since no token uses up another's quota`,
          `r=${after.remaining}`,
          mine,
        );
      if (secondToken !== undefined) {
        expectStatus(
          await trial.get('/api/v1/spaces', { token: secondToken, showLimit: true }),
          200,
          'the second token',
        );
      }
      for (const ask of [
        { path: '/api/v1/nothing' },
        { path: '/api/v1/users', method: 'DELETE' },
        { path: '/api/v1/users?limit=0' },
      ]) {
        expectProblem(
          await trial.send({ ...ask, token, showLimit: true }),
          'rate_limited',
          `429 before what is wrong with ${ask.path}`,
        );
      }
    },
  }),
  onServer({
    id: 'remaining-falls-with-use',
    rules: ['RATE-2', 'RATE-1'],
    alone: true,
    title: 'each request takes one from r, whatever it ends in, and q and w stay',
    run: async (trial) => {
      const first = await roomFor(trial, 15);
      // A large quota may grow again between two requests.
      trial.need(first.quota / first.window <= 50, 'the quota is too large to see single requests in it');
      let before = first;
      for (const ask of kinds) {
        const exchange = await trial.send(ask);
        const now = budgetOf(exchange);
        if (now.quota !== first.quota || now.window !== first.window) {
          violated(`q=${first.quota};w=${first.window}`, `q=${now.quota};w=${now.window}`, exchange);
        }
        // A new window begins again: then nothing can be compared.
        const sameWindow = now.reset <= before.reset && now.remaining <= before.remaining;
        if (sameWindow && now.remaining >= before.remaining)
          violated(`r below ${before.remaining}`, `r=${now.remaining}`, exchange);
        before = now;
      }
      const second = trial.given.secondToken;
      if (second === undefined) return;
      await trial.get('/api/v1/spaces?limit=1', { token: second });
      const mine = await trial.get('/api/v1/spaces?limit=1');
      const now = budgetOf(mine);
      if (now.reset <= before.reset && before.remaining - now.remaining > 1 && before.remaining > now.remaining) {
        violated(`r=${before.remaining - 1}: another token's request is not counted here`, `r=${now.remaining}`, mine);
      }
    },
  }),
  onServer({
    id: 'refused-tokens-are-counted-by-address',
    rules: ['RATE-1'],
    needs: ['burst'],
    alone: true,
    title: 'above the limit of refused tokens the answer is 429 instead of 401, while good tokens go on working',
    run: async (trial) => {
      const refuse = () => trial.get('/api/v1/spaces', { token: unknownToken(trial.random), showLimit: true });
      let limited: Exchange | null = null;
      for (let sent = 0; sent < mostRefused && limited === null; sent += 20) {
        const answers = await Promise.all(Array.from({ length: 20 }, refuse));
        limited = answers.find(({ status }) => status === 429) ?? null;
        for (const answer of answers) if (answer.status !== 429) expectInvalidToken(answer, 'a refused token');
      }
      // 600 in 60 s is the default alone: the operator may have set more than anybody should send.
      limited = trial.need(limited, `no 429 after ${mostRefused} refused tokens: the operator may allow more`);
      expectProblem(limited, 'rate_limited', 'a refused token above the limit');
      retryAfter(limited);
      expectStatus(
        await trial.get('/api/v1/spaces?limit=1', { showLimit: true }),
        200,
        'a good token from the same address',
      );
      expectMissingToken(
        await trial.get('/api/v1/spaces', { token: null, showLimit: true }),
        'no credentials, which are not counted',
      );
    },
  }),
  onServer({
    id: 'refused-tokens-are-first-401',
    rules: ['RATE-1', 'AUTH-2'],
    title: 'requests without credentials are not counted as refused ones',
    run: async (trial) => {
      for (let sent = 0; sent < 10; sent += 1) await trial.get('/api/v1/spaces', { token: null });
      expectInvalidToken(await trial.get('/api/v1/spaces', { token: unknownToken(trial.random) }), 'a refused token');
    },
  }),
]);
