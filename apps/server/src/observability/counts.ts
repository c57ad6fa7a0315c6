import type { UnavailableReason } from '@resource-catalogue/database';

/**
 * What has happened since the start, counted where it happens. Plain numbers: to count costs nothing where nobody asks for
 * metrics, and metrics.ts reads them when it is asked.
 */
export class Counts {
  /** Answers that were given again without being made (HTTP-2). */
  unchangedAnswers = 0;
  /** Answers with 429 (RATE-1), by what was used up. */
  readonly rateLimited: Record<'token' | 'failed_logins', number> = { token: 0, failed_logins: 0 };
  /** Answers with 503 (ERR-6). */
  readonly unavailable: Record<UnavailableReason, number> = { statement_timeout: 0, bulkhead: 0, database: 0 };
}
