import type { Shrunk } from '../checks/context/violation.js';
import type { CollectionName } from '@resource-catalogue/contracts';
import { otherTokens } from '../checks/context/check-context.js';
import type { Family, Layer } from '../checks/context/check.js';
import type { RuleId } from '../rules/requirements.js';
import type { Row } from '../json.js';

/**
 * How a check ended. Only a violation is `failed`; data that cannot show anything is `inconclusive`; what the server may
 * leave out is `unsupported`; what the operator did not allow is `disabled`; an error of the suite is `errored`.
 */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'unsupported' | 'disabled' | 'errored';

/** The tokens that an operator can give; reports hold their names alone. */
export const tokenNames = ['first', ...otherTokens] as const;
export type TokenName = (typeof tokenNames)[number];

/** A request of a counter-example, below the base URL, so that it can be sent again to any server. */
export interface FindingRequest {
  readonly method: string;
  readonly path: string;
  /** All but the Authorization of a token that the operator gave. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | null;
  /** The token that it was sent with; null for none of those that the operator gave. */
  readonly token: TokenName | null;
}

/** A counter-example that a person can follow. Everything in it is free of tokens. */
export interface Finding {
  readonly expected: string;
  readonly observed: string;
  /** Lines for a shell, the last one shows it. */
  readonly curl: readonly string[];
  /** The same as data; null where one of them is too long, no text, or holds a token elsewhere than it should. */
  readonly requests: readonly FindingRequest[] | null;
  /** Of a random script: where its smallest form is. */
  readonly shrunk: Shrunk | null;
  readonly answer: string;
  readonly rows: readonly Row[];
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
  /** Why it did not pass, in a line; null for what passed. */
  readonly reason: string | null;
  readonly finding: Finding | null;
  readonly milliseconds: number;
  readonly requests: number;
  /** How many pairs of a form and a place the check covered. */
  readonly pairs: number;
}

/** What a result is called, in a report and by `replay --finding`. */
export const idOfResult = ({ check, subject }: Pick<Result, 'check' | 'subject'>): string => `${check}/${subject}`;

/** The worst of several outcomes, which is that of their rule; null of none. */
export function worst(results: readonly Pick<Result, 'outcome'>[]): Outcome | null {
  const order: readonly Outcome[] = ['failed', 'errored', 'inconclusive', 'passed', 'unsupported', 'disabled'];
  return order.find((one) => results.some(({ outcome }) => outcome === one)) ?? null;
}
