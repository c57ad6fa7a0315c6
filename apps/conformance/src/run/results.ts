import { isNativeError } from 'node:util/types';
import type { CheckContext } from '../kit/context.js';
import { Inconclusive, Unsupported, Violation } from '../kit/violation.js';
import { TransportError } from '../target/wire.js';
import { idOfTask, type Task } from './task.js';
import { type FindingContext, toFinding } from './finding.js';
import { idOfResult, type Outcome, type Result } from './result.js';

type Ending = Pick<Result, 'outcome' | 'reason'> & Partial<Pick<Result, 'finding'>>;

/** The start of a check, and the context that counts its requests. */
export interface Effort {
  readonly started: number;
  readonly context: CheckContext;
}

/** The results of a run by task; running a task again replaces its result. */
export class Results {
  private readonly results = new Map<Task, Result>();

  constructor(
    private readonly findings: FindingContext,
    private readonly listener: { result?(result: Result): void },
  ) {}

  has(task: Task): boolean {
    return this.results.has(task);
  }

  get(task: Task): Result | undefined {
    return this.results.get(task);
  }

  /** Takes over the results of another run of these tasks. */
  take(tasks: readonly Task[], others: readonly Result[]): void {
    const known = new Map(others.map((result) => [idOfResult(result), result]));
    for (const task of tasks) {
      const result = known.get(idOfTask(task));
      if (result) this.add(task, result);
    }
  }

  keepError(task: Task, error: unknown, effort: Effort): void {
    if (error instanceof Violation) {
      const finding = toFinding(error, this.findings);
      const reason = `${finding.expected} — ${finding.observed}`;
      return this.keep(task, { outcome: 'failed', reason, finding }, effort);
    }
    const outcome = toOutcome(error);
    const reason = isNativeError(error) ? error.message : String(error);
    const trace = outcome === 'errored' && isNativeError(error) ? error.stack : undefined;
    this.keep(task, { outcome, reason: this.findings.redact(trace ?? reason) }, effort);
  }

  keep(task: Task, ending: Ending, effort?: Effort): void {
    const { id, title, family, layer = 'ours', rules } = task.check;
    this.add(task, {
      ...{ check: id, title, family, layer, rules, subject: task.subject, collection: task.collection },
      ...{ finding: null, ...ending },
      milliseconds: effort ? performance.now() - effort.started : 0,
      requests: effort?.context.requests ?? 0,
    });
  }

  private add(task: Task, result: Result): void {
    this.results.set(task, result);
    this.listener.result?.(result);
  }
}

/** The outcome for an error other than a violation: of the data, the server, or the suite itself. */
function toOutcome(error: unknown): Outcome {
  if (error instanceof Inconclusive || error instanceof TransportError) return 'inconclusive';
  return error instanceof Unsupported ? 'unsupported' : 'errored';
}
