import { existsSync, readFileSync } from 'node:fs';
import { isObject, parseJson, textOf } from '../json.js';
import type { KnownFault } from '../run/power.js';

/** Where the data lies, seen from the sources and from what is built of them. */
const places = ['../../data/catches.json', '../../../data/catches.json'];

/** The faults of the self-test with the checks that caught them, as `npm run strength` found them. */
export function knownFaults(): KnownFault[] {
  const file = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  const catches = file && parseJson(readFileSync(file, 'utf8'));
  if (!isObject(catches)) return [];
  return Object.entries(catches).map(([fault, checks]) => ({
    fault,
    caughtBy: Object.entries(isObject(checks) ? checks : {}).map(([check, subjects]) => ({
      check,
      subjects: Array.isArray(subjects) ? subjects.map(textOf) : [],
    })),
  }));
}
