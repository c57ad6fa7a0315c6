import {
  type FilterField,
  type FilterKind,
  maximumSetSize,
  type Operator,
  parseUuid,
} from '@resource-catalogue/contracts';
import type { ListFilter, ListSpec, ValidationError } from './list-query.js';
import {
  accept,
  decodingErrors,
  type Parsed,
  type ParseResult,
  parseSingle,
  quoteExcerpt,
  reject,
} from './parse-result.js';
import { groupPairs, type Pair } from './query-pairs.js';
import { parseBoolean, parseInstant, parseInteger } from './values.js';

interface FilterName {
  readonly definition: FilterField;
  readonly operator: Operator;
}

interface Condition extends FilterName {
  readonly pairs: Pair[];
}

/** Whether a parameter is meant as a filter, valid or not. */
export function isFilterName(name: string): boolean {
  return name === 'filters' || name.startsWith('filters[');
}

/** Parses filter parameters into conditions in canonical order, or returns their errors. */
export function parseFilters(
  pairs: readonly Pair[],
  spec: ListSpec,
): { filters: ListFilter[]; errors: ValidationError[] } {
  const { conditions, errors } = gatherConditions(pairs, spec);
  const filters: ListFilter[] = [];
  for (const condition of conditions) {
    const parsed = parseCondition(condition);
    errors.push(...parsed.errors);
    if (parsed.value) filters.push(parsed.value);
  }
  return { filters: sortCanonically(filters), errors };
}

/** Groups the pairs of one field and operator: a set may be spread over two parameters, with and without `[]`. */
function gatherConditions(
  pairs: readonly Pair[],
  spec: ListSpec,
): { conditions: Iterable<Condition>; errors: ValidationError[] } {
  const conditions = new Map<string, Condition>();
  const errors: ValidationError[] = [];
  for (const [parameter, group] of groupPairs(pairs)) {
    const name = parseFilterName(parameter, spec);
    if (!name.ok) {
      errors.push({ parameter, code: name.code, detail: name.detail });
      continue;
    }
    const key = `${name.value.definition.field} ${name.value.operator}`;
    const condition = conditions.get(key) ?? { ...name.value, pairs: [] };
    condition.pairs.push(...group);
    conditions.set(key, condition);
  }
  return { conditions: conditions.values(), errors };
}

const nameForm = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\](?<suffix>\[\])?$/;

/** The notation of PHP and others for a set. */
const indexedForm = /^(filters\[[^[\]]+\]\[(?:in|not_in)\])\[\d+\]$/;

/** The end of a parameter whose value is taken literally (FILT-2). */
const literalSuffix = '[]';

/** Parses `filters[FIELD][OPERATOR]`, for sets optionally with `[]` at the end (FILT-2, FILT-9). */
function parseFilterName(name: string, spec: ListSpec): ParseResult<FilterName> {
  const parts = nameForm.exec(name)?.groups;
  if (!parts) {
    const indexed = indexedForm.exec(name)?.[1];
    if (indexed !== undefined) {
      return reject('unknown_parameter', `The values of a set are not indexed. Use ${quoteExcerpt(`${indexed}[]`)}.`);
    }
    return reject(
      'unknown_parameter',
      `${quoteExcerpt(name)} is not a filter. Use the form filters[FIELD][OPERATOR]=VALUE.`,
    );
  }
  const definition = spec.filters.get(parts.field ?? '');
  if (!definition) {
    const choice = [...spec.filters.keys()].join(', ');
    return reject(
      'unknown_field',
      `${spec.collection} has no filter ${quoteExcerpt(parts.field ?? '')}. Use one of ${choice}.`,
    );
  }
  const operator = definition.operators.find((known) => known === parts.operator);
  if (!operator) {
    const choice = definition.operators.join(', ');
    const detail = `The filter ${definition.field} has no operator ${quoteExcerpt(parts.operator ?? '')}. Use one of ${choice}.`;
    return reject('unknown_operator', detail);
  }
  if (parts.suffix === literalSuffix && operator !== 'in' && operator !== 'not_in') {
    const detail = `The operator ${operator} takes one value. Remove the [] at the end of ${quoteExcerpt(name)}.`;
    return reject('unknown_parameter', detail);
  }
  return accept({ definition, operator });
}

