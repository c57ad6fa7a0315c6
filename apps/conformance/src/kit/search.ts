import { isNativeError } from 'node:util/types';
import fc from 'fast-check';
import type { CheckContext } from './context.js';
import { Violation } from './violation.js';

/** Ends the check with the smallest random value that violates the rule; the seed of the run decides all values. */
export async function searchFor<Value>(
  context: CheckContext,
  values: fc.Arbitrary<Value>,
  attempt: (value: Value) => Promise<void>,
  { runs, milliseconds }: Readonly<Record<'runs' | 'milliseconds', number>>,
): Promise<void> {
  const violations: Violation[] = [];
  const property = fc.asyncProperty(values, async (value) => {
    try {
      await attempt(value);
    } catch (error) {
      if (error instanceof Violation) violations.push(error);
      throw error;
    }
  });
  const seed = context.random.integer(2 ** 31);
  const details = await fc.check(property, { seed, numRuns: runs, interruptAfterTimeLimit: milliseconds });
  const smallest = violations.at(-1);
  if (smallest) throw smallest;
  if (details.failed && !details.interrupted)
    throw isNativeError(details.errorInstance) ? details.errorInstance : new Error(String(details.errorInstance));
}
