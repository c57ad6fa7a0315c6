import { soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { knowing } from './requests.js';

/** Rewrites a limit before it is parsed. */
const rewritten = (rewrite: (text: string) => string): Change => ({
  limitOf: (text) => sound.limitOf(rewrite(text)),
});

/** Parses limits that match the pattern differently. */
const taken = (form: RegExp, limitOf: (text: string) => number | null): Change => ({
  limitOf: (text) => (form.test(text) ? limitOf(text) : sound.limitOf(text)),
});

const byDefault = (): number => sound.defaultLimit;

export const limitMutants = makeMutants('limit', {
  'PAGE-2': {
    'ignored: every page has 50 rows, regardless of the limit': { limitOf: (text) => sound.limitOf(text) && 50 },
    'default-20: a page without limit has 20 rows': { defaultLimit: 20 },
    'no-maximum: a page may have any number of rows': { maximumLimit: 1_000_000 },
    'maximum-100: a limit above 100 is lowered to 100': { maximumLimit: 100 },
    'above-maximum-refused: a limit above 200 is refused': {
      limitOf: (text) => (Number(text) > 200 ? null : sound.limitOf(text)),
    },
    'huge-refused: a limit of 16 or more digits is refused': taken(/.{16}/, () => null),
    'meta-shows-what-was-asked: meta.limit is the requested limit even if that was lowered': knowing((query) => ({
      envelopeOf: (page) => {
        const asked = Number(query().pairs.find(({ name }) => name === 'limit')?.value ?? page.query.limit);
        return { ...sound.envelopeOf(page), meta: { next: page.cursor, limit: asked } };
      },
    })),
    'zero-is-default: a limit of zero is ignored': taken(/^0+$/, byDefault),
    'negative-is-one: a negative limit is raised to one': taken(/^-\d+$/, () => 1),
    'fraction-cut: the fraction of a limit is cut off': rewritten((text) => text.replace(/\.\d+$/, '')),
    'word-is-default: a limit that is a word is ignored': taken(/^[a-z]+$/i, byDefault),
    'empty-is-default: an empty limit is ignored': taken(/^$/, byDefault),
    'exponent-taken: a limit may be any JavaScript number, such as 1e1': taken(/^(?:\de\d|0x[0-9a-f]+)$/i, Number),
    'spaces-taken: spaces around a limit and a plus sign before it are ignored': rewritten((text) =>
      text.trim().replace(/^\+/, ''),
    ),
    'prefix-read: a limit is read up to the first character that is not a digit': rewritten(
      (text) => /^\d+/.exec(text)?.[0] ?? text,
    ),
  },
  'LIST-3': {
    'one-more: pages have one row more than the limit allows': {
      pageOf: (sorted, query, behaviour) => sound.pageOf(sorted, { ...query, limit: query.limit + 1 }, behaviour),
    },
  },
});
