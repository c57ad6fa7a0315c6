import type { OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';

/** Milliseconds between two checks of a database that did not respond. */
const checkEvery = 1000;

/** Reports when the database is available again after an outage. */
export class RecoveryLog implements OnModuleDestroy {
  private failedAt: number | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly logger: Pick<Logger, 'isLevelEnabled' | 'warn'>,
    /** Rejects while the database is unavailable. */
    private readonly check: () => Promise<unknown>,
  ) {}

  /**
   * Starts to watch a database after a failed request, which alone is not an outage. Does nothing if its log level
   * is disabled.
   */
  watch(): void {
    if (this.failedAt !== null || !this.logger.isLevelEnabled('warn')) return;
    this.failedAt = performance.now();
    this.checkLater(this.failedAt, false);
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  private checkLater(failedAt: number, isOutage: boolean): void {
    this.timer = setTimeout(() => {
      const recovered = (): void => {
        this.failedAt = null;
        const seconds = Math.round((performance.now() - failedAt) / 1000);
        // Logged at the level of the outage, so that no log shows only its beginning.
        if (isOutage) this.logger.warn({ seconds }, 'database available again');
      };
      this.check().then(recovered, () => this.checkLater(failedAt, true));
    }, checkEvery).unref();
  }
}
