import { closest, distance } from 'fastest-levenshtein';

/** Proposes the known word that was meant; nothing where none is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const folded = fold(word);
  const same = known.find((each) => fold(each) === folded || fold(each.split('.').at(-1) ?? '') === folded);
  if (same !== undefined) return `; did you mean ${same}?`;
  if (known.length === 0) return '';
  const near = closest(folded, known.map(fold));
  const meant = known.find((each) => fold(each) === near);
  return meant !== undefined && distance(folded, near) <= Math.max(1, word.length / 3)
    ? `; did you mean ${meant}?`
    : '';
}

/** A text without what people write differently: case, accents' form, and white space. */
export const fold = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
