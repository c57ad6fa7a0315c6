import type { Failure, Reply } from './ask.js';
import type { Clock } from './clock.js';

/** The state of a request. */
export interface Asked {
  /** The last response, also while the request is repeated; null until there is one. */
  readonly reply: Reply | null;
  /** When the request is repeated, in milliseconds since 1970; null if no retry is planned. */
  readonly retryAt: number | null;
}

/** Maximum wait in seconds where the service names none. */
const longestWait = 60;

/** Whether the same request may succeed later. */
export const isTemporary = ({ status }: Failure): boolean =>
  // A success that is not a response of this service is the page of a proxy, such as the login of a network.
  status === null || status < 400 || status === 408 || status === 429 || status >= 500;

/** What a response says about the token that was sent: only a 401 rejects it, since scopes are another matter. */
export function judgeToken(reply: Reply | null): 'accepted' | 'rejected' | 'unknown' {
  if (reply === null) return 'unknown';
  if (reply.ok) return 'accepted';
  if (reply.failure.status === 401 || reply.failure.isUnsendable) return 'rejected';
  return isTemporary(reply.failure) ? 'unknown' : 'accepted';
}

/** A read that is repeated after temporary errors: after `Retry-After`, or after 1 s, 2 s, 4 s, … up to a minute. */
export class Asking {
  private reply: Reply | null = null;
  private failures = 0;
  private isAsking = false;
  private cancelRetry = () => {};
  private readonly stopping = new AbortController();

  constructor(
    private readonly send: (signal: AbortSignal) => Promise<Reply>,
    private readonly clock: Clock,
    private readonly show: (asked: Asked) => void,
  ) {}

  /** Sends the request now, unless it is under way. */
  async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    this.cancelRetry();
    this.show({ reply: this.reply, retryAt: null });
    const { signal } = this.stopping;
    try {
      const reply = await this.send(signal);
      if (!signal.aborted) this.take(reply);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.isAsking = false;
    }
  }

  stop(): void {
    this.stopping.abort();
    this.cancelRetry();
  }

  private take(reply: Reply): void {
    this.reply = reply;
    this.failures = reply.ok ? 0 : this.failures + 1;
    const retryAt = reply.ok || !isTemporary(reply.failure) ? null : this.clock.now() + this.wait(reply.failure);
    if (retryAt !== null)
      this.cancelRetry = this.clock.everySecond(() => {
        if (this.clock.now() >= retryAt) void this.ask();
      });
    this.show({ reply, retryAt });
  }

  private wait({ retryAfter }: Failure): number {
    return 1000 * (retryAfter ?? Math.min(2 ** (this.failures - 1), longestWait));
  }
}
