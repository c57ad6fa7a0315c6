export interface Pair {
  readonly raw: string;
  /** The decoded name; the raw one if it cannot be decoded. */
  readonly name: string;
  readonly nameBroken: boolean;
  readonly value: string;
  /** The reason why the value is invalid; null if it may be valid (FILT-9, FILT-11). */
  readonly broken: string | null;
}

export const decodingError = 'The parameter is not valid percent-encoded UTF-8.';

export const pairsOf = (rawQuery: string): Pair[] =>
  rawQuery
    .split('&')
    .filter((raw) => raw !== '')
    .map(parsePair);

function parsePair(raw: string): Pair {
  const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(raw) ?? [];
  const name = decoded(rawName);
  const value = decoded(rawValue);
  const nul = value?.includes('\0') === true ? 'The parameter contains a NUL character.' : null;
  return {
    raw,
    name: name ?? rawName,
    nameBroken: name === null,
    value: value ?? rawValue,
    broken: value === null ? decodingError : nul,
  };
}

/** Decodes `+` as a space and percent-encoded UTF-8 (FILT-11); null if it is invalid. */
function decoded(raw: string): string | null {
  // Node returns bytes beyond ASCII as characters.
  const encoded = raw.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
