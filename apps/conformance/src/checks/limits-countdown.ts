import type { CheckContext } from '../kit/context.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../target/exchange.js';
import { type Budget, budgetIn } from '../kit/expect.js';
import { type Checks, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';

export const path = '/api/v1/spaces?limit=1';

export function readBudget(exchange: Exchange): Budget {
  const budget = budgetIn(exchange);
  return typeof budget === 'string' ? violated('RateLimit-Policy and RateLimit', budget, exchange) : budget;
}

/** The largest quota of a token that is meant to be used up. */
export const largestQuota = 200;

export const askWith = (context: CheckContext, token: string): Promise<Exchange> =>
  context.get(path, { token, showLimit: true });

/** The quota in a response, and the times at which its request was sent and the response arrived, in milliseconds. */
export interface Look {
  readonly sent: number;
  readonly answered: number;
  readonly budget: Pick<Budget, 'quota' | 'remaining' | 'reset'>;
}

/** `t` is in whole seconds and may be rounded either way; the rest allows for differences between two clocks. */
const tolerance = 1100;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * The contradiction between a later response for a token and the `t` of the first one (RATE-2), as expected and
 * observed; null if there is none. `requests` is the number sent after the first, including the later one.
 */
export function contradiction(
  { sent, answered, budget: { quota, remaining, reset } }: Look,
  later: Look,
  requests: number,
): readonly [expected: string, observed: string] | null {
  const [least, most] = [later.sent - answered, later.answered - sent];
  const { remaining: left, reset: now } = later.budget;
  const after = `r=${left};t=${now} after ${seconds(least)}`;
  const isNew = left > Math.max(0, remaining - requests);
  // If only part of the quota was restored, the windows are of another kind.
  if (isNew && (left < quota - 1 || most >= reset * 1000 - tolerance)) return null;
  if (isNew) return [`no new window before the ${reset} s of t have passed`, after];
  if (least > reset * 1000 + tolerance) return [`a new window after the ${reset} s of t, with r=${quota - 1}`, after];
  const isTooMuch = now * 1000 > reset * 1000 - least + tolerance;
  const isTooLittle = now * 1000 < reset * 1000 - most - tolerance;
  return isTooMuch || isTooLittle ? [`t=${reset} less the ${seconds(least)} in between`, after] : null;
}

/** Reads the quota from a response that has just arrived. */
function lookAt(exchange: Exchange): Look {
  const answered = performance.now();
  return { sent: answered - exchange.milliseconds, answered, budget: readBudget(exchange) };
}

export const countdownChecks: Checks = {
  'reset-is-counted-down': onServer(['RATE-2'], {
    needs: ['quota-token'],
    waits: true,
    title: 't decreases only with time, and a new window begins exactly when it reaches zero',
    run: async (context) => {
      const { quotaToken: token = '' } = context.given;
      const { quota, window } = readBudget(await askWith(context, token));
      const isTelling = quota >= 4 && quota <= largestQuota && window >= 2 && window <= 30;
      context.need(isTelling, `the quota of ${quota} in ${window} s is not one of 4 to ${largestQuota} in 2 to 30 s`);
      // Every window has ended by then, regardless of its t.
      await sleep(window * 1000 + 100);
      const fresh = await askWith(context, token);
      const first = lookAt(fresh);
      const { reset } = first.budget;
      if (reset > window) violated(`t within the window of ${window} s`, `t=${reset}`, fresh);
      // Two responses immediately, one within the window and one after it.
      for (const [index, moment] of [0, 0, Math.max(1.3, reset / 2 - 0.2), reset + 1.3].entries()) {
        await sleep(Math.max(0, first.sent + moment * 1000 - performance.now()));
        const exchange = await askWith(context, token);
        const [expected, observed] = contradiction(first, lookAt(exchange), index + 1) ?? [];
        if (expected !== undefined) violated(expected, `${observed}`, fresh, exchange);
      }
    },
  }),
};
