import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask, Exchange } from '../target/exchange.js';
import { type Budget, expectInvalidToken, expectMissingToken, expectProblem, expectStatus } from '../kit/expect.js';
import { expectPage } from '../kit/expect-page.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { unknownId } from '../kit/subject.js';
import { unknownToken } from '../kit/choose.js';
import { countdownChecks, askWith, readBudget, largestQuota, path } from './limits-countdown.js';

/**
 * The interval of requests around the end of a window, and the maximum drift between the two clocks, in
 * milliseconds.
 */
const step = 100;
const tolerance = 100;

async function askNow(context: CheckContext, token: string) {
  const sent = performance.now();
  return { sent, exchange: await askWith(context, token) };
}

/** Repeats a request until it succeeds, as the first 429 promised; returns the time of the last refused one. */
async function untilGranted(context: CheckContext, token: string, limited: Exchange): Promise<number> {
  const wait = readWait(context, limited, 'a request above the quota');
  const since = performance.now();
  const promised = since + wait * 1000;
  await sleep(Math.min(2 * step, wait * 500));
  let last = await askNow(context, token);
  let before = last.exchange.status === 429 ? last.sent : since;
  await sleep(Math.max(0, promised - 11 * step - performance.now()));
  while (last.exchange.status === 429 && last.sent < promised) {
    await sleep(Math.min(step, Math.max(1, promised - performance.now())));
    last = await askNow(context, token);
    if (last.exchange.status === 429) before = last.sent;
  }
  if (last.exchange.status !== 200)
    violated(
      `a request that succeeds ${wait} s after the first 429, despite requests in between`,
      String(last.exchange.status),
      limited,
      last.exchange,
    );
  return before;
}

/** Retry-After holds despite requests in between, and no window is shorter than its `w` (RATE-2). */
async function expectPromises(context: CheckContext, token: string, limited: Exchange): Promise<void> {
  const { quota, window } = readBudget(limited);
  const before = await untilGranted(context, token, limited);
  let granted = 1;
  let { exchange } = await askNow(context, token);
  for (; exchange.status === 200 && granted <= quota; granted += 1) ({ exchange } = await askNow(context, token));
  // If only part of the quota is restored at once, the windows are of another kind and have no observable length.
  if (granted !== quota || exchange.status !== 429) return;
  const length = performance.now() - before + Number(exchange.header('retry-after')) * 1000;
  if (length < window * 1000 - tolerance)
    violated(
      `w of no more than the window has, which ended within ${(length / 1000).toFixed(1)} s`,
      `w=${window}`,
      exchange,
    );
}

/** Several times the default of 600 in 60 s, so that a slow server also reaches its limit. */
const maxRefused = 2000;

/** Requests of all kinds, which all count: lists, gets, errors and 304. */
const kinds: readonly Ask[] = [
  { path },
  { path: '/api/v1/spaces?limit=0' },
  { path: `/api/v1/users/${unknownId}` },
  { path, method: 'HEAD' },
  { path, headers: { 'If-None-Match': '*' } },
  { path: '/api/v1/nothing' },
  { path: '/api/v1/users', method: 'DELETE' },
];

function retryAfter(exchange: Exchange): number {
  const text = exchange.header('retry-after') ?? 'none';
  return /^[0-9]+$/.test(text) ? Number(text) : violated('Retry-After in whole seconds', text, exchange);
}

function readWait(context: CheckContext, limited: Exchange, why: string): number {
  expectProblem(limited, 'rate_limited', why);
  const wait = retryAfter(limited);
  context.need(wait <= 60, `Retry-After is ${wait} s, too long to wait for`);
  return wait;
}

/** The budget of the first token once it allows this number of requests; the suite itself may have used it up. */
async function roomFor(context: CheckContext, requests: number): Promise<Budget> {
  const ask = async (): Promise<Budget> => readBudget(expectPage(await context.get(path), 'the first token').exchange);
  const budget = await ask();
  if (budget.remaining >= requests) return budget;
  await sleep(Math.min(120, budget.reset) * 1000 + 100);
  const next = await ask();
  context.need(next.remaining >= requests, `the first token has only ${next.remaining} requests left`);
  return next;
}

/** Uses a token up and returns the first 429. Every response before it must count. */
async function useUp(context: CheckContext, token: string): Promise<Exchange> {
  const fresh = await freshWindow(context, token);
  let before = readBudget(fresh).remaining;
  for (let sent = 1; sent <= largestQuota + 1; sent += 1) {
    const ask = kinds[sent % kinds.length] ?? { path };
    const exchange = await context.send({ ...ask, token, showLimit: true });
    if (exchange.status === 429) {
      if (before > 0) violated(`${before} more requests before a 429`, '429', exchange);
      return exchange;
    }
    const { remaining } = readBudget(exchange);
    if (before === 0 && remaining === 0) violated('429 when nothing remains', String(exchange.status), exchange);
    if (remaining !== before - 1 && remaining < before)
      violated(`r=${before - 1} after one more request`, `r=${remaining}`, exchange);
    if (remaining === before)
      violated('a request that counts, regardless of its response', `r=${remaining} again`, exchange);
    before = remaining;
  }
  return violated(`429 after at most ${largestQuota} requests`, 'none', ...context.exchanges.slice(-1));
}

