import { collections } from '@resource-catalogue/contracts';
import { allChecks } from '../src/checks/all-checks.js';
import type { Check } from '../src/kit/check.js';
import { operationName, operations } from '../src/kit/subject.js';
import { type Selection, planTasks } from '../src/run/plan.js';

// The part of the suite in the main run; the rest is for an exhaustive one.

/** Number of parts into which checks and collections are divided; each part of the checks runs on one of the others. */
const manyParts = 3;

export const checkIds = (checks: readonly Check[]): string[] => checks.map(({ id }) => id);

/** Whether a check tries every form of a value in every place, which takes nearly half the requests of a whole run. */
const isOfForms = ({ family, scope }: Check): boolean => family === 'forms' && scope === 'collection';

/** Whether a check runs on all of its subjects: on the server, or on only a few collections or operations. */
const isWhole = (check: Check): boolean =>
  !isOfForms(check) && (check.scope === 'server' || planTasks({}, [check]).length <= 2 * manyParts);

/** The checks that the main run executes on all of their subjects. */
export const wholeChecks = allChecks.filter(isWhole);

const dividedChecks = allChecks.filter((check) => !isWhole(check) && !isOfForms(check));

/** Runs a third of the checks on each third of the collections and their operations. */
const thirds = Array.from({ length: manyParts }, (_, third) => {
  const isIn = (_one: unknown, place: number): boolean => place % manyParts === third;
  const names: readonly string[] = collections.filter(isIn).map(({ name }) => name);
  const ofThird = operations.filter(({ contract }) => names.includes(contract.name));
  return { only: checkIds(dividedChecks.filter(isIn)), subjects: [...names, ...ofThird.map(operationName)] };
});

/** Collections with ranges, with writes and many-to-many filters, and with a tree. */
const ofForms = { only: checkIds(allChecks.filter(isOfForms)), subjects: ['bookings', 'projects', 'spaces'] };

export const parts: readonly Required<Pick<Selection, 'only' | 'subjects'>>[] = [...thirds, ofForms];
