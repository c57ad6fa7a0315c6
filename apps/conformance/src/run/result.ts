import type { CollectionName } from '@resource-catalogue/contracts';
import type { Family, Layer } from '../checks/check.js';
import type { RuleId } from '../registry/rule-ids.js';
import type { Row } from '../census/row.js';

/**
 * How a check ended. Only a violation is `failed`; data that cannot show anything is `inconclusive`; what the server may
 * leave out is `unsupported`; what the operator did not allow is `disabled`; an error of the suite is `errored`.
 */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'unsupported' | 'disabled' | 'errored';

/** A counter-example that a person can follow. Everything in it is free of tokens. */
export interface Finding {
  readonly expected: string;
  readonly observed: string;
  /** Lines for a shell, the last one shows it. */
  readonly curl: readonly string[];
  /** The first characters of the last answer. */
  readonly answer: string;
  readonly rows: readonly Row[];
}

/** One check on one subject. */
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
  /** Why it did not pass, in a line; null for what passed. */
  readonly reason: string | null;
  readonly finding: Finding | null;
  readonly milliseconds: number;
  readonly requests: number;
}

/** The worst of several outcomes: what a rule is worth when its checks ended so. */
export function worst(outcomes: readonly Outcome[]): Outcome | null {
  const order: readonly Outcome[] = ['failed', 'errored', 'inconclusive', 'passed', 'unsupported', 'disabled'];
  return order.find((outcome) => outcomes.includes(outcome)) ?? null;
}
