import { fold } from './proposals.js';

/** Words for yes and no in the languages whose tables are recognised, and in check boxes. */
const yes = new Set(
  'true|yes|y|1|x|✓|✔|☑|ja|j|wahr|oui|vrai|sí|si|sì|sim|vero|verdadero|tak|ano|kyllä|on|ein'.split('|'),
);
const no = new Set('false|no|n|0|-|–|✗|✘|☐|nein|falsch|non|faux|não|nao|nie|ne|nee|nej|ei|falso|off|aus'.split('|'));

/** Parses a word for yes or no; null for other texts. */
export function yesOrNo(text: string): boolean | null {
  if (yes.has(fold(text))) return true;
  return no.has(fold(text)) ? false : null;
}
