import type { CollectionName } from '@resource-catalogue/contracts';
import type { Row } from '../json.js';
import type { Layer } from '../kit/check.js';
import type { Family } from '../kit/families.js';
import type { RuleId } from '../rules/requirements.js';
import type { TokenName } from './tokens.js';

/**
 * The outcome of a check: `failed` for a violation, `inconclusive` if the data cannot show one, `unsupported` if the
 * server may omit the feature, `disabled` if the operator did not allow it, `errored` for an error of the suite.
 */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'unsupported' | 'disabled' | 'errored';

/** A request of a counter-example, below the base URL, so that it can be sent to any server. */
export interface FindingRequest {
  readonly method: string;
  readonly path: string;
  /** All headers except the Authorization of a token that the operator provided. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | null;
  /** The token that it was sent with; null if none of those that the operator provided. */
  readonly token: TokenName | null;
}

/** A counter-example for people. It contains no tokens. */
export interface Finding {
  readonly expected: string;
  readonly observed: string;
  /** Shell lines; the last one shows the failure. */
  readonly curl: readonly string[];
  /** The same requests as data; null if one is too long, is not text, or contains a token outside its Authorization. */
  readonly requests: readonly FindingRequest[] | null;
  readonly answer: string;
  readonly rows: readonly Row[];
  /** Hints at the cause: where a URL came from, which rows differ, and what they have in common. */
  readonly notes: readonly string[];
  /** The last requests of the check with their responses, if their order matters. */
  readonly sequence: readonly string[];
  /** The smallest request that still fails, with the pages before it. */
  readonly smallest: { readonly curl: readonly string[]; readonly observed: string } | null;
  /** The failures of the other cases of the check. */
  readonly more: readonly Pick<Finding, 'expected' | 'observed' | 'curl'>[];
}

export interface Result {
  readonly check: string;
  readonly title: string;
  readonly family: Family;
  readonly layer: Layer;
  readonly rules: readonly RuleId[];
  /** `server`, the name of a collection, or an operation. */
  readonly subject: string;
  readonly collection: CollectionName | null;
  readonly outcome: Outcome;
  /** The reason in one line; null if the check passed. */
  readonly reason: string | null;
  readonly finding: Finding | null;
  readonly milliseconds: number;
  readonly requests: number;
}

export const idOfResult = ({ check, subject }: Pick<Result, 'check' | 'subject'>): string => `${check}/${subject}`;

/** The worst of several outcomes, which becomes that of their rule; null if there are none. */
export function worst(results: readonly Pick<Result, 'outcome'>[]): Outcome | null {
  const order: readonly Outcome[] = ['failed', 'errored', 'inconclusive', 'passed', 'unsupported', 'disabled'];
  return order.find((one) => results.some(({ outcome }) => outcome === one)) ?? null;
}
