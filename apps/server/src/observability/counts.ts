import type { UnavailableReason } from '@resource-catalogue/database';

/**
 * Events since the start, counted where they happen. Plain numbers: counting costs nothing if metrics are off, and
 * metrics.ts reads them on scrape.
 */
export class Counts {
  /** Responses served from the cache of unchanged responses (HTTP-2). */
  unchangedResponses = 0;
  /** Responses with 429 (RATE-1), by limit. */
  readonly rateLimited: Record<'token' | 'failed_logins', number> = { token: 0, failed_logins: 0 };
  /** Responses with 503 (ERR-6). */
  readonly unavailable: Record<UnavailableReason, number> = { statement_timeout: 0, bulkhead: 0, database: 0 };
}
