import { type Behaviour, soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { mutantOf } from './mutant.js';

const mutant = mutantOf('limit');

/** A limit is read after it was written in another way. */
const rewritten = (rewrite: (text: string) => string): Pick<Behaviour, 'limitOf'> => ({
  limitOf: (text) => sound.limitOf(rewrite(text)),
});

/** Texts of a form are taken for a limit, or for none. */
const taken = (form: RegExp, limitOf: (text: string) => number | null): Pick<Behaviour, 'limitOf'> => ({
  limitOf: (text) => (form.test(text) ? limitOf(text) : sound.limitOf(text)),
});

const byDefault = (): number => sound.defaultLimit;

export const limitMutants = [
  mutant('ignored', 'PAGE-2', 'every page has 50 rows, whatever the limit', {
    limitOf: (text) => sound.limitOf(text) && 50,
  }),
  mutant('default-20', 'PAGE-2', 'a page without limit has 20 rows', { defaultLimit: 20 }),
  mutant('no-maximum', 'PAGE-2', 'a page may have any number of rows', { maximumLimit: 1_000_000 }),
  mutant('maximum-100', 'PAGE-2', 'a limit above 100 is lowered to 100', { maximumLimit: 100 }),
  mutant('above-maximum-refused', 'PAGE-2', 'a limit above 200 is refused', {
    limitOf: (text) => (Number(text) > 200 ? null : sound.limitOf(text)),
  }),
  mutant('huge-refused', 'PAGE-2', 'a limit of more digits than an integer has is refused', () =>
    taken(/.{16}/, () => null),
  ),
  mutant('meta-shows-what-was-asked', 'PAGE-2', 'meta.limit of a lowered limit says what was asked for', () => {
    let asked = 0;
    return {
      limitOf: (text) => {
        asked = Number(text);
        return sound.limitOf(text);
      },
      envelopeOf: (page) => {
        const { limit } = page.query;
        return {
          ...sound.envelopeOf(page),
          meta: { next: page.cursor, limit: limit === 200 && asked > 200 ? asked : limit },
        };
      },
    };
  }),
  mutant('one-more', 'LIST-3', 'pages have one row more than the limit', {
    pageOf: (sorted, query, behaviour) => sound.pageOf(sorted, { ...query, limit: query.limit + 1 }, behaviour),
  }),
  mutant('zero-is-default', 'PAGE-2', 'a limit of zero is no limit', () => taken(/^0+$/, byDefault)),
  mutant('negative-is-one', 'PAGE-2', 'a negative limit is raised to one', () => taken(/^-\d+$/, () => 1)),
  mutant('fraction-cut', 'PAGE-2', 'a fraction of a limit is cut off', () =>
    rewritten((text) => text.replace(/\.\d+$/, '')),
  ),
  mutant('word-is-default', 'PAGE-2', 'a limit that is a word is no limit', () => taken(/^[a-z]+$/i, byDefault)),
  mutant('empty-is-default', 'PAGE-2', 'an empty limit is no limit', () => taken(/^$/, byDefault)),
  mutant('exponent-taken', 'PAGE-2', 'a limit may be any number of the language, such as 1e1', () =>
    taken(/^(?:\de\d|0x[0-9a-f]+)$/i, Number),
  ),
  mutant('spaces-taken', 'PAGE-2', 'spaces and signs around a limit are passed over', () =>
    rewritten((text) => text.trim().replace(/^\+/, '')),
  ),
  mutant('prefix-read', 'PAGE-2', 'a limit is read as far as it is a number', () =>
    rewritten((text) => /^\d+/.exec(text)?.[0] ?? text),
  ),
];
