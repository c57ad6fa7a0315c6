import type { Json, valueDifferences } from '../json.js';

export const clip = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

const maxLength = 200;

/**
 * Shortens two different texts to the part around their first difference, with code points if they differ in a space
 * or beyond ASCII.
 */
export function contrast(one: string, other: string): readonly [one: string, other: string] {
  const at = firstDifference(one, other);
  const start = Math.max(0, at - maxLength / 2);
  const isAlike = [one, other].some((text) => /^[^\x21-\x7e]/.test(text.slice(at)));
  const shorten = (text: string): string => {
    const short = `${start > 0 ? '…' : ''}${clip(text.slice(start), maxLength)}`;
    return isAlike ? `${short} (${codePoints(text.slice(at))})` : short;
  };
  return [shorten(one), shorten(other)];
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  // A pair of surrogates is one character.
  return /^[\udc00-\udfff]/.test(one.slice(at)) && at > 0 ? at - 1 : at;
}

function codePoints(text: string): string {
  const codes = [...text].slice(0, 4).map((sign) => sign.codePointAt(0) ?? 0);
  return codes.length === 0 ? 'ends here' : codes.map((code) => `U+${hex(code)}`).join(' ');
}

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

const quoted = (value: Json | undefined): string => JSON.stringify(value) ?? 'absent';

/** Both values at each place where two responses differ, with their sources. */
export const differenceNotes = (values: ReturnType<typeof valueDifferences>, first: string, second: string): string[] =>
  values.map(({ path, one, other }) => {
    const [left, right] = contrast(quoted(one), quoted(other));
    return `${path}: ${left} ${first}, ${right} ${second}.`;
  });

export function listSome(ids: readonly string[], max = 3): string {
  const more = ids.length - max;
  return more > 0 ? `${ids.slice(0, max).join(', ')} and ${more} more` : ids.join(', ');
}
