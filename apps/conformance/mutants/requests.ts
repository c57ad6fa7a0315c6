import type { CollectionName } from '@resource-catalogue/contracts';
import {
  type Behaviour,
  type CheckName,
  soundBehaviour as sound,
  type ValidationError,
} from '@resource-catalogue/reference-server';

// How mutants check and read requests otherwise.

/** In milliseconds. */
export const hour = 3_600_000;

/** A filter is accepted and changes nothing. */
export const ignoring = (collection: CollectionName, field: string): Pick<Behaviour, 'testsOf'> => ({
  testsOf: (tests, { name }) => tests.filter(({ filter }) => name !== collection || filter.field !== field),
});

/** Errors of a code are passed over, at some places or at any. */
export const tolerating = (code: ValidationError['code'], at = /(?:)/): Pick<Behaviour, 'tolerates'> => ({
  tolerates: (error) => error.code === code && at.test(error.at),
});

/** The query string is read after it was written in another way. */
export const rewritten = (pattern: RegExp, by: string): Pick<Behaviour, 'pairsOf'> => ({
  pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery.replace(pattern, by), contract),
});

/** Nothing of a query is read if something of it is so. */
export const refusing = (pattern: RegExp, refusal: () => Error): Pick<Behaviour, 'pairsOf'> => ({
  pairsOf: (rawQuery, contract) => {
    if (pattern.test(rawQuery)) throw refusal();
    return sound.pairsOf(rawQuery, contract);
  },
});

/** The checks of a request in another order: one of them comes before another. */
export const before = (early: CheckName, late: CheckName): Pick<Behaviour, 'checks'> => ({
  checks: sound.checks.flatMap((name) => (name === late ? [early, late] : name === early ? [] : [name])),
});
