import type { AnyCollectionContract, ValidationErrorCode } from '@resource-catalogue/contracts';
import { same } from '../json.js';
import { parameterError, type ValidationError } from '../problem-error.js';
import { decodingError, type Pair } from './pairs.js';

/** Reports an error of the value. */
type Refuse = (detail: string, code?: ValidationErrorCode) => null;

/** Returns the meaning of a value; null after refusing it. */
type Read<Value> = (text: string, refuse: Refuse) => Value | null;

/** The parameters of a query by name, in order of appearance, and the errors found in them. */
export class Query {
  readonly parameters = new Map<string, Pair[]>();
  readonly errors: ValidationError[] = [];

  constructor(
    readonly pairs: readonly Pair[],
    readonly contract: AnyCollectionContract,
  ) {
    for (const pair of pairs) {
      if (pair.nameBroken) this.refuse(pair.name, 'invalid_value', decodingError);
      else this.parameters.set(pair.name, [...(this.parameters.get(pair.name) ?? []), pair]);
    }
  }

  /** Reports an error once. */
  refuse(name: string, code: ValidationErrorCode, detail: string): null {
    const error = parameterError(name, code, detail);
    if (!this.errors.some((known) => same(known, error))) this.errors.push(error);
    return null;
  }

  /** The values of a parameter; errors have this code unless `read` passes another. */
  values<Value>(name: string, read: Read<Value>, usual: ValidationErrorCode = 'invalid_value'): (Value | null)[] {
    const refuse: Refuse = (detail, code = usual) => this.refuse(name, code, detail);
    const pairs = this.parameters.get(name) ?? [];
    return pairs.map(({ value, broken }) => (broken === null ? read(value, refuse) : refuse(broken)));
  }

  /** The value of a parameter that may be sent once (FILT-9). The first one counts, but all errors are reported. */
  single<Value>(name: string, read: Read<Value>, usual?: ValidationErrorCode): Value | null {
    const [first = null, ...others] = this.values(name, read, usual);
    if (others.length > 0) this.refuse(name, 'duplicate', 'Send this parameter once.');
    return first;
  }
}
