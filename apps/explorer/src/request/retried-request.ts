import type { Failure, Reply } from './send-request.js';
import { everySecond } from './clock.js';

/** The state of a request. */
export interface RequestState {
  /** The last response, also while the request is repeated; null until there is one. */
  readonly reply: Reply | null;
  /** When the request is repeated, in milliseconds since 1970; null if no retry is planned. */
  readonly retryAt: number | null;
}

/** Maximum wait in seconds without `Retry-After`. */
const longestWait = 60;

/** Whether the same request may succeed later. */
export const isTemporary = ({ status }: Failure): boolean =>
  // A success that is not a response of this service is the page of a proxy, such as the login of a network.
  status === null || status < 400 || status === 408 || status === 429 || status >= 500;

/** What a response says about the token that was sent: only a 401 rejects it, since scopes are another matter. */
export function judgeToken(reply: Reply | null): 'accepted' | 'rejected' | 'unknown' {
  if (reply === null) return 'unknown';
  if (reply.ok) return 'accepted';
  if (reply.failure.status === 401) return 'rejected';
  return isTemporary(reply.failure) ? 'unknown' : 'accepted';
}

/** A read that is repeated after temporary errors: after `Retry-After`, or after 1 s, 2 s, 4 s, … up to a minute. */
export class RetriedRequest {
  private state: RequestState = { reply: null, retryAt: null };
  private failures = 0;
  private isSending = false;
  private readonly stopping = new AbortController();
  private readonly stopWaiting = everySecond(() => {
    const { retryAt } = this.state;
    if (retryAt !== null && Date.now() >= retryAt) void this.send();
  });

  constructor(
    private readonly sendOnce: (signal: AbortSignal) => Promise<Reply>,
    private readonly show: (state: RequestState) => void,
  ) {}

  /** Sends the request now, unless it is under way. */
  async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.update(this.state.reply, null);
    const { signal } = this.stopping;
    try {
      const reply = await this.sendOnce(signal);
      if (!signal.aborted) this.update(reply, this.nextRetry(reply));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.isSending = false;
    }
  }

  stop(): void {
    this.stopping.abort();
    this.stopWaiting();
  }

  private update(reply: Reply | null, retryAt: number | null): void {
    this.state = { reply, retryAt };
    this.show(this.state);
  }

  private nextRetry(reply: Reply): number | null {
    this.failures = reply.ok ? 0 : this.failures + 1;
    if (reply.ok || !isTemporary(reply.failure)) return null;
    return Date.now() + 1000 * (reply.failure.retryAfter ?? Math.min(2 ** (this.failures - 1), longestWait));
  }
}
