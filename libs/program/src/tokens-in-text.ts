/** Text that begins like a token and is longer than the prefix in lists, including broken and concatenated tokens. */
const tokens = /rct_[0-9A-Za-z_]{7,}/g;

/** Such text, or a whole word with a JSON payload after a dot: whole, so that each character is examined only once. */
const tokensAndJwts = /rct_[0-9A-Za-z_]{7,}|(?<![\w-])[\w-]+\.eyJ[\w-]*(?:\.[\w-]*)?/g;

/** Every log line is searched, and hardly any contains a JWT. */
const patternFor = (text: string): RegExp => (text.includes('.eyJ') ? tokensAndJwts : tokens);

/** The part of a token that is shown. */
const maskToken = (token: string): string => (token.startsWith('rct_') ? 'rct_…' : 'eyJ…');

/**
 * ERR-5: removes misplaced tokens from a text. Their forms (AUTH-4, AUTH-5) are also found behind any percent-
 * encoding, since readers of a log or response can decode as well.
 */
export function withoutTokens(text: string): string {
  if (!text.includes('%')) return text.replace(patternFor(text), maskToken);
  const { decoded, begins } = decode(text);
  let shown = '';
  let at = 0;
  for (const { 0: token, index } of decoded.matchAll(patternFor(decoded))) {
    shown += `${text.slice(at, begins[index])}${maskToken(token)}`;
    at = begins[index + token.length] ?? text.length;
  }
  return shown + text.slice(at);
}

/** Whether a text contains a token, encoded or not. */
export const holdsToken = (text: string): boolean => withoutTokens(text) !== text;

/** Decodes repeatedly in one pass, and maps each character to its start in the original text. */
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
