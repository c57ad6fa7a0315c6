export interface Pair {
  readonly raw: string;
  /** The decoded name; the raw one if it cannot be decoded. */
  readonly name: string;
  readonly value: string;
  /** The reason why the pair is invalid; null if it is valid (FILT-9, FILT-11). */
  readonly broken: string | null;
  readonly nameBroken: boolean;
}

export function pairsOf(rawQuery: string): Pair[] {
  return rawQuery
    .split('&')
    .filter((raw) => raw !== '')
    .map(parsePair);
}

function parsePair(raw: string): Pair {
  const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(raw) ?? [];
  const name = decoded(rawName);
  const value = decoded(rawValue);
  const broken = name === null || value === null ? 'The parameter is not valid percent-encoded UTF-8.' : null;
  const nul = value?.includes('\0') === true ? 'The parameter contains a NUL character.' : null;
  return { raw, name: name ?? rawName, value: value ?? rawValue, broken: broken ?? nul, nameBroken: name === null };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes `+` as a space and percent-encoded UTF-8 (FILT-11); null if either is invalid. */
function decoded(raw: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(raw)) return null;
  const bytes = raw
    .replaceAll('+', ' ')
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  try {
    return strictUtf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return null;
  }
}
