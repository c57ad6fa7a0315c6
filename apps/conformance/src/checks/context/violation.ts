import type { Row } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';

/** Where fast-check finds the smallest counter-example again, as long as the data stay the same. */
export interface Shrunk {
  readonly seed: number;
  readonly path: string;
}

interface Evidence {
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

export function violated(expected: string, observed: string, ...exchanges: readonly (Exchange | null)[]): never {
  throw new Violation({ expected, observed, exchanges: exchanges.filter((exchange) => exchange !== null) });
}

export function violatedBy(
  rows: readonly Row[],
  expected: string,
  observed: string,
  exchange: Exchange | null = null,
): never {
  throw new Violation({ expected, observed, exchanges: exchange === null ? [] : [exchange], rows: rows.slice(0, 3) });
}
