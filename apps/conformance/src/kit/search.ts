import { isNativeError } from 'node:util/types';
import fc from 'fast-check';
import type { CheckContext } from './context.js';
import { Violation } from './violation.js';

/** Ends the check with the smallest random value that violates the rule; a replay tries only that value. */
export async function searchFor<Value>(
  context: CheckContext,
  values: fc.Arbitrary<Value>,
  attempt: (value: Value) => Promise<void>,
  { runs, milliseconds }: Readonly<Record<'runs' | 'milliseconds', number>>,
): Promise<void> {
  const { shrunk } = context.given;
  let smallest: Violation | null = null;
  let tried = 0;
  const property = fc.asyncProperty(values, async (value) => {
    tried += 1;
    // fast-check continues after the given path; a replay stops there.
    if (shrunk !== undefined && tried > 1) return;
    try {
      await attempt(value);
    } catch (error) {
      if (error instanceof Violation) smallest = error;
      throw error;
    }
  });
  const seed = context.random.integer(2 ** 31);
  const details = await fc.check(
    property,
    shrunk === undefined
      ? { seed, numRuns: runs, interruptAfterTimeLimit: milliseconds }
      : { ...shrunk, numRuns: 1, endOnFailure: true },
  );
  const found = smallest as Violation | null;
  if (found) {
    const { counterexamplePath: path } = details;
    throw new Violation({
      ...found.evidence,
      ...(path !== null && { shrunk: shrunk ?? { seed: details.seed, path } }),
    });
  }
  if (details.failed && !details.interrupted)
    throw isNativeError(details.errorInstance) ? details.errorInstance : new Error(String(details.errorInstance));
}
