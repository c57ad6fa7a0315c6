import type { ValidationError } from './list-query.js';
import type { Pair } from './query-pairs.js';

/** The result of parsing one value: the value, or why it is rejected. */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly detail: string };

export function accept<T>(value: T): ParseResult<T> {
  return { ok: true, value };
}

export function reject(code: string, detail: string): ParseResult<never> {
  return { ok: false, code, detail };
}

/** The result of parsing all pairs of one parameter: the value, if any, and every error. */
export interface Parsed<T> {
  readonly value: T | undefined;
  readonly errors: readonly ValidationError[];
}

/**
 * Parses a parameter that may be given once (FILT-9). If it is repeated, every value is still validated, so that the
 * response reports all errors (ERR-2).
 */
export function parseSingle<T>(
  pairs: readonly Pair[],
  parse: (text: string) => ParseResult<T>,
  decodingCode = 'invalid_value',
): Parsed<T> {
  const errors: ValidationError[] = [];
  if (pairs[1]) {
    const detail = `The parameter occurs ${pairs.length} times. Send it once.`;
    errors.push({ parameter: pairs[1].parameter, code: 'duplicate', detail });
  }
  errors.push(...decodingErrors(pairs, decodingCode));
  let value: T | undefined;
  for (const [text, parameter] of distinctValues(pairs)) {
    const result = parse(text);
    if (result.ok) value = result.value;
    else errors.push({ parameter, code: result.code, detail: result.detail });
  }
  return { value, errors };
}

/** The errors of pairs that cannot be decoded, each distinct one of a parameter once. */
export function decodingErrors(pairs: readonly Pair[], code: string): ValidationError[] {
  const errors = new Map<string, ValidationError>();
  for (const { parameter, decodingError } of pairs) {
    if (decodingError !== null) {
      errors.set(`${parameter} ${decodingError}`, { parameter, code, detail: decodingError });
    }
  }
  return [...errors.values()];
}

function distinctValues(pairs: readonly Pair[]): Map<string, string> {
  return new Map(pairs.filter((pair) => pair.decodingError === null).map((pair) => [pair.value, pair.parameter]));
}

const longestExcerpt = 60;

/** A value quoted in the detail of an error, shortened so that no response repeats a request of 16 KiB. */
export function quoteExcerpt(text: string): string {
  const excerpt =
    text.length > longestExcerpt ? `${text.slice(0, longestExcerpt).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  return JSON.stringify(excerpt);
}
