import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  type CheckName,
  type Pair,
  soundBehaviour as sound,
  type ValidationError,
} from '@resource-catalogue/reference-server';

import type { Change } from './mutant.js';

// Changes to how requests are checked and parsed.

export const hour = 3_600_000;

export const ignoring = (collection: CollectionName, field: string): Change => ({
  testsOf: (tests, { name }) => tests.filter(({ filter }) => name !== collection || filter.field !== field),
});

/** Ignores errors with this code, in some places or in all. */
export const tolerating = (code: ValidationError['code'], at = /(?:)/): Change => ({
  tolerates: (error) => error.code === code && at.test(error.at),
});

/** Rewrites the query string before it is parsed. */
export const rewritten = (pattern: RegExp, by: string): Change => ({
  pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery.replace(pattern, by), contract),
});

/** Makes a change that depends on the query of the request, as sent and as parsed. */
export const knowing = (change: (query: () => { sent: string; pairs: readonly Pair[] }) => Change) => (): Change => {
  let query: ReturnType<Parameters<typeof change>[0]> = { sent: '', pairs: [] };
  const pairsOf: Behaviour['pairsOf'] = (sent, contract) => {
    query = { sent, pairs: sound.pairsOf(sent, contract) };
    return query.pairs;
  };
  return { pairsOf, ...change(() => query) };
};

/** Throws the refusal if a part of the query matches. */
export const refusing = (pattern: RegExp, refusal: () => Error): Change => ({
  pairsOf: (rawQuery, contract) => {
    if (pattern.test(rawQuery)) throw refusal();
    return sound.pairsOf(rawQuery, contract);
  },
});

/** Moves one check of a request before another. */
export const before = (early: CheckName, late: CheckName): Change => ({
  checks: sound.checks.flatMap((name) => (name === late ? [early, late] : name === early ? [] : [name])),
});
