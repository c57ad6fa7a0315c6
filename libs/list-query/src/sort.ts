import type { ListSort, ListSpec, SortKind } from './list-query.js';
import { accept, type Parsed, type ParseResult, parseSingle, quoteExcerpt, reject } from './parse-result.js';
import type { Pair } from './query-pairs.js';

interface ParsedSort extends ListSort {
  readonly kind: SortKind;
}

/** Parses `sort` (SORT-1). */
export function parseSort(pairs: readonly Pair[], spec: ListSpec): Parsed<ParsedSort> {
  return parseSingle(pairs, (text) => toSort(text, spec));
}

/** The sort of a list without `sort` (SORT-2). */
export function defaultSort(spec: ListSpec): ParsedSort {
  const result = toSort(spec.defaultSort, spec);
  if (result.ok) return result.value;
  throw new Error(`The default sort of ${spec.collection} is not one of its sorts: ${result.detail}`);
}

function toSort(text: string, spec: ListSpec): ParseResult<ParsedSort> {
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  const choice = `Use one of ${[...spec.sorts.keys()].join(', ')}, with a leading - for descending order.`;
  if (field === '') return reject('invalid_value', `The sort has no field. ${choice}`);
  const kind = spec.sorts.get(field);
  return kind
    ? accept({ field, descending, kind })
    : reject('unknown_field', `${spec.collection} cannot be sorted by ${quoteExcerpt(field)}. ${choice}`);
}
