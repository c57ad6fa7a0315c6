import { isObject, type Json, type JsonObject, toText, valuesAt } from '../../src/json.js';
import { packageFile } from '../../src/package-file.js';

/** The checks that killed a mutant and the subjects on which they did, the cheapest first. */
export type Killers = Readonly<Record<string, readonly string[]>>;

const subjectsIn = (subjects: Json): string[] => (Array.isArray(subjects) ? subjects.map(toText) : []);

/** The mutants of the reference server and the checks that killed them, as recorded by `npm run mutation-score`. */
export function killedMutants(): ReadonlyMap<string, Killers> {
  const recorded = packageFile('data/killed-mutants.json');
  const entries = Object.entries(isObject(recorded) ? recorded : {}).map(([mutant, checks]): [string, Killers] => {
    const known = Object.entries(isObject(checks) ? checks : {});
    return [mutant, Object.fromEntries(known.map(([check, subjects]) => [check, subjectsIn(subjects)]))];
  });
  return new Map(entries);
}

/** The generated faults, as `npm run generated-faults` recorded them. */
export const recordedFaults = (): readonly JsonObject[] =>
  valuesAt(packageFile(generatedFaultsFile), 'faults[]').filter(isObject);

export const generatedFaultsFile = 'data/generated-faults.json';

export function generatedScore() {
  const faults = recordedFaults();
  return { faults: faults.length, caught: faults.filter(({ caught_by: by = null }) => by !== null).length };
}
