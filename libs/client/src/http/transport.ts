import { isCatalogueError } from '../errors/catalogue-error.js';
import type { Reply } from './answer.js';
import { Call } from './call.js';
import type { EventListener } from './events.js';
import { passGate, replaceToken, waitToRepeat } from './repeat.js';
import type { CallOptions, CatalogueRequest } from './request.js';
import { sendOnce } from './send-once.js';
import type { ClientOptions, ResponseCheck } from './settings.js';
import { sharedState } from './shared-state.js';

/** The way to the service that all operations of a client share: its token, its quota, its retries. */
export interface Transport {
  /** Where the service is: scheme, host and port. */
  readonly origin: string;
  /** Tells the client's listener, or `console.warn`. */
  readonly emit: EventListener;
  /** Tells it once in this process. */
  warnOnce(message: string): void;
  readonly check: ResponseCheck | undefined;
  /** Sends until there is a good answer, or an error that stays. */
  send(request: CatalogueRequest, options?: CallOptions): Promise<Reply>;
}

/**
 * Makes a transport for the free functions (`list`, `get`, …), which a bundler can leave out one by one.
 *
 * @throws TypeError if the base URL is none.
 * @example
 * const transport = createTransport({ baseUrl: 'https://catalogue.example.org', token });
 * const page = await list(transport, bookings, { sort: 'starts_at' });
 */
export function createTransport(options: ClientOptions): Transport {
  const shared = sharedState(options);
  return {
    origin: new URL(shared.settings.baseUrl).origin,
    emit: shared.emit,
    warnOnce: shared.warnOnce,
    check: options.check,
    send: (request, callOptions = {}) => run(new Call(shared, request, callOptions)),
  };
}

async function run(call: Call): Promise<Reply> {
  const { emit, budget } = call.shared;
  budget.earn();
  try {
    for (;;) {
      await passGate(call);
      const outcome = await sendOnce(call);
      if (!isCatalogueError(outcome)) return outcome;
      if (!(await replaceToken(call, outcome))) await waitToRepeat(call, outcome);
    }
  } catch (error) {
    if (isCatalogueError(error)) emit({ type: 'failure', ...call.tag, error });
    throw error;
  }
}
