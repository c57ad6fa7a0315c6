import type { ListSort, ListSpec, SortKind } from './list-query.js';
import type { Pair } from './query-pairs.js';
import { accept, quoted, refuse, type Reading } from './reading.js';
import { readSingle, type Finding } from './single-values.js';

export interface KindedSort extends ListSort {
  readonly kind: SortKind;
}

/** Reads `sort` (SORT-1). */
export function readSort(pairs: readonly Pair[], spec: ListSpec): Finding<KindedSort> {
  return readSingle(pairs, (text) => sortOf(text, spec));
}

/** The sort of a list that names none (SORT-2). */
export function defaultSort(spec: ListSpec): KindedSort {
  const reading = sortOf(spec.defaultSort, spec);
  if (reading.ok) return reading.value;
  throw new Error(`The default sort of ${spec.collection} is not one of its sorts: ${reading.detail}`);
}

function sortOf(text: string, spec: ListSpec): Reading<KindedSort> {
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  const choice = `use one of ${[...spec.sorts.keys()].join(', ')}, with - in front for descending`;
  if (field === '') return refuse('invalid_value', `The sort names no field; ${choice}.`);
  const kind = spec.sorts.get(field);
  return kind
    ? accept({ field, descending, kind })
    : refuse('unknown_field', `${spec.collection} cannot be sorted by ${quoted(field)}; ${choice}.`);
}
