import type { KnownFault } from '../run/power.js';
import { catches } from './catches.js';

/** The faults of the self-test with the checks that caught them, as the last run of its strength test found. */
export function knownFaults(): KnownFault[] {
  return Object.entries(catches).map(([fault, checks]) => ({
    fault,
    caughtBy: Object.entries(checks).map(([check, subjects]) => ({ check, subjects })),
  }));
}
