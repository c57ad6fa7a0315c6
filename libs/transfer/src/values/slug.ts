import { createHash } from 'node:crypto';
import { cutSlug, latinSlug, maximumSlugLength, memoize } from '@resource-catalogue/contracts';
import slugify from '@sindresorhus/slugify';

/** Runs of letters and digits of other scripts, and single Latin letters beyond a-z. */
const otherLetters = /(?:(?!\p{Script=Latin}|\d)[\p{L}\p{N}]\p{M}*)+|(?![a-z])\p{Script=Latin}\p{M}*/giu;

/** Letters without a sound; a slug does not need them. */
const silentLetters = new Set('ьъЬЪ');

const transliterate = (letters: string): string => slugify(letters, { decamelize: false });

const isUnknown = memoize((letter) => !silentLetters.has(letter) && transliterate(letter) === '', 10_000);

const digestLength = 10;

/** Ignores case and white space, like the rest of a slug. Do not change it: stored slugs depend on it. */
function digest(name: string): string {
  const text = name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return createHash('sha256').update(text).digest('hex').slice(0, digestLength);
}

/**
 * Derives a slug from a name, the same for each import: as `POST /projects` does, with other scripts transliterated. A
 * digest of the name replaces what a slug cannot keep: letters of scripts like Han, and what exceeds the length.
 */
export function toSlug(name: string): string {
  if (name.trim() === '') return '';
  let isComplete = true;
  const latin = name.normalize('NFKC').replaceAll(otherLetters, (letters) => {
    if (latinSlug(letters) !== '') return letters;
    isComplete &&= !(letters.match(/[\p{L}\p{N}]/gu) ?? []).some(isUnknown);
    return transliterate(letters);
  });
  const slug = latinSlug(latin);
  if (isComplete && slug !== '' && slug.length <= maximumSlugLength) return slug;
  return `${cutSlug(slug, maximumSlugLength - digestLength - 1) || 'x'}-${digest(name)}`;
}
