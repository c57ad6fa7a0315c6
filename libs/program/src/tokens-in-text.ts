/** Whatever begins like a token, and shows more of it than a list of tokens does: broken ones, and some in a row, too. */
const tokens = /rct_[0-9A-Za-z_]{7,}/g;

/** The same, and whatever has a payload of JSON behind a dot: a whole word, so that each character is looked at but once. */
const tokensAndJwts = /rct_[0-9A-Za-z_]{7,}|(?<![\w-])[\w-]+\.eyJ[\w-]*(?:\.[\w-]*)?/g;

/** Every line of the log is looked through, and hardly any has a JWT. */
const patternFor = (text: string): RegExp => (text.includes('.eyJ') ? tokensAndJwts : tokens);

/** What of a token is shown. */
const shownOf = (token: string): string => (token.startsWith('rct_') ? 'rct_…' : 'eyJ…');

/**
 * ERR-5: a text without the tokens that a client sent where none belongs. They have forms of their own (AUTH-4, AUTH-5),
 * which are looked for behind any percent-encoding: whoever reads a log or an answer can decode as well.
 */
export function withoutTokens(text: string): string {
  if (!text.includes('%')) return text.replace(patternFor(text), shownOf);
  const { decoded, begins } = decode(text);
  let shown = '';
  let at = 0;
  for (const { 0: token, index } of decoded.matchAll(patternFor(decoded))) {
    shown += `${text.slice(at, begins[index])}${shownOf(token)}`;
    at = begins[index + token.length] ?? text.length;
  }
  return shown + text.slice(at);
}

/** Whether a text holds a token, encoded or not. */
export const holdsToken = (text: string): boolean => withoutTokens(text) !== text;

/** Decodes as often as there is anything to decode, in one pass, and tells where in the text each character begins. */
function decode(text: string): { decoded: string; begins: number[] } {
  const characters: string[] = [];
  const begins: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    characters.push(text.charAt(at));
    begins.push(at);
    // A decoded character may complete another escape: %2572 is %72, which is r.
    while (characters.at(-3) === '%') {
      const digits = characters.slice(-2).join('');
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) break;
      characters.splice(-3, 3, String.fromCharCode(Number.parseInt(digits, 16)));
      begins.splice(-2);
    }
  }
  return { decoded: characters.join(''), begins };
}
