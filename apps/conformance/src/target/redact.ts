import type { RawRequest } from './exchange.js';

const redacted = '[token]';

const anyBearer = /(Bearer\s+)[A-Za-z0-9._~+/-]{20,}=*/gi;
const ownTokens = /rct_[0-9A-Za-z]{8,}/g;

/** Removes all given tokens, and everything that looks like a token, from texts that leave the suite. */
export function makeRedactor(tokens: readonly string[]): (text: string) => string {
  const known = [...new Set(tokens.filter((token) => token.length > 0))].sort((a, b) => b.length - a.length);
  return (text) => {
    let rest = text;
    for (const token of known) rest = rest.replaceAll(token, redacted).replaceAll(encodeURIComponent(token), redacted);
    return rest.replace(ownTokens, redacted).replace(anyBearer, (_, scheme: string) => `${scheme}${redacted}`);
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export const shellWord = (text: string): string => (/^[\w./-]+$/.test(text) ? text : quoted(text));

/** Longer bodies make a report unreadable. */
const maxBodyLength = 2000;

/**
 * A request as a shell line to paste. The operator's tokens are shown as variables: $TOKEN, or by their names, such as
 * $LIMITED_TOKEN.
 */
export function curlLine(
  origin: string,
  request: RawRequest,
  redact: (text: string) => string,
  tokens: ReadonlyMap<string, string>,
): string {
  const header = (line: string): string => {
    const [name] = [...tokens].find(([, token]) => line === `Authorization: Bearer ${token}`) ?? [];
    if (name === undefined) return quoted(redact(line));
    // A shell does not expand variables between single quotes.
    return `"Authorization: Bearer $${name === 'first' ? '' : `${name.toUpperCase()}_`}TOKEN"`;
  };
  const parts = ['curl', '-i', '--globoff', '--path-as-is'];
  if (request.method === 'HEAD') parts.push('--head');
  else if (request.method !== 'GET') parts.push('-X', request.method);
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of typeof value === 'string' ? [value] : value) parts.push('-H', header(`${name}: ${one}`));
  }
  if (request.body !== undefined) {
    const body = redact(request.body.toString());
    const shown = body.length > maxBodyLength ? `${body.slice(0, maxBodyLength)}… (${body.length} characters)` : body;
    parts.push('--data-binary', quoted(shown));
  }
  parts.push(quoted(redact(`${origin}${request.path}`)));
  return parts.join(' ');
}
