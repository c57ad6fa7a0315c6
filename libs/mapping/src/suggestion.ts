import { closest, distance } from 'fastest-levenshtein';

/** Proposes the known word that was meant; nothing where none is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const folded = fold(word);
  const same = known.find((each) => [each, each.split('.').at(-1) ?? ''].some((name) => fold(name) === folded));
  if (same !== undefined) return `; did you mean ${same}?`;
  if (known.length === 0) return '';
  const near = closest(folded, known.map(fold));
  const isNear = distance(folded, near) <= Math.min(4, Math.max(1, word.length / 2));
  const meant = known.find((each) => fold(each) === near);
  return isNear && meant !== undefined ? `; did you mean ${meant}?` : '';
}

/** A text without what people write differently: its case, its Unicode form, and its white space. */
export const fold = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