/** The first response of a window; no request uses the token just before. */
async function freshWindow(context: CheckContext, token: string): Promise<Exchange> {
  const first = await askWith(context, token);
  const { quota, reset, window } = readBudget(first);
  const isSmall = quota <= largestQuota && window <= 30;
  context.need(isSmall, `the quota of ${quota} in ${window} s is too large to be used up`);
  if (reset > window) violated(`t within the window of ${window} s`, `t=${reset}`, first);
  if (first.status === 429) await sleep(Math.min(60, retryAfter(first)) * 1000);
  else await sleep(Math.max(0, reset) * 1000 + 100);
  const exchange = await askWith(context, token);
  expectStatus(exchange, 200, 'the first request of a new window');
  return exchange;
}

export const limitChecks: Checks = {
  'quota-is-kept-and-given-back': onServer(['RATE-1', 'RATE-2', 'ERR-3', 'ERR-1'], {
    needs: ['quota-token'],
    title: 'every request counts, the quota ends in 429, Retry-After holds, and no window is shorter than its w',
    run: async (context) => {
      const { quotaToken: token = '' } = context.given;
      const limited = await useUp(context, token);
      const { remaining } = readBudget(limited);
      if (remaining !== 0) violated('r=0 on a 429', `r=${remaining}`, limited);
      await expectPromises(context, token, limited);
    },
  }),
  'later-refusals-keep-their-word': onServer(['RATE-2'], {
    needs: ['quota-token'],
    waits: true,
    title: 'the Retry-After of a later 429 also holds: early requests do not prolong the wait',
    run: async (context) => {
      const { quotaToken: token = '' } = context.given;
      await sleep(readWait(context, await useUp(context, token), 'a request above the quota') * 500);
      const later = await askWith(context, token);
      if (later.status === 200) return;
      const wait = readWait(context, later, 'a request before Retry-After has passed');
      await sleep(wait * 1000);
      const exchange = await askWith(context, token);
      expectStatus(exchange, 200, `a request ${wait} s later, as Retry-After of the later 429 says`);
    },
  }),
  'a-used-up-token-limits-no-other': onServer(['RATE-1', 'ERR-4'], {
    needs: ['quota-token'],
    waits: true,
    title: 'tokens have quotas of their own; a used-up one gets 429 before any other check except 401',
    run: async (context) => {
      const { quotaToken: token = '', secondToken } = context.given;
      const { remaining, quota } = readBudget(await freshWindow(context, token));
      if (remaining >= 2) {
        for (let sent = 0; sent < 5; sent += 1) await context.get(path, { showLimit: true });
        const exchange = await askWith(context, token);
        // A window that has ended meanwhile leaves more, never less.
        const left = exchange.status === 200 ? readBudget(exchange).remaining : -1;
        if (left < remaining - 1)
          violated(`r=${remaining - 1} of ${quota} after requests of another token`, `r=${left}`, exchange);
      }
      const before = await roomFor(context, 30);
      const sentByOthers = (): number => context.target.requests - context.requests;
      const earlier = sentByOthers();
      await useUp(context, token);
      const others = sentByOthers() - earlier;
      const used = 3 + (others > 0 ? others + context.target.concurrency : 0);
      context.need(before.remaining > used, 'other checks used the first token up meanwhile');
      const mine = await context.get(path, { showLimit: true });
      expectStatus(mine, 200, 'the first token while another one is used up');
      const after = readBudget(mine);
      const expected = `about r=${before.remaining - 1 - others}, since no token uses up another's quota`;
      if (after.remaining < before.remaining - used && after.quota === before.quota)
        violated(expected, `r=${after.remaining}`, mine);
      if (secondToken !== undefined) expectStatus(await askWith(context, secondToken), 200, 'the second token');
      for (const ask of [
        { path: '/api/v1/nothing' },
        { path: '/api/v1/users', method: 'DELETE' },
        { path: '/api/v1/users?limit=0' },
      ]) {
        const exchange = await context.send({ ...ask, token, showLimit: true });
        expectProblem(exchange, 'rate_limited', `429 before the other error of ${ask.path}`);
      }
    },
  }),
  'refused-tokens-are-counted-by-address': onServer(['RATE-1'], {
    needs: ['burst'],
    alone: true,
    title: 'above the limit of refused tokens the response is 429 instead of 401, and good tokens still work',
    run: async (context) => {
      const refuse = () => askWith(context, unknownToken(context.random));
      let limited: Exchange | null = null;
      for (let sent = 0; sent < maxRefused && limited === null; sent += 20) {
        const answers = await Promise.all(Array.from({ length: 20 }, refuse));
        limited = answers.find(({ status }) => status === 429) ?? null;
        for (const answer of answers) if (answer.status !== 429) expectInvalidToken(answer, 'a refused token');
      }
      // The default is 600 in 60 s; the operator may have set more than the suite should send.
      limited = context.need(limited, `no 429 after ${maxRefused} refused tokens: the operator may allow more`);
      expectProblem(limited, 'rate_limited', 'a refused token above the limit');
      retryAfter(limited);
      const good = await context.get(path, { showLimit: true });
      expectStatus(good, 200, 'a good token from the same address');
      const none = await context.get(path, { token: null, showLimit: true });
      expectMissingToken(none, 'no credentials, which are not counted');
    },
  }),
  ...countdownChecks,
};
