import type { Fault } from './list-query.js';
import { groupPairs, splitPairs } from './query-pairs.js';
import { quoted } from './reading.js';

/** The faults of a query string on an operation that is not a list: every parameter is one (GET-3). */
export function refuseParameters(rawQuery: string): readonly Fault[] {
  return [...groupPairs(splitPairs(rawQuery)).keys()].map((parameter) => ({
    parameter,
    code: 'unknown_parameter',
    detail: `This operation takes no query parameters; leave ${quoted(parameter)} out.`,
  }));
}
