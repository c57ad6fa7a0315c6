import { collections } from '@resource-catalogue/contracts';
import { allChecks } from '../src/checks/all-checks.js';
import type { Check } from '../src/checks/context/check.js';
import { nameOf, operations } from '../src/checks/context/subject.js';
import { type Selection, tasksOf } from '../src/run/plan.js';

// The part of the suite in the main run; the rest is for an exhaustive one.

/** Into so many parts both the checks and the collections are divided: those of one part meet each other. */
const manyParts = 3;

export const idsOf = (checks: readonly Check[]): string[] => checks.map(({ id }) => id);

/** Asks a collection for every form of a value in every place: nearly half of a whole run's requests. */
const isOfForms = ({ family, scope }: Check): boolean => family === 'forms' && scope === 'collection';

/** Looks at the whole server, or at so few places that none is left out. */
const isWhole = (check: Check): boolean =>
  !isOfForms(check) && (check.scope === 'server' || tasksOf([check]).length <= 2 * manyParts);

/** The checks that the main run makes everywhere. */
export const wholeChecks = allChecks.filter(isWhole);

const dividedChecks = allChecks.filter((check) => !isWhole(check) && !isOfForms(check));

/** Each check on a third of the collections and of their operations, so that each of those meets a third of the checks. */
const thirds = Array.from({ length: manyParts }, (_, third) => {
  const isIn = (_one: unknown, place: number): boolean => place % manyParts === third;
  const names: readonly string[] = collections.filter(isIn).map(({ name }) => name);
  const ofThird = operations.filter(({ contract }) => names.includes(contract.name));
  return { only: idsOf(dividedChecks.filter(isIn)), subjects: [...names, ...ofThird.map(nameOf)] };
});

/** With ranges, with writes and many-to-many filters, with a tree. */
const ofForms = { only: idsOf(allChecks.filter(isOfForms)), subjects: ['bookings', 'projects', 'spaces'] };

export const parts: readonly Required<Pick<Selection, 'only' | 'subjects'>>[] = [...thirds, ofForms];
