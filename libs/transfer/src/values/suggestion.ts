import { nearest } from './proposals.js';

/** A "did you mean" hint with the closest known word, also by the last part of its path; empty if none is close. */
export function suggestion(word: string, known: readonly string[]): string {
  const sameEnd = known.find((each) => fold(each.split('.').at(-1) ?? '') === fold(word));
  const meant = sameEnd ?? nearest(word, known, 0.5);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** Normalises case, Unicode form and white space. */
export const fold = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
