import { describe, expect, it } from '@jest/globals';
import { type ClosedFault, closedFaults, meetCheaply, ownChecks } from '../own-checks.js';
import type { FaultFamily } from '../../self-test/faults/fault.js';

/** About half of the faults, by what they cost: each half is a file of its own, so that two can be run at a time. */
export const listFamilies: readonly FaultFamily[] = [
  'envelope',
  'paging',
  'limit',
  'sort',
  'set-filter',
  'range',
  'reference',
  'shape',
];

/** The faults that show only after some time, so that many are met at once. */
export const waitingFaults = closedFaults.filter(({ family }) => family === 'rate');

/**
 * The whole families are run by `npm run strength`, which keeps what caught each fault; here the quickest check that did
 * must do it again.
 */
export async function expectCaught(fault: ClosedFault): Promise<void> {
  expect(ownChecks(fault)).not.toEqual([]);
  const outcomes = (await meetCheaply(fault)).map(({ outcome }) => outcome);
  expect(outcomes).toContain('failed');
  expect(outcomes).not.toContain('errored');
}

export function proveStrength(isOwn: (family: FaultFamily) => boolean): void {
  const own = closedFaults.filter((fault) => isOwn(fault.family) && !waitingFaults.includes(fault));
  describe('every known fault', () => {
    it.each(own)('$id is caught by a check of its own family', expectCaught);
  });
}
