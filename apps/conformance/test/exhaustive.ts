import type { CollectionName } from '@resource-catalogue/contracts';
import { allChecks } from '../src/checks/all-checks.js';
import type { Check } from '../src/checks/context/check.js';

/** Whether a run takes the minutes for every case; the main run takes a few that stand for them (see CONTRIBUTING.md). */
export const exhaustive = process.env['EXHAUSTIVE'] !== undefined;

/** The seeds with which the sound reference server must pass everything, from 1 on. */
export const manySeeds = 50;

const asksForEveryForm = ({ family, scope }: Check): boolean => family === 'forms' && scope === 'collection';

/** Checks that ask a collection for every form of a value in every place: nearly half of a whole run's requests. */
export const formChecks = allChecks.filter(asksForEveryForm);
export const otherChecks = allChecks.filter((check) => !asksForEveryForm(check));

/** The collections on which the main run makes those: with ranges, with writes and many-to-many filters, with a tree. */
export const sampledCollections: readonly CollectionName[] = ['bookings', 'projects', 'spaces'];

export const idsOf = (checks: readonly Check[]): string[] => checks.map(({ id }) => id);
