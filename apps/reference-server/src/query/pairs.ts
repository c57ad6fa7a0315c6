import type { AnyCollectionContract, ValidationErrorCode } from '@resource-catalogue/contracts';
import type { Behaviour } from '../behaviour.js';
import { parameterError, type ValidationError } from '../problem-error.js';

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

/** The pairs of a query grouped by name in order of appearance, and the errors found in it. */
export class Query {
  readonly groups = new Map<string, Pair[]>();
  readonly errors: ValidationError[] = [];

  constructor(
    readonly pairs: readonly Pair[],
    readonly contract: AnyCollectionContract,
    readonly behaviour: Behaviour,
  ) {
    for (const pair of pairs) this.groups.set(pair.name, [...(this.groups.get(pair.name) ?? []), pair]);
  }

  refuse(name: string, code: ValidationErrorCode, detail: string): void {
    this.errors.push(parameterError(name, code, detail));
  }

  /** A parameter that may be sent once (FILT-9). The first value counts, but all errors are reported. */
  single<Value>(name: string, detail: string, read: (text: string) => Value | null): Value | null {
    const pairs = this.groups.get(name) ?? [];
    if (pairs.length > 1) this.refuse(name, 'duplicate', 'Send this parameter once.');
    const values = pairs.map((pair) => (pair.broken === null ? read(pair.value) : null));
    const bad = pairs.find((_, index) => values[index] === null);
    if (bad !== undefined) this.refuse(name, 'invalid_value', bad.broken ?? detail);
    return values[0] ?? null;
  }
}
