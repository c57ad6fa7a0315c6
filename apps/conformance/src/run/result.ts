import { isNativeError } from 'node:util/types';
import type { CheckContext } from '../kit/context.js';
import { Inconclusive, Unsupported, Violation } from '../kit/violation.js';
import { TransportError } from '../target/wire.js';
import { type Finding, type FindingContext, toFinding } from './finding.js';
import type { Task } from './plan.js';

/**
 * The outcome of a check: `failed` for a violation, `inconclusive` if the data cannot show one, `unsupported` if the
 * server may omit the feature, `disabled` if the operator did not allow it, `errored` for an error of the suite.
 */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'unsupported' | 'disabled' | 'errored';

interface Ending {
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly finding?: Finding | null;
}

/** The start of a check, and the context that counts its requests. */
export interface Effort {
  readonly started: number;
  readonly context: CheckContext;
}

export type Result = Readonly<ReturnType<typeof toResult>>;

export function toResult({ check, subject, collection }: Task, ending: Ending, effort?: Effort) {
  const { id, title, family, layer = 'extension', rules } = check;
  return {
    ...{ check: id, title, family, layer, rules, subject, collection, finding: null, ...ending },
    milliseconds: effort ? performance.now() - effort.started : 0,
    requests: effort?.context.requests ?? 0,
  };
}

export const resultId = ({ check, subject }: Pick<Result, 'check' | 'subject'>): string => `${check}/${subject}`;

export const taskId = ({ check, subject }: Task): string => resultId({ check: check.id, subject });

/** The outcome of a check that threw: a violation, insufficient data, a missing feature, or an error of the suite. */
export function toEnding(error: unknown, findings: FindingContext): Ending {
  if (error instanceof Violation) {
    const finding = toFinding(error, findings);
    return { outcome: 'failed', reason: `${finding.expected} — ${finding.observed}`, finding };
  }
  const isOfData = error instanceof Inconclusive || error instanceof TransportError;
  const outcome = isOfData ? 'inconclusive' : error instanceof Unsupported ? 'unsupported' : 'errored';
  const { message = String(error), stack = message } = isNativeError(error) ? error : {};
  return { outcome, reason: findings.redact(outcome === 'errored' ? stack : message) };
}
