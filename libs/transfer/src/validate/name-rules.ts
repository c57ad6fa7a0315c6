import { type Detail, refusal } from '../import-errors.js';
import { isSheetError } from '../values/damaged-names.js';

const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * Characters that a reader does not see or that change the direction of the text: control characters, line separators,
 * and bidirectional embeddings, overrides and isolates. Other scripts and emoji need joiners, marks and zero-width spaces.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u202a-\u202e\u2060-\u2069\ufeff]|(?<![^\0-\u024f])[\u061c\u200b-\u200f]/u;

export const isBlank = (value: unknown): boolean => typeof value === 'string' && blank.test(value);
export const blankProblem: Detail = ['must have visible characters'];

/** What is wrong with a name, number or code; null for good ones, and for empty ones, which the database checks. */
export function nameProblem(value: string): Detail | null {
  if (isBlank(value)) return blankProblem;
  if (isSheetError(value)) return refusal('must be a name', value, null, ', an error of a spreadsheet program');
  const found = invisible.exec(value);
  if (found === null) return null;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const cleaned = value
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(everyInvisible, '')
    .trim();
  return refusal(`must not have invisible characters such as U+${code}`, value, cleaned);
}

const everyInvisible = new RegExp(invisible.source, 'gu');
