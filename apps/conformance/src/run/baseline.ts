import { isObject, type Json, parseJson } from '../json.js';
import type { Result } from './result.js';

interface KnownFailure {
  readonly check: string;
  /** `*`, or left out, for every subject. */
  readonly subject: string;
  readonly reason: string;
  /** A date; from the day after, the entry is stale. */
  readonly until: string | null;
}

export interface BaselineOutcome {
  readonly known: ReadonlySet<Result>;
  readonly stale: readonly string[];
}

export class BaselineError extends Error {
  override readonly name = 'BaselineError';
}

/** Reads a baseline file: `{"version": 1, "failures": [{"check": …, "subject"?: …, "reason": …, "until"?: …}]}`. */
export function readBaseline(text: string): KnownFailure[] {
  const file = parseJson(text);
  if (!isObject(file) || file['version'] !== 1 || !Array.isArray(file['failures']))
    throw new BaselineError('A baseline is {"version": 1, "failures": [{"check", "subject", "reason", "until"}]}.');
  return file['failures'].map(readEntry);
}

function readEntry(entry: Json): KnownFailure {
  const { check, subject = '*', reason, until = null } = isObject(entry) ? entry : {};
  if (typeof check !== 'string' || typeof subject !== 'string' || typeof reason !== 'string' || reason === '')
    throw new BaselineError(`An entry of a baseline needs a check and a reason: ${JSON.stringify(entry)}`);
  if (until !== null && (typeof until !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(until)))
    throw new BaselineError(`until is a date like 2026-12-31: ${JSON.stringify(entry)}`);
  return { check, subject, reason, until };
}

/** Compares a run with a baseline. An entry that did not fail, or has run out, is stale. */
export function compareBaseline(
  failures: readonly KnownFailure[],
  results: readonly Result[],
  today: Date,
): BaselineOutcome {
  const known = new Set<Result>();
  const stale: string[] = [];
  for (const { check, subject, until } of failures) {
    const name = subject === '*' ? check : `${check} on ${subject}`;
    const own = results.filter((result) => result.check === check && (subject === '*' || result.subject === subject));
    const failed = own.filter(({ outcome }) => outcome === 'failed');
    if (until !== null && until < today.toISOString().slice(0, 10)) stale.push(`${name} (until ${until})`);
    else if (failed.length > 0) for (const result of failed) known.add(result);
    else if (own.some(({ outcome }) => outcome === 'passed') || own.length === 0) stale.push(name);
  }
  return { known, stale };
}
