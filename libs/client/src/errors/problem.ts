import type { ProblemDto } from '@resource-catalogue/contracts';
import { isRecord } from '../values/record.js';
import type { Received } from '../values/received.js';

/** The body of an error, RFC 9457 `application/problem+json`; `code` says what happened, `errors` lists faults (ERR-2). */
export type Problem = Received<ProblemDto>;

/** Reads the body of an error; undefined if it is no problem, as when a proxy answered in the service's place. */
export function readProblem(body: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isProblem(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is Problem {
  return isRecord(value) && typeof value['code'] === 'string';
}
