import { isNativeError } from 'node:util/types';
import type { CheckContext } from '../kit/context.js';
import { Inconclusive, Unsupported, Violation } from '../kit/violation.js';
import { TransportError } from '../target/wire.js';
import { type FindingContext, toFinding } from './finding.js';
import type { Result } from './result.js';
import type { Task } from './plan.js';

type Ending = Pick<Result, 'outcome' | 'reason'> & Partial<Pick<Result, 'finding'>>;

/** The start of a check, and the context that counts its requests. */
export interface Effort {
  readonly started: number;
  readonly context: CheckContext;
}

export function toResult({ check, subject, collection }: Task, ending: Ending, effort?: Effort): Result {
  const { id, title, family, layer = 'ours', rules } = check;
  return {
    ...{ check: id, title, family, layer, rules, subject, collection, finding: null, ...ending },
    milliseconds: effort ? performance.now() - effort.started : 0,
    requests: effort?.context.requests ?? 0,
  };
}

/** How a check ended that threw: by a violation, a lack of the data or the server, or an error of the suite. */
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
