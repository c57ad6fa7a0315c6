import type { Row } from '../json.js';
import type { Exchange } from '../target/exchange.js';

export interface Evidence {
  readonly expected: string;
  readonly observed: string;
  readonly exchanges: readonly Exchange[];
  readonly rows?: readonly Row[];
  /** Hints at the cause. */
  readonly notes?: readonly string[];
  /** The requests of the check in order, if the order matters. */
  readonly sequence?: readonly string[];
  /** The same failure with a smaller request, and the pages before it. */
  readonly smallest?: Pick<Evidence, 'observed' | 'exchanges'>;
  /** The failures of the other cases of the check. */
  readonly more?: readonly Evidence[];
}

/** The server broke a rule. Only this counts as failed; any other error is the suite's own. */
export class Violation extends Error {
  override readonly name = 'Violation';

  constructor(readonly evidence: Evidence) {
    super(`${evidence.expected} — ${evidence.observed}`);
  }
}

/** The data, or the known part of it, cannot show whether the server follows the rule. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/** The server lacks an optional feature that the check needs. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

export function fail(expected: string, observed: string, ...exchanges: readonly (Exchange | null)[]): never {
  throw new Violation({ expected, observed, exchanges: exchanges.filter((exchange) => exchange !== null) });
}

export function failRows(
  rows: readonly Row[],
  expected: string,
  observed: string,
  exchange: Exchange | null = null,
  notes: readonly string[] = [],
): never {
  const exchanges = exchange === null ? [] : [exchange];
  throw new Violation({ expected, observed, exchanges, rows: rows.slice(0, 3), notes });
}
