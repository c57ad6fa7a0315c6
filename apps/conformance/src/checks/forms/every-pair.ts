import type { CheckContext } from '../context/check-context.js';
import { type Factors, pairsIn, pairwise } from './pairwise.js';

/** Asks a case of the server, and fails where the answer is another than the oracle's. */
export type Look = () => Promise<void>;

/**
 * Looks at cases that cover all pairs, and counts them. `prepare` gives null where the data can show nothing by a case, or,
 * strictly, not all that they might: then the pairs are looked for in others, before anything is asked.
 */
export async function everyPair<Case extends object>(
  context: CheckContext,
  factors: Factors<Case>,
  possible: (two: Partial<Case>) => boolean,
  prepare: (one: Case, strictly: boolean) => Look | null,
): Promise<void> {
  const looks: Look[] = [];
  const tells =
    (strictly: boolean) =>
    (one: Case): boolean => {
      const look = prepare(one, strictly);
      if (look !== null) looks.push(look);
      return look !== null;
    };
  const cases = pairwise(factors, context.random, possible, [tells(true), tells(false)]);
  context.pairs += pairsIn(cases);
  for (const look of looks) await look();
}
