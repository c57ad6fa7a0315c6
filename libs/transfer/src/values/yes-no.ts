import words from './yes-no.json' with { type: 'json' };
import { fold } from './suggestion.js';

const yes = new Set(words.yes);
const no = new Set(words.no);

/** Parses a word for yes or no; null for other texts. */
export function yesOrNo(text: string): boolean | null {
  if (yes.has(fold(text))) return true;
  return no.has(fold(text)) ? false : null;
}
