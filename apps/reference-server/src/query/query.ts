import type { AnyCollectionContract, ValidationErrorCode } from '@resource-catalogue/contracts';
import { isSame } from '../json.js';
import { parameterError, type ValidationError } from '../problem-error.js';

export interface Pair {
  readonly raw: string;
  /** The decoded name; the raw one if it cannot be decoded. */
  readonly name: string;
  readonly nameBroken: boolean;
  readonly value: string;
  /** The reason why the value is invalid; null if it may be valid (FILT-9, FILT-11). */
  readonly broken: string | null;
}

const decodingError = 'The parameter is not valid percent-encoded UTF-8.';

export const parsePairs = (rawQuery: string): Pair[] =>
  rawQuery
    .split('&')
    .filter((raw) => raw !== '')
    .map(parsePair);

function parsePair(raw: string): Pair {
  const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(raw) ?? [];
  const name = decode(rawName);
  const value = decode(rawValue);
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
function decode(raw: string): string | null {
  // Node returns bytes beyond ASCII as characters.
  const encoded = raw.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** Reports an error of the value. */
type Reject = (detail: string, code?: ValidationErrorCode) => null;

/** Parses a value; null if it was rejected. */
type Read<Value> = (text: string, reject: Reject) => Value | null;

/** The parameters of a query by name, in order of appearance, and the errors found in them. */
export class Query {
  readonly parameters = new Map<string, Pair[]>();
  readonly errors: ValidationError[] = [];

  constructor(
    readonly pairs: readonly Pair[],
    readonly contract: AnyCollectionContract,
  ) {
    for (const pair of pairs) {
      if (pair.nameBroken) this.reject(pair.name, 'invalid_value', decodingError);
      else this.parameters.set(pair.name, [...(this.parameters.get(pair.name) ?? []), pair]);
    }
  }

  /** Reports an error once. */
  reject(name: string, code: ValidationErrorCode, detail: string): null {
    const error = parameterError(name, code, detail);
    if (!this.errors.some((known) => isSame(known, error))) this.errors.push(error);
    return null;
  }

  /** The values of a parameter; errors have this code unless `read` passes another. */
  values<Value>(name: string, read: Read<Value>, usual: ValidationErrorCode = 'invalid_value'): (Value | null)[] {
    const reject: Reject = (detail, code = usual) => this.reject(name, code, detail);
    const pairs = this.parameters.get(name) ?? [];
    return pairs.map(({ value, broken }) => (broken === null ? read(value, reject) : reject(broken)));
  }

  /** The value of a parameter that may be sent once (FILT-9). The first one counts, but all errors are reported. */
  single<Value>(name: string, read: Read<Value>, usual?: ValidationErrorCode): Value | null {
    const [first = null, ...others] = this.values(name, read, usual);
    if (others.length > 0) this.reject(name, 'duplicate', 'Send this parameter once.');
    return first;
  }
}
