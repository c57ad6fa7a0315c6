import type { FilterField } from '@resource-catalogue/contracts';
import { byCodePoint } from './canonical.js';
import type { Fault } from './list-query.js';
import type { Pair } from './query-pairs.js';
import { accept, quoted, refuse, type Reading } from './reading.js';
import { flawFaults, type Finding } from './single-values.js';
import { isUuid } from './uuids.js';

export const maximumSetSize = 100;

/** The end of a parameter whose value is taken literally (FILT-2). */
export const literalSuffix = '[]';

/** Reads all pairs of one set, in whatever forms they came (FILT-2), into distinct values in code point order. */
export function readSet(pairs: readonly Pair[], definition: FilterField): Finding<readonly string[]> {
  const values = new Set<string>();
  const refused = new Map<string, Fault>();
  for (const [text, parameter] of members(pairs)) {
    // Values beyond the limit are not judged: the answer to a set of thousands stays short.
    if (values.size + refused.size > maximumSetSize) break;
    const reading = memberOf(text, definition);
    if (reading.ok) values.add(reading.value);
    else if (!refused.has(text)) refused.set(text, { parameter, code: reading.code, detail: reading.detail });
  }
  const faults = [...flawFaults(pairs, 'invalid_value'), ...refused.values()];
  if (pairs[0] && values.size + refused.size > maximumSetSize) faults.push(tooMany(pairs[0].parameter));
  return { value: [...values].sort(byCodePoint), faults };
}

function* members(pairs: readonly Pair[]): Generator<readonly [text: string, parameter: string]> {
  for (const { parameter, value, flaw } of pairs) {
    if (flaw !== null) continue;
    const texts = parameter.endsWith(literalSuffix) ? [value] : value.split(',');
    for (const text of texts) yield [text, parameter];
  }
}

function memberOf(text: string, { kind, values = [] }: FilterField): Reading<string> {
  if (text === '') return refuse('invalid_value', 'A value of the set is empty; give one or more values.');
  if (kind === 'uuid') {
    return isUuid(text)
      ? accept(text.toLowerCase())
      : refuse('invalid_value', `${quoted(text)} is not a uuid; write 32 hex digits as 8-4-4-4-12.`);
  }
  if (kind === 'enum' && !values.includes(text)) {
    return refuse('invalid_value', `${quoted(text)} is not a value of this field; use ${values.join(', ')}.`);
  }
  return accept(text);
}

function tooMany(parameter: string): Fault {
  const detail = `The set has more than ${maximumSetSize} distinct values; split it over several requests.`;
  return { parameter, code: 'too_many', detail };
}
