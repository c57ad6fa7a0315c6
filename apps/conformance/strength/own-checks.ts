import { faults, type FaultId } from '../self-test/faults/catalogue.js';
import type { FaultFamily } from '../self-test/faults/fault.js';
import { everyAnswer } from '../src/checks/every-answer.js';
import { knownFaults } from '../src/power/known-faults.js';
import { checkOf } from '../src/registry/registry.js';
import type { KnownFault } from '../src/run/power.js';
import type { Result } from '../src/run/result.js';
import { familiesOf, measure } from './measure.js';
import { openFaults } from './open-faults.js';

export interface ClosedFault {
  readonly id: FaultId;
  readonly family: FaultFamily;
}

/** The faults that a check must catch. */
export const closedFaults: readonly ClosedFault[] = faults.filter(({ id }) => openFaults[id] === undefined);

const known = new Map(knownFaults().map(({ fault, caughtBy }) => [fault, caughtBy]));

/** More than one are tried, since a machine that is busy may be late for one that looks at times. */
const mostTries = 3;

/** What is known to catch a fault in its own families, the cheapest first. */
export function ownChecks({ id, family }: ClosedFault): KnownFault['caughtBy'] {
  return (known.get(id) ?? []).filter(({ check }) => {
    const one = checkOf(check)?.family;
    return one !== undefined && familiesOf[family].includes(one);
  });
}

/**
 * Meets a fault with the cheapest check that is known to catch it, on one subject. What looks at every answer needs the
 * answers that the other checks of its family get.
 */
export async function meetCheaply(fault: ClosedFault, seed = 1): Promise<readonly Result[]> {
  const server = { world: 'rich', fault: fault.id } as const;
  for (const { check, subjects } of ownChecks(fault)
    .filter((one) => !(one.check in everyAnswer))
    .slice(0, mostTries)) {
    const results = await measure(server, { only: [check], subjects: subjects.slice(0, 1), seed, shortcut: true });
    if (results.some(({ outcome }) => outcome === 'failed' || outcome === 'errored')) return results;
  }
  return meetWholly(fault, seed);
}

/** Meets a fault with all checks of its own families. */
export function meetWholly({ id, family }: ClosedFault, seed = 1): Promise<readonly Result[]> {
  return measure({ world: 'rich', fault: id }, { only: familiesOf[family], seed, shortcut: true });
}
