import type { Fault } from './list-query.js';
import type { Pair } from './query-pairs.js';
import type { Reading } from './reading.js';

/** A value that may be absent, and the faults found on the way to it. */
export interface Finding<T> {
  readonly value: T | undefined;
  readonly faults: readonly Fault[];
}

/**
 * Reads a parameter that may be given once (FILT-9). When it is given more often every value is judged all the same, so
 * that one answer names all faults (ERR-2).
 */
export function readSingle<T>(
  pairs: readonly Pair[],
  read: (text: string) => Reading<T>,
  flawCode = 'invalid_value',
): Finding<T> {
  const faults: Fault[] = [];
  if (pairs[1]) {
    const detail = `The parameter is given ${pairs.length} times; give it once.`;
    faults.push({ parameter: pairs[1].parameter, code: 'duplicate', detail });
  }
  faults.push(...flawFaults(pairs, flawCode));
  let value: T | undefined;
  for (const [text, parameter] of distinctValues(pairs)) {
    const reading = read(text);
    if (reading.ok) value = reading.value;
    else faults.push({ parameter, code: reading.code, detail: reading.detail });
  }
  return { value, faults };
}

/** One fault for each distinct flaw of each parameter. */
export function flawFaults(pairs: readonly Pair[], code: string): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { parameter, flaw } of pairs) {
    if (flaw !== null) faults.set(`${parameter} ${flaw}`, { parameter, code, detail: flaw });
  }
  return [...faults.values()];
}

function distinctValues(pairs: readonly Pair[]): Map<string, string> {
  return new Map(pairs.filter((pair) => pair.flaw === null).map((pair) => [pair.value, pair.parameter]));
}
