import { TransportError } from '../target/wire.js';
import type { Target } from '../target/target.js';

/** A request without a response, and the check that sent it. */
export interface LostRequest {
  readonly check: string;
  readonly subject: string;
  /** A shell line, without tokens. */
  readonly curl: string;
}

/** A period in which requests got no response; `seconds` is the time until the server responded again. */
export interface Outage {
  readonly at: string;
  readonly seconds: number;
  readonly reason: string;
  /** Whether the server responded again within the maximum wait. */
  readonly recovered: boolean;
  readonly requests: readonly LostRequest[];
}

export interface OutageListener {
  /** The server does not respond; the run waits for it for this many seconds at most. */
  outage?(reason: string, seconds: number): void;
  recovery?(seconds: number): void;
}

/**
 * The state of a server after a request without a response: `well` if it responded to another request at once, `back`
 * if it did so later, `gone` if it did not within `maxOutage` or if the run was stopped.
 */
export type Recovery = 'well' | 'back' | 'gone';

const pause = 1000;

/** Waits, once for all checks, for a server that does not respond, and records when and during which requests. */
export class Outages {
  readonly past: Outage[] = [];
  private current: { readonly requests: LostRequest[]; readonly ending: Promise<Recovery> } | null = null;

  constructor(
    private readonly target: Target,
    private readonly listener: OutageListener,
  ) {}

  /** Waits for the end of the current outage, if any. */
  async pass(): Promise<void> {
    await this.current?.ending;
  }

  /** Resolves when the server responds again, or the wait ends. */
  waitOut(error: TransportError, request: LostRequest | null): Promise<Recovery> {
    if (this.current === null) {
      const requests: LostRequest[] = [];
      this.current = { requests, ending: this.wait(error.message, requests) };
    }
    if (request !== null) this.current.requests.push(request);
    return this.current.ending;
  }

  private async wait(reason: string, requests: readonly LostRequest[]): Promise<Recovery> {
    const at = new Date().toISOString();
    const started = performance.now();
    const recovery = await this.poll(reason, started).catch((error: unknown): Recovery => {
      if (error instanceof TransportError) return 'gone';
      throw error;
    });
    const seconds = (performance.now() - started) / 1000;
    if (recovery === 'back') this.listener.recovery?.(seconds);
    this.past.push({ at, seconds, reason, recovered: recovery !== 'gone', requests });
    this.current = null;
    return recovery;
  }

  private async poll(reason: string, started: number): Promise<Recovery> {
    const { maxOutage } = this.target;
    for (let isFirst = true; ; isFirst = false) {
      if (await this.target.isResponding()) return isFirst ? 'well' : 'back';
      if (isFirst) this.listener.outage?.(reason, maxOutage / 1000);
      if (performance.now() - started + pause > maxOutage) return 'gone';
      await this.target.sleep(pause);
    }
  }
}
