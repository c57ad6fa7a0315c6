import type { CatalogueError } from '../errors/catalogue-error.js';
import type { Call } from './call.js';
import { mayRepeat, waitBefore } from './retry-policy.js';

/** One used-up quota holds all calls of the client here; a wait that is too long fails instead. */
export async function passGate(call: Call): Promise<void> {
  const { gate, emit } = call.shared;
  for (;;) {
    const waitMs = gate.waitMs(call.limits.clock.now());
    if (waitMs === 0) return;
    if (call.isTooLong(waitMs)) {
      throw call.error('rate_limited', `was not sent: no quota is left for ${waitMs} ms`, { retryAfterMs: waitMs });
    }
    emit({ type: 'throttle', ...call.tag, waitMs });
    await call.sleep(waitMs);
  }
}

/** Gets another token after one was refused, once in a call; a missing scope would be missing again (AUTH-2, AUTH-3). */
export async function replaceToken(call: Call, { status, challenge }: CatalogueError): Promise<boolean> {
  if (status !== 401 || challenge?.error !== 'invalid_token' || call.tokenReplaced) return false;
  call.tokenReplaced = true;
  return call.shared.tokens.replace(call.token).catch((cause: unknown) => {
    throw call.error('token', 'was refused its token, and there is no other', { cause });
  });
}

/** Waits until the request may be sent again; throws the error if it may not, or not so soon. */
export async function waitToRepeat(call: Call, error: CatalogueError): Promise<void> {
  const { limits, shared, request, attempts } = call;
  const { kind, retryAfterMs: asked } = error;
  // A body that breaks off says nothing by its status.
  const failure = { status: kind === 'decode' ? undefined : error.status, askedToWait: asked !== undefined };
  if (!mayRepeat(request.method, request.idempotencyKey !== undefined, failure)) throw error;
  const waitMs = waitBefore(asked, attempts, limits.clock.random());
  if (attempts >= limits.maxAttempts || call.isTooLong(waitMs)) throw error;
  // What the service asked for is no storm of our making.
  if (asked === undefined && !shared.budget.spend()) throw error;
  shared.emit({ type: 'retry', ...call.tag, attempt: attempts, waitMs, error });
  // After a 429 the gate holds this call, together with all others.
  if (kind !== 'rate_limited') await call.sleep(waitMs);
}
