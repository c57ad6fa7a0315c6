import type { OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';

/** Milliseconds between two checks of a database that did not answer a request. */
const checkEvery = 1000;

/** Reports when the database answers again after an outage. */
export class RecoveryLog implements OnModuleDestroy {
  private failedAt: number | null = null;
  private stopped = false;

  constructor(
    private readonly logger: Pick<Logger, 'isLevelEnabled' | 'warn'>,
    /** Rejects while the database does not answer. */
    private readonly check: () => Promise<unknown>,
    private readonly later: (work: () => void, milliseconds: number) => void = (work, ms) =>
      void setTimeout(work, ms).unref(),
    /** Milliseconds on a clock that is never set. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Starts to watch a database that failed a request, which alone is not an outage. Without a log there is nothing to watch for. */
  watch(): void {
    if (this.failedAt !== null || !this.logger.isLevelEnabled('warn')) return;
    this.failedAt = this.now();
    this.checkLater(this.failedAt, () => undefined);
  }

  onModuleDestroy(): void {
    this.stopped = true;
  }

  private checkLater(failedAt: number, report: () => void): void {
    this.later(() => {
      if (this.stopped) return;
      const recovered = (): void => {
        this.failedAt = null;
        report();
      };
      this.check().then(recovered, () => this.checkLater(failedAt, () => this.report(failedAt)));
    }, checkEvery);
  }

  private report(failedAt: number): void {
    // At the level of the outage, so that no log shows only its beginning.
    this.logger.warn({ seconds: Math.round((this.now() - failedAt) / 1000) }, 'the database answers again');
  }
}
