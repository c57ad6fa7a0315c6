/** What stands in every report where a token stood. */
const redacted = '[token]';

const anyBearer = /(Bearer\s+)[A-Za-z0-9._~+/-]{20,}=*/gi;
const ownTokens = /rct_[0-9A-Za-z]{8,}/g;

/** Removes every given token, and whatever looks like one, from a text that leaves the suite. */
export function redactor(tokens: readonly string[]): (text: string) => string {
  const known = [...new Set(tokens.filter((token) => token.length > 0))].sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const token of known)
      clean = clean.replaceAll(token, redacted).replaceAll(encodeURIComponent(token), redacted);
    return clean.replace(ownTokens, redacted).replace(anyBearer, (_, scheme: string) => `${scheme}${redacted}`);
  };
}
