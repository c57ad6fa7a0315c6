import { isObject, textOf } from '../json.js';
import { packageFile } from '../package-file.js';

/** How many of the known mutants of a server a run would kill: by its checks that ended, on this data. */
export type MutationScore = ReturnType<typeof mutationScoreOf>;

/** A mutant, and the checks that kill it, each on the subjects on which it did. */
export interface KilledMutant {
  readonly mutant: string;
  readonly killedBy: readonly { readonly check: string; readonly subjects: readonly string[] }[];
}

/** The mutants of the reference server with the checks that killed them, as `npm run mutation-score` recorded them. */
export function killedMutants(): KilledMutant[] {
  const recorded = packageFile('data/killed-mutants.json');
  if (!isObject(recorded)) return [];
  return Object.entries(recorded).map(([mutant, checks]) => ({
    mutant,
    killedBy: Object.entries(isObject(checks) ? checks : {}).map(([check, subjects]) => ({
      check,
      subjects: Array.isArray(subjects) ? subjects.map(textOf) : [],
    })),
  }));
}

/** A run would kill a mutant if one of its checks ran to an end on one of its subjects. */
export function mutationScoreOf(
  mutants: readonly KilledMutant[],
  results: readonly { check: string; subject: string; outcome: string }[],
) {
  const ended = new Set(
    results
      .filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
      .map(({ check, subject }) => `${check} ${subject}`),
  );
  const isKilled = ({ killedBy }: KilledMutant): boolean =>
    killedBy.some(({ check, subjects }) => subjects.some((subject) => ended.has(`${check} ${subject}`)));
  const surviving = mutants.filter((mutant) => !isKilled(mutant)).map(({ mutant }) => mutant);
  return { mutants: mutants.length, killable: mutants.length - surviving.length, surviving };
}