function parseCondition({ definition, operator, pairs }: Condition): Parsed<ListFilter> {
  const { field, kind } = definition;
  switch (operator) {
    case 'in':
    case 'not_in':
      return toFilter(parseSet(pairs, definition), (values) => ({ field, operator, values }));
    case 'eq':
      return toFilter(parseSingle(pairs, parseBoolean), (value) => ({ field, operator, value }));
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return toFilter(
        parseSingle(pairs, (text) => parseBound(text, kind)),
        (value) => ({ field, operator, value }),
      );
  }
}

function parseBound(text: string, kind: FilterKind): ParseResult<string | number> {
  switch (kind) {
    case 'datetime':
      return parseInstant(text);
    case 'integer':
      return parseInteger(text);
    case 'uuid':
    case 'text':
    case 'enum':
    case 'boolean':
      throw new Error(`A filter of the kind ${kind} has no ranges.`);
  }
}

function toFilter<T>({ value, errors }: Parsed<T>, make: (value: T) => ListFilter): Parsed<ListFilter> {
  return { value: value === undefined ? undefined : make(value), errors };
}

/** Parses all pairs of one set, in any notation (FILT-2), into distinct values in code point order. */
function parseSet(pairs: readonly Pair[], definition: FilterField): Parsed<readonly string[]> {
  const values = new Set<string>();
  const rejected = new Map<string, ValidationError>();
  for (const [text, parameter] of members(pairs)) {
    // Values beyond the limit are not validated, so the response to a set of thousands stays short.
    if (values.size + rejected.size > maximumSetSize) break;
    const member = parseMember(text, definition);
    if (member.ok) values.add(member.value);
    else if (!rejected.has(text)) rejected.set(text, { parameter, code: member.code, detail: member.detail });
  }
  const errors = [...decodingErrors(pairs, 'invalid_value'), ...rejected.values()];
  if (pairs[0] && values.size + rejected.size > maximumSetSize) {
    const detail = `The set has more than ${maximumSetSize} distinct values. Split it over several requests.`;
    errors.push({ parameter: pairs[0].parameter, code: 'too_many', detail });
  }
  return { value: [...values].sort(byCodePoint), errors };
}

function* members(pairs: readonly Pair[]): Generator<readonly [text: string, parameter: string]> {
  for (const { parameter, value, decodingError } of pairs) {
    if (decodingError !== null) continue;
    const texts = parameter.endsWith(literalSuffix) ? [value] : value.split(',');
    for (const text of texts) yield [text, parameter];
  }
}

function parseMember(text: string, { kind, values = [] }: FilterField): ParseResult<string> {
  if (text === '') return reject('invalid_value', 'The set contains an empty value. Pass one or more values.');
  switch (kind) {
    case 'uuid': {
      const id = parseUuid(text);
      return id !== null
        ? accept(id)
        : reject(
            'invalid_value',
            `${quoteExcerpt(text)} is not a UUID. Use 32 hexadecimal digits in the form 8-4-4-4-12.`,
          );
    }
    case 'enum':
      return values.includes(text)
        ? accept(text)
        : reject(
            'invalid_value',
            `${quoteExcerpt(text)} is not a value of this field. Use one of ${values.join(', ')}.`,
          );
    case 'text':
      return accept(text);
    case 'datetime':
    case 'integer':
    case 'boolean':
      throw new Error(`A filter of the kind ${kind} has no sets.`);
  }
}

const operatorOrder: readonly Operator[] = ['in', 'not_in', 'lt', 'lte', 'gt', 'gte', 'eq'];

/** Orders filters by field, then by operator, for the fingerprint of a cursor. */
function sortCanonically(filters: readonly ListFilter[]): ListFilter[] {
  return [...filters].sort(
    (one, other) =>
      byCodePoint(one.field, other.field) ||
      operatorOrder.indexOf(one.operator) - operatorOrder.indexOf(other.operator),
  );
}

/** Compares by code point, which is the order of the UTF-8 bytes; `<` compares UTF-16 units and differs above U+FFFF. */
function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
