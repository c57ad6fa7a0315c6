import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../target/exchange.js';
import type { CheckContext } from '../context/check-context.js';
import { violated } from '../context/violation.js';

/** What the server said of a token: its policy, and the seconds of the first 429 until a request succeeds again. */
interface Said {
  readonly limited: Exchange;
  readonly wait: number;
  readonly quota: number;
  readonly window: number;
}

/** How often is asked around the end of a window, and how far two clocks may differ meanwhile, in milliseconds. */
const step = 100;
const tolerance = 100;

interface Timed {
  readonly sent: number;
  readonly exchange: Exchange;
}

async function askNow(context: CheckContext, token: string): Promise<Timed> {
  const sent = performance.now();
  return { sent, exchange: await context.get('/api/v1/spaces?limit=1', { token, showLimit: true }) };
}

/**
 * Asks until a request succeeds again, at the latest when the first 429 said so: a request that is refused must not put
 * that off. Answers a time before the new window: when the last request was sent that was refused.
 */
async function untilGranted(context: CheckContext, token: string, { limited, wait }: Said): Promise<number> {
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
      `a request that succeeds ${wait} s after the first 429, whatever was asked meanwhile`,
      String(last.exchange.status),
      limited,
      last.exchange,
    );
  return before;
}

/** RATE-2: Retry-After holds although more is asked meanwhile, and no window is shorter than its `w`. */
export async function expectPromises(context: CheckContext, token: string, said: Said): Promise<void> {
  const { quota, window } = said;
  const before = await untilGranted(context, token, said);
  let granted = 1;
  let { exchange } = await askNow(context, token);
  for (; exchange.status === 200 && granted <= quota; granted += 1) ({ exchange } = await askNow(context, token));
  // Where less than the quota is given back at once, the windows are of another kind, and show no length.
  if (granted !== quota || exchange.status !== 429) return;
  const length = performance.now() - before + Number(exchange.header('retry-after')) * 1000;
  if (length < window * 1000 - tolerance)
    violated(
      `w of no more than the window has, which ended within ${(length / 1000).toFixed(1)} s`,
      `w=${window}`,
      exchange,
    );
}
