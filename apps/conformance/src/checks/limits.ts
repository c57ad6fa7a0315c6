import { setTimeout as sleep } from 'node:timers/promises';
import { type Checks, onServer } from '../kit/check.js';
import { unknownToken } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import {
  type Budget,
  parseBudget,
  expectInvalidToken,
  expectMissingToken,
  expectProblem,
  expectStatus,
} from '../kit/expect.js';
import { unknownId } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import type { RequestSpec, Exchange } from '../target/exchange.js';

const path = '/api/v1/spaces?limit=1';

/** The largest quota that the checks use up. */
const largestQuota = 200;

/** Several times the default of 600 in 60 s, so that a slow server also reaches its limit. */
const maxRejected = 2000;

/** Requests of all kinds, which all count: lists, gets, errors and 304. */
const kinds: readonly RequestSpec[] = [
  { path },
  { path: '/api/v1/spaces?limit=0' },
  { path: `/api/v1/users/${unknownId}` },
  { path, method: 'HEAD' },
  { path, headers: { 'If-None-Match': '*' } },
  { path: '/api/v1/nothing' },
  { path: '/api/v1/users', method: 'DELETE' },
];

const sendWithToken = (context: CheckContext, token: string, spec: RequestSpec = { path }): Promise<Exchange> =>
  context.send({ ...spec, token, showLimit: true });

function readBudget(exchange: Exchange): Budget {
  const budget = parseBudget(exchange);
  return typeof budget === 'string' ? fail('RateLimit-Policy and RateLimit', budget, exchange) : budget;
}

/** The seconds of Retry-After of a 429. */
function readWait(context: CheckContext, limited: Exchange, why: string): number {
  expectProblem(limited, 'rate_limited', why);
  const text = limited.header('retry-after') ?? 'none';
  if (!/^[0-9]+$/.test(text)) fail('Retry-After in whole seconds', text, limited);
  context.need(Number(text) <= 60, `Retry-After is ${text} s, too long to wait for`);
  return Number(text);
}

/** Waits without requests for a new window of the quota, and returns its first response. */
async function freshWindow(context: CheckContext, token: string): Promise<Exchange> {
  const first = await sendWithToken(context, token);
  const { quota, reset, window } = readBudget(first);
  const isSmall = quota <= largestQuota && window <= 30;
  context.need(isSmall, `the quota of ${quota} in ${window} s is too large to be used up`);
  const wait = first.status === 429 ? readWait(context, first, 'a request above the quota') : reset + 0.1;
  await sleep(wait * 1000);
  const exchange = await sendWithToken(context, token);
  expectStatus(exchange, 200, 'the first request of a new window');
  return exchange;
}

/** Uses up the quota of a token and returns the first 429. Every request before it must count. */
async function useUp(context: CheckContext, token: string): Promise<Exchange> {
  let { remaining } = readBudget(await freshWindow(context, token));
  for (let sent = 1; sent <= largestQuota + 1; sent += 1) {
    const exchange = await sendWithToken(context, token, kinds[sent % kinds.length]);
    if (exchange.status === 429) {
      if (remaining > 0) fail(`${remaining} more requests before a 429`, '429', exchange);
      return exchange;
    }
    const { remaining: left } = readBudget(exchange);
    // More remain only in a new window.
    if (left <= remaining && left !== remaining - 1)
      fail(`r=${remaining - 1} after one more request of any kind, or 429`, `r=${left} (${exchange.status})`, exchange);
    remaining = left;
  }
  return fail(`429 after at most ${largestQuota} requests`, 'none', ...context.exchanges.slice(-1));
}

/**
 * The interval of requests around the end of a window, and the maximum drift between the two clocks, in
 * milliseconds.
 */
const [step, drift] = [100, 100];

