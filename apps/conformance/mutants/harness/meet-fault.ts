import { makeDataset } from '@resource-catalogue/reference-server';
import { findCheck } from '../../src/checks/all-checks.js';
import { everyAnswer } from '../../src/checks/every-answer/every-answer.js';
import { operationName, operations } from '../../src/kit/subject.js';
import { grouped } from '../../src/grouped.js';
import { killedMutants } from './recorded-kills.js';
import { TargetError } from '../../src/run/probe.js';
import { TransportError } from '../../src/target/wire.js';
import { mutants } from '../all-mutants.js';
import { findCollection, type Fault, withFault } from '../generated/fault.js';
import { measure } from './measure.js';

/** The check that caught a fault, and its subject. */
export interface Caught {
  readonly check: string;
  readonly subject: string;
}

/** Stands for a run that fails because the server cannot be checked at all. */
export const byRun: Caught = { check: 'run', subject: 'run' };

/** A sample of collections: with ranges, with writes and many-to-many filters, with a tree. */
const someCollections: readonly string[] = ['bookings', 'projects', 'spaces'];

/**
 * Runs the checks that kill known mutants of the same function, then the whole suite, on the collections that the fault
 * can affect; null if no check fails.
 */
export async function meetFault(fault: Fault): Promise<Caught | null> {
  const collection = findCollection(fault.circumstances);
  const names = collection === null ? someCollections : [collection];
  const own = operations.filter(({ contract }) => names.includes(contract.name)).map(operationName);
  const subjects = [...names, ...own, 'server'];
  const only = checksOfSeam(fault.seam);
  const early = only.length === 0 ? null : await firstFailure(fault, { only, subjects });
  return early ?? firstFailure(fault, { only: [], subjects });
}

const maxChecks = 8;

/** The checks that kill the most known mutants of a function of the behaviour. */
function checksOfSeam(seam: string): string[] {
  const dataset = makeDataset('rich', 1);
  const own = mutants.filter(({ behaviour }) => seam in behaviour(dataset));
  const killers = own.flatMap(({ id }) => Object.keys(killedMutants().get(id) ?? {}));
  const byCheck = [
    ...grouped(
      killers.filter((check) => findCheck(check) && !(check in everyAnswer)),
      (check) => check,
    ),
  ];
  return byCheck
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, maxChecks)
    .map(([check]) => check);
}

interface Choice {
  readonly only: readonly string[];
  readonly subjects: readonly string[];
}

/** The failure that took the fewest requests; null if no check fails. */
export async function firstFailure(fault: Fault, choice: Choice): Promise<Caught | null> {
  try {
    const results = await measure({ size: 'rich', behaviour: withFault(fault) }, { ...choice, inProcess: true });
    const failed = results.filter(({ outcome }) => outcome === 'failed').sort((a, b) => a.requests - b.requests);
    const [first] = failed;
    return first === undefined ? null : { check: first.check, subject: first.subject };
  } catch (error) {
    if (error instanceof TransportError || error instanceof TargetError) return byRun;
    throw error;
  }
}
