import { collections } from '@resource-catalogue/contracts';
import type { Check } from '../src/checks/context/check.js';
import { nameOf, operations } from '../src/checks/context/subject.js';
import { tasksOf } from '../src/run/plan.js';
import { formChecks, idsOf, otherChecks, sampledCollections } from './exhaustive.js';

/** Into so many parts both the checks and the collections are divided: those of one part meet each other. */
const manyParts = 3;

/** What looks at the whole server, or at so few places that none is left out. */
const isWhole = (check: Check): boolean => check.scope === 'server' || tasksOf([check]).length <= 2 * manyParts;

/** The checks that the main run makes everywhere. */
export const wholeChecks = otherChecks.filter(isWhole);

const dividedChecks = otherChecks.filter((check) => !isWhole(check));

interface Part {
  readonly only: readonly string[];
  readonly subjects: readonly string[];
}

/** Each check on a third of the collections and of their operations, so that each of those meets a third of the checks. */
const thirds = Array.from({ length: manyParts }, (_, third): Part => {
  const isIn = (_: unknown, place: number): boolean => place % manyParts === third;
  const names: readonly string[] = collections.filter(isIn).map(({ name }) => name);
  const ofThird = operations.filter(({ contract }) => names.includes(contract.name));
  return { only: idsOf(dividedChecks.filter(isIn)), subjects: [...names, ...ofThird.map(nameOf)] };
});

/** What the main run makes of the others. */
export const parts: readonly Part[] = [...thirds, { only: idsOf(formChecks), subjects: sampledCollections }];
