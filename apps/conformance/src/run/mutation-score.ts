import { isObject, type Json, type JsonObject, toText, valuesAt } from '../json.js';
import { packageFile } from '../package-file.js';
import type { Result } from './result.js';

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

/** The number of known mutants that a run would kill with its completed checks, on this data. */
export type MutationScore = ReturnType<typeof countMutationScore>;

/**
 * The number of generated faults that the whole suite caught. The sample is not used for tuning, and each release draws
 * it with another seed.
 */
export type GeneratedScore = ReturnType<typeof generatedScore>;

/** The generated faults, as `npm run generated-faults` recorded them. */
export const recordedFaults = (): readonly JsonObject[] =>
  valuesAt(packageFile(generatedFaultsFile), 'faults[]').filter(isObject);

export const generatedFaultsFile = 'data/generated-faults.json';

export function generatedScore() {
  const faults = recordedFaults();
  return { faults: faults.length, caught: faults.filter(({ caught_by: by = null }) => by !== null).length };
}

/** Both scores in a sentence. */
export const mutationScoreText = ({ killable, mutants, generated }: MutationScore): string =>
  `on this data this run would kill ${killable} of ${mutants} known mutants of a server; ` +
  `the whole suite caught ${generated.caught} of ${generated.faults} generated faults that it was not tuned on`;

/** Whether a check that killed the mutant was completed on one of its subjects. */
export function countMutationScore(mutants: ReadonlyMap<string, Killers>, results: readonly Result[]) {
  const ended = results.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  const shown = new Set(ended.map(({ check, subject }) => `${check} ${subject}`));
  const isKilled = ([check, subjects]: [string, readonly string[]]): boolean =>
    subjects.some((subject) => shown.has(`${check} ${subject}`));
  const surviving = [...mutants].filter(([, by]) => !Object.entries(by).some(isKilled)).map(([mutant]) => mutant);
  const killable = mutants.size - surviving.length;
  return { mutants: mutants.size, killable, surviving, generated: generatedScore() };
}
