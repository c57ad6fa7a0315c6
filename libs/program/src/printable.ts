import { escapeControls } from './control-characters.js';
import { withoutTokens } from './tokens-in-text.js';

const maxLength = 2000;

/**
 * Makes a text from a file or another server safe to print on one line: no control characters, no tokens, limited
 * length.
 */
export function printable(text: string): string {
  // Redacting shortens a text, so begin with more than fits.
  const line = escapeControls(withoutTokens(text.slice(0, 4 * maxLength))).replaceAll('\n', '\\n');
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
