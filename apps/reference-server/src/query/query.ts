import type { AnyCollectionContract, ValidationErrorCode } from '@resource-catalogue/contracts';
import { parameterError, type ValidationError } from '../problem-error.js';
import type { Pair } from './pairs.js';

/** The pairs of a query grouped by name in order of appearance, and the errors found in it. */
export class Query {
  readonly groups = new Map<string, Pair[]>();
  readonly errors: ValidationError[] = [];

  constructor(
    readonly pairs: readonly Pair[],
    readonly contract: AnyCollectionContract,
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
