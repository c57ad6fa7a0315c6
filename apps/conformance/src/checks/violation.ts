import type { Row } from '../census/row.js';
import type { Shrunk } from '../run/result.js';
import type { Exchange } from '../target/exchange.js';

/** What a person needs to see a violation with their own eyes. */
export interface Evidence {
  /** The relation that the rule asks for. */
  readonly expected: string;
  readonly observed: string;
  readonly exchanges: readonly Exchange[];
  readonly rows?: readonly Row[];
  readonly shrunk?: Shrunk;
}

/** The server broke a rule. Nothing else counts as failed: any other error is the suite's own. */
export class Violation extends Error {
  override readonly name = 'Violation';

  constructor(readonly evidence: Evidence) {
    super(`${evidence.expected} — ${evidence.observed}`);
  }
}

/** The data, or what is known of it, cannot show whether the rule is kept. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/** The server does not offer what the check looks at, and may do so. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** Ends a check: the server answered otherwise than the rule says. */
export function violated(expected: string, observed: string, ...exchanges: readonly Exchange[]): never {
  throw new Violation({ expected, observed, exchanges });
}

/** Ends a check with the rows that show it. */
export function violatedBy(
  rows: readonly Row[],
  expected: string,
  observed: string,
  ...exchanges: readonly Exchange[]
): never {
  throw new Violation({ expected, observed, exchanges, rows: rows.slice(0, 3) });
}
