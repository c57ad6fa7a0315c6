import { isObject, type Json, textOf } from '../json.js';
import { packageFile } from '../package-file.js';
import type { Result } from './result.js';

/** What killed a mutant: checks, and the subjects on which they did, the cheapest first. */
export type Killers = Readonly<Record<string, readonly string[]>>;

const subjectsIn = (subjects: Json): string[] => (Array.isArray(subjects) ? subjects.map(textOf) : []);

/** The mutants of the reference server with the checks that killed them, as `npm run mutation-score` recorded them. */
export function killedMutants(): ReadonlyMap<string, Killers> {
  const recorded = packageFile('data/killed-mutants.json');
  const entries = Object.entries(isObject(recorded) ? recorded : {}).map(([mutant, checks]): [string, Killers] => {
    const known = Object.entries(isObject(checks) ? checks : {});
    return [mutant, Object.fromEntries(known.map(([check, subjects]) => [check, subjectsIn(subjects)]))];
  });
  return new Map(entries);
}

/** How many of the known mutants of a server a run would kill: by its checks that ended, on this data. */
export type MutationScore = ReturnType<typeof mutationScoreOf>;

/** A run would kill a mutant if one of its checks ran to an end on one of its subjects. */
export function mutationScoreOf(mutants: ReadonlyMap<string, Killers>, results: readonly Result[]) {
  const ended = results.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  const shown = new Set(ended.map(({ check, subject }) => `${check} ${subject}`));
  const isKilled = ([check, subjects]: [string, readonly string[]]): boolean =>
    subjects.some((subject) => shown.has(`${check} ${subject}`));
  const surviving = [...mutants].filter(([, by]) => !Object.entries(by).some(isKilled)).map(([mutant]) => mutant);
  return { mutants: mutants.size, killable: mutants.size - surviving.length, surviving };
}