/** Repeats a request until it succeeds, as early as each 429 promised; returns the time of the last rejected one. */
async function untilGranted(context: CheckContext, token: string, limited: Exchange): Promise<number> {
  let [last, rejected, promised] = [limited, performance.now(), Infinity];
  for (;;) {
    const wait = readWait(context, last, 'a request above the quota') * 1000;
    const isFirst = promised === Infinity;
    promised = Math.min(promised, performance.now() + wait);
    const left = promised - performance.now();
    // A request soon after the first 429, and several around the end of the window.
    await sleep(isFirst ? Math.min(2 * step, left / 2) : left > 11 * step ? left - 11 * step : Math.min(step, left));
    const sent = performance.now();
    const exchange = await sendWithToken(context, token);
    if (exchange.status === 200) return rejected;
    if (exchange.status !== 429 || sent >= promised) {
      const expected = 'a request that succeeds when Retry-After of each former 429 says, despite others in between';
      fail(expected, String(exchange.status), limited, last, exchange);
    }
    [last, rejected] = [exchange, sent];
  }
}

/** Retry-After holds despite requests in between, and no window is shorter than its `w` (RATE-2). */
async function expectPromises(context: CheckContext, token: string, limited: Exchange): Promise<void> {
  const { quota, window } = readBudget(limited);
  const before = await untilGranted(context, token, limited);
  let granted = 1;
  let exchange = await sendWithToken(context, token);
  for (; exchange.status === 200 && granted <= quota; granted += 1) exchange = await sendWithToken(context, token);
  // If only part of the quota is restored at once, the windows are of another kind and have no observable length.
  if (granted !== quota || exchange.status !== 429) return;
  const length = performance.now() - before + Number(exchange.header('retry-after')) * 1000;
  if (length < window * 1000 - drift)
    fail(`w of no more than the window, which ended within ${seconds(length)}`, `w=${window}`, exchange);
}

/** The quota in a response, and the times at which its request was sent and the response arrived, in milliseconds. */
export interface QuotaReading {
  readonly sent: number;
  readonly received: number;
  readonly budget: Pick<Budget, 'quota' | 'remaining' | 'reset'>;
}

/** `t` is in whole seconds and may be rounded either way; the rest allows for differences between two clocks. */
const tolerance = 1100;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Finds the contradiction between a later response for a token and the `t` of the first one (RATE-2), as expected and
 * observed; null if there is none. `requests` is the number sent after the first, including the later one.
 */
export function findContradiction(
  { sent, received, budget: { quota, remaining, reset } }: QuotaReading,
  later: QuotaReading,
  requests: number,
): readonly [expected: string, observed: string] | null {
  const [minElapsed, maxElapsed] = [later.sent - received, later.received - sent];
  const { remaining: left, reset: now } = later.budget;
  const after = `r=${left};t=${now} after ${seconds(minElapsed)}`;
  const isNew = left > Math.max(0, remaining - requests);
  // If only part of the quota was restored, the windows are of another kind.
  if (isNew && (left < quota - 1 || maxElapsed >= reset * 1000 - tolerance)) return null;
  if (isNew) return [`no new window before the ${reset} s of t have passed`, after];
  if (minElapsed > reset * 1000 + tolerance)
    return [`a new window after the ${reset} s of t, with r=${quota - 1}`, after];
  const isTooMuch = now * 1000 > reset * 1000 - minElapsed + tolerance;
  const isTooLittle = now * 1000 < reset * 1000 - maxElapsed - tolerance;
  return isTooMuch || isTooLittle ? [`t=${reset} less the ${seconds(minElapsed)} in between`, after] : null;
}

/** Reads the quota from a response that has just arrived. */
function toReading(exchange: Exchange): QuotaReading {
  const received = performance.now();
  return { sent: received - exchange.milliseconds, received, budget: readBudget(exchange) };
}

