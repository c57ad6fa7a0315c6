import { nearest } from '@resource-catalogue/transfer';

/** Proposes the known word that was meant, also by the last part of its path; nothing where none is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const sameEnd = known.find((each) => fold(each.split('.').at(-1) ?? '') === fold(word));
  const meant = sameEnd ?? nearest(word, known, 0.5);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** A text without what people write differently: its case, its Unicode form, and its white space. */
export const fold = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
