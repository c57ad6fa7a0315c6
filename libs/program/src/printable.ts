import { escapeControls } from './control-characters.js';
import { withoutTokens } from './tokens-in-text.js';

const maxLength = 2000;

/** A text with parts from a file or another server, as one line that is safe to print: no controls, no tokens, not endless. */
export function printable(text: string): string {
  // Redacting makes a text shorter, so more of it than can be shown is looked through.
  const line = escapeControls(withoutTokens(text.slice(0, 4 * maxLength))).replaceAll('\n', '\\n');
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
