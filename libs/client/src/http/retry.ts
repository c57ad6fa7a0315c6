import type { CatalogueError } from '../errors/catalogue-error.js';
import type { Call } from './call.js';
import type { Clock } from './clock.js';
import type { QuotaThrottle } from './quota-throttle.js';
import type { TokenStore } from './token.js';

/** The properties of a failure that decide whether to retry. */
interface Failure {
  /** The status; undefined without a complete response. */
  readonly status: number | undefined;
  /** Whether the response requested a wait. */
  readonly requestedWait: boolean;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may be sent again. A request that was certainly not carried out always may; one that may have been carried
 * out, only if repeating it is safe.
 *
 * | Failure                                 | GET | POST, PATCH | POST, PATCH with idempotency key |
 * | --------------------------------------- | --- | ----------- | -------------------------------- |
 * | 429                                     | yes | yes         | yes                              |
 * | no complete response, timeout, 408, 5xx | yes | no          | yes                              |
 * | 409 with `Retry-After` (WRITE-7)        | no  | no          | yes                              |
 * | any other                               | no  | no          | no                               |
 */
export function mayRetry(method: string, hasIdempotencyKey: boolean, { status, requestedWait }: Failure): boolean {
  if (status === 429) return true;
  if (status === 409) return hasIdempotencyKey && requestedWait;
  if (status !== undefined && status !== 408 && status < 500) return false;
  return hasIdempotencyKey || safeMethods.has(method);
}

/** Milliseconds to wait before the attempt after `attempts`: full jitter below 0.5 s, 1 s, 2 s, … up to 8 s. */
function backoffMs(attempts: number, random: number): number {
  return random * Math.min(8000, 500 * 2 ** (attempts - 1));
}

/**
 * Limits unrequested retries to a share of all calls, so that clients do not overload a struggling service. Waits
 * that the service requested are free.
 */
export class RetryBudget {
  #left: number;

  /** @param share retries that each call adds, 0.2 for a fifth. @param reserve retries to start with, and at most. */
  constructor(
    private readonly share: number,
    private readonly reserve: number,
  ) {
    this.#left = reserve;
  }

  /** Adds the share of one call to the budget, up to the reserve. */
  earn(): void {
    this.#left = Math.min(this.reserve, this.#left + this.share);
  }

  /** Takes one retry from the budget; false if none is left. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** State for waiting and retrying, shared by the calls of a client. */
export interface RetryState {
  readonly clock: Clock;
  readonly tokens: TokenStore;
  readonly throttle: QuotaThrottle;
  readonly budget: RetryBudget;
}

/** Waits while the client's quota is used up; a wait that is too long fails at once instead. */
export async function waitForQuota(call: Call, { clock, throttle }: RetryState): Promise<void> {
  for (;;) {
    const now = clock.now();
    if (now >= call.deadline)
      throw call.error('timeout', `took longer than ${call.options.totalTimeoutMs} ms in total`);
    const waitMs = throttle.admit(now);
    if (waitMs === 0) return;
    if (isTooLong(call, waitMs)) {
      throw call.error('rate_limited', `was not sent: no quota for ${waitMs} ms`, { retryAfterMs: waitMs });
    }
    call.connection.emit({ type: 'throttle', ...call.tag, waitMs });
    await sleep(call, waitMs, clock);
  }
}

/** Waits until the request may be sent again; throws the error if it may not be retried, or not soon enough. */
export async function waitToRetry(
  call: Call,
  error: CatalogueError,
  { clock, tokens, throttle, budget }: RetryState,
): Promise<void> {
  const { options, connection, request, attempts } = call;
  const { kind, status, retryAfterMs } = error;
  if (shouldReplaceToken(call, error) && tokens.discard(call.token)) {
    call.rejection = error;
    return;
  }
  const requestedMs = retryAfterMs ?? 0;
  // Without a requested wait, use a random one.
  const waitMs = requestedMs > 0 ? requestedMs : backoffMs(attempts, clock.random());
  if (kind === 'rate_limited') throttle.closeUntil(clock.now() + waitMs);
  // The status of a truncated response is meaningless.
  const failure = { status: kind === 'decode' ? undefined : status, requestedWait: retryAfterMs !== undefined };
  // An empty key is not sent.
  const hasKey = Boolean(request.idempotencyKey);
  if (!mayRetry(request.method, hasKey, failure)) throw error;
  if (attempts >= options.maxAttempts || isTooLong(call, waitMs)) throw error;
  if (retryAfterMs === undefined && !budget.spend()) throw error;
  connection.emit({ type: 'retry', ...call.tag, attempt: attempts, waitMs, error });
  // After a 429 the throttle holds this call, like all others.
  if (kind !== 'rate_limited') await sleep(call, waitMs, clock);
}

/** A new token may help once after a 401; a missing scope would still be missing (AUTH-3). */
function shouldReplaceToken({ rejection }: Call, { status, challenge }: CatalogueError): boolean {
  return status === 401 && challenge?.error === 'invalid_token' && rejection === undefined;
}

/** Whether a wait is longer than the caller allows, or would outlast the call. */
function isTooLong({ options, deadline }: Call, waitMs: number): boolean {
  return waitMs > options.maxRetryWaitMs || options.clock.now() + waitMs >= deadline;
}

/** Waits, and wakes when the caller aborts. */
async function sleep(call: Call, waitMs: number, clock: Clock): Promise<void> {
  const { signal } = call.options;
  await clock.sleep(waitMs, signal);
  if (signal?.aborted) throw call.error('aborted', 'was aborted', { cause: signal.reason });
}
