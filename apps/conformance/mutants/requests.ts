import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  type CheckName,
  type Pair,
  soundBehaviour as sound,
  type ValidationError,
} from '@resource-catalogue/reference-server';

import type { Change } from './mutant.js';

// How mutants check and read requests otherwise.

export const hour = 3_600_000;

export const ignoring = (collection: CollectionName, field: string): Change => ({
  testsOf: (tests, { name }) => tests.filter(({ filter }) => name !== collection || filter.field !== field),
});

/** Errors of a code are passed over, at some places or at any. */
export const tolerating = (code: ValidationError['code'], at = /(?:)/): Change => ({
  tolerates: (error) => error.code === code && at.test(error.at),
});

/** The query string is read after it was written in another way. */
export const rewritten = (pattern: RegExp, by: string): Change => ({
  pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery.replace(pattern, by), contract),
});

/** A change that depends on the query of the request, as it was sent and as it is read. */
export const knowing = (change: (query: () => { sent: string; pairs: readonly Pair[] }) => Change) => (): Change => {
  let query: ReturnType<Parameters<typeof change>[0]> = { sent: '', pairs: [] };
  const pairsOf: Behaviour['pairsOf'] = (sent, contract) => {
    query = { sent, pairs: sound.pairsOf(sent, contract) };
    return query.pairs;
  };
  return { pairsOf, ...change(() => query) };
};

/** Ignores the whole query if a part of it matches. */
export const refusing = (pattern: RegExp, refusal: () => Error): Change => ({
  pairsOf: (rawQuery, contract) => {
    if (pattern.test(rawQuery)) throw refusal();
    return sound.pairsOf(rawQuery, contract);
  },
});

/** The checks of a request in another order: one of them comes before another. */
export const before = (early: CheckName, late: CheckName): Change => ({
  checks: sound.checks.flatMap((name) => (name === late ? [early, late] : name === early ? [] : [name])),
});
