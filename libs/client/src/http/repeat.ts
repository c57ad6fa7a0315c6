import type { CatalogueError } from '../errors/catalogue-error.js';
import type { Call } from './call.js';
import type { Clock } from './clock.js';
import type { Gate } from './gate.js';
import type { RetryBudget } from './retry-budget.js';
import { mayRepeat, waitBefore } from './retry-policy.js';
import type { TokenKeeper } from './token.js';

/** What the calls of a client share so that they repeat themselves with measure. */
export interface Patience {
  readonly clock: Clock;
  readonly tokens: TokenKeeper;
  readonly gate: Gate;
  readonly budget: RetryBudget;
}

/** One used-up quota holds all calls of the client here; a wait that is too long fails instead. */
export async function passGate(call: Call, { clock, gate }: Patience): Promise<void> {
  for (;;) {
    const now = clock.now();
    if (now >= call.deadline) throw call.error('timeout', `took longer than ${call.limits.totalTimeoutMs} ms in all`);
    const waitMs = gate.pass(now);
    if (waitMs === 0) return;
    if (isTooLong(call, waitMs)) {
      throw call.error('rate_limited', `was not sent: no quota is left for ${waitMs} ms`, { retryAfterMs: waitMs });
    }
    call.connection.emit({ type: 'throttle', ...call.tag, waitMs });
    await sleep(call, waitMs, clock);
  }
}

/** Whether a wait is longer than the caller allows, or would outlast the call. */
function isTooLong({ limits, deadline }: Call, waitMs: number): boolean {
  return waitMs > limits.maxRetryWaitMs || limits.clock.now() + waitMs >= deadline;
}

/** Waits, and wakes when the caller aborts. */
async function sleep(call: Call, waitMs: number, clock: Clock): Promise<void> {
  const { signal } = call.limits;
  await clock.sleep(waitMs, signal);
  if (signal?.aborted) throw call.error('aborted', 'was aborted', { cause: signal.reason });
}

/** Waits until the request may be sent again; throws the error if it may not, or not so soon. */
export async function waitToRepeat(
  call: Call,
  error: CatalogueError,
  { clock, tokens, gate, budget }: Patience,
): Promise<void> {
  const { limits, connection, request, attempts } = call;
  const { kind, status, retryAfterMs: asked } = error;
  // A missing scope would be missing again (AUTH-3); another token may do, once.
  if (status === 401 && error.challenge?.error === 'invalid_token' && !call.refusal && tokens.refuse(call.token)) {
    call.refusal = error;
    return;
  }
  const waitMs = waitBefore(asked, attempts, clock.random());
  if (kind === 'rate_limited') gate.closeUntil(clock.now() + waitMs);
  // A body that breaks off says nothing by its status.
  const failure = { status: kind === 'decode' ? undefined : status, askedToWait: asked !== undefined };
  if (!mayRepeat(request.method, request.idempotencyKey !== undefined, failure)) throw error;
  if (attempts >= limits.maxAttempts || isTooLong(call, waitMs)) throw error;
  // What the service asked for is no storm of our making.
  if (asked === undefined && !budget.spend()) throw error;
  connection.emit({ type: 'retry', ...call.tag, attempt: attempts, waitMs, error });
  // After a 429 the gate holds this call, together with all others.
  if (kind !== 'rate_limited') await sleep(call, waitMs, clock);
}