export const limitChecks: Checks = {
  'quota-is-enforced-and-restored': onServer(['RATE-1', 'RATE-2', 'ERR-3', 'ERR-1'], {
    needs: ['quota-token'],
    title:
      'every request counts, the quota ends in 429, Retry-After is sufficient, and no window is shorter than its w',
    run: async (context) => {
      const { quotaToken: token = '' } = context.given;
      const limited = await useUp(context, token);
      const { remaining } = readBudget(limited);
      if (remaining !== 0) fail('r=0 on a 429', `r=${remaining}`, limited);
      await expectPromises(context, token, limited);
    },
  }),
  'each-token-has-its-own-quota': onServer(['RATE-1', 'ERR-4'], {
    needs: ['quota-token'],
    waits: true,
    title: 'each token has its own quota; a used-up one gets 429 before any other error except 401',
    run: async (context) => {
      const { quotaToken: token = '', secondToken } = context.given;
      const { remaining } = readBudget(await freshWindow(context, token));
      for (let sent = 0; sent < 5; sent += 1) await context.get(path, { showLimit: true });
      const next = await sendWithToken(context, token);
      // A window that has ended meanwhile leaves more, never less.
      const left = next.status === 200 ? readBudget(next).remaining : -1;
      if (left < remaining - 1 && remaining > 0)
        fail(`r=${remaining - 1} after requests of another token`, `r=${left}`, next);
      const wait = readWait(context, await useUp(context, token), 'a request above the quota');
      const end = performance.now() + wait * 1000;
      const mine = await context.get(path, { showLimit: true });
      expectStatus(mine, 200, 'the first token while another one is used up');
      if (secondToken !== undefined) expectStatus(await sendWithToken(context, secondToken), 200, 'the second token');
      for (const spec of kinds.filter((one) => one.path !== path)) {
        const exchange = await sendWithToken(context, token, spec);
        context.need(exchange.status === 429 || performance.now() < end, 'the window has ended meanwhile');
        expectProblem(exchange, 'rate_limited', `429 before the other error of ${spec.path}`);
      }
    },
  }),
  'rejected-tokens-are-limited-by-address': onServer(['RATE-1'], {
    needs: ['burst'],
    alone: true,
    title: 'above the limit of rejected tokens the response is 429 instead of 401, and good tokens still work',
    run: async (context) => {
      let limited: Exchange | undefined;
      for (let sent = 0; sent < maxRejected && !limited; sent += 20) {
        const attempts = Array.from({ length: 20 }, () => sendWithToken(context, unknownToken(context.random)));
        const responses = await Promise.all(attempts);
        limited = responses.find(({ status }) => status === 429);
        for (const response of responses) if (response.status !== 429) expectInvalidToken(response, 'a rejected token');
      }
      // The default is 600 in 60 s; the operator may have set more than the suite should send.
      limited = context.need(limited, `no 429 after ${maxRejected} rejected tokens: the operator may allow more`);
      readWait(context, limited, 'a rejected token above the limit');
      const good = await context.get(path, { showLimit: true });
      expectStatus(good, 200, 'a good token from the same address');
      const none = await context.get(path, { token: null, showLimit: true });
      expectMissingToken(none, 'no credentials, which are not counted');
    },
  }),
  'rate-limit-reset-counts-down': onServer(['RATE-2'], {
    needs: ['quota-token'],
    waits: true,
    title: 't decreases only with time, and a new window begins exactly when it reaches zero',
    run: async (context) => {
      const { quotaToken: token = '' } = context.given;
      const { quota, window } = readBudget(await sendWithToken(context, token));
      const isTelling = quota >= 4 && quota <= largestQuota && window >= 2 && window <= 30;
      context.need(isTelling, `the quota of ${quota} in ${window} s is not one of 4 to ${largestQuota} in 2 to 30 s`);
      // Every window has ended by then, regardless of its t.
      await sleep(window * 1000 + 100);
      const fresh = await sendWithToken(context, token);
      const first = toReading(fresh);
      // Two responses immediately, one within the window and one after it.
      const { reset } = first.budget;
      for (const [index, moment] of [0, 0, Math.max(1.3, reset / 2 - 0.2), reset + 1.3].entries()) {
        await sleep(Math.max(0, first.sent + moment * 1000 - performance.now()));
        const exchange = await sendWithToken(context, token);
        const [expected, observed] = findContradiction(first, toReading(exchange), index + 1) ?? [];
        if (expected !== undefined) fail(expected, `${observed}`, fresh, exchange);
      }
    },
  }),
};
