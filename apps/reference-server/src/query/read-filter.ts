import {
  type AnyCollectionContract,
  type FilterField,
  filterTable,
  maximumSetSize,
  type Operator,
  parseUuid,
  rangeOperators,
  setOperators,
} from '@resource-catalogue/contracts';
import { keepsFlag, keepsRange, keepsSet } from '../list/filtering.js';
import { compareTexts } from '../list/order.js';
import { type ValidationError, parameterError } from '../problem-error.js';
import { instantOf } from './instants.js';
import type { Test } from './list-query.js';
import type { Pair } from './pairs.js';
import type { Query } from './query.js';

const form = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\](?<literal>\[\])?$/;

interface NamedFilter {
  readonly filter: FilterField;
  readonly operator: Operator;
  readonly literal: boolean;
}

export const meansFilter = (name: string): boolean => name === 'filters' || name.startsWith('filters[');

const isOneOf = <Known extends string>(known: readonly Known[], text: string): text is Known =>
  known.some((one) => one === text);

function namedFilter(name: string, contract: AnyCollectionContract): NamedFilter | ValidationError {
  const parts = form.exec(name)?.groups;
  if (parts === undefined) return parameterError(name, 'unknown_parameter', 'Write filters[FIELD][OPERATOR]=VALUE.');
  const filter = filterTable(contract.filters).get(parts['field'] ?? '');
  if (filter === undefined)
    return parameterError(name, 'unknown_field', `${contract.name} has no filter ${JSON.stringify(parts['field'])}.`);
  const operator = filter.operators.find((known) => known === parts['operator']);
  if (operator === undefined)
    return parameterError(name, 'unknown_operator', `The filter ${filter.field} takes ${filter.operators.join(', ')}.`);
  const literal = parts['literal'] !== undefined;
  if (literal && !isOneOf(setOperators, operator))
    return parameterError(
      name,
      'unknown_parameter',
      `The operator ${operator} takes one value. Remove the [] at the end.`,
    );
  return { filter, operator, literal };
}

/** A set under construction; its values may come from several parameters. */
interface WrittenSet {
  readonly filter: FilterField;
  readonly operator: (typeof setOperators)[number];
  readonly firstName: string;
  readonly values: Set<string>;
}

export function readFilters(query: Query): Test[] {
  const singles: Test[] = [];
  const sets = new Map<string, WrittenSet>();
  for (const [name, pairs] of query.groups) {
    if (!meansFilter(name)) continue;
    const named = pairs.some(({ nameBroken }) => nameBroken)
      ? parameterError(name, 'invalid_value', 'The parameter is not valid percent-encoded UTF-8.')
      : namedFilter(name, query.contract);
    if ('code' in named) query.errors.push(named);
    else if (isOneOf(setOperators, named.operator)) {
      const { filter, operator, literal } = named;
      const key = `${filter.field} ${operator}`;
      const set = sets.get(key) ?? { filter, operator, firstName: name, values: new Set() };
      sets.set(key, set);
      for (const pair of pairs) addItems(set, pair, literal, query);
    } else {
      const test = query.single(name, 'The value is not valid for this filter.', (text) => singleTest(text, named));
      if (test !== null) singles.push(test);
    }
  }
  return [...[...sets.values()].flatMap((set) => setTest(set, query)), ...singles];
}

/** The values of one pair are separated by commas, or literal under `[]` (FILT-2). */
function addItems({ filter, values }: WrittenSet, { name, value, broken }: Pair, literal: boolean, query: Query): void {
  if (broken !== null) return query.refuse(name, 'invalid_value', broken);
  for (const item of literal ? [value] : value.split(',')) {
    const read = itemOf(filter, item);
    const detail = `${JSON.stringify(item)} is not a value of this field.`;
    if (read !== null) values.add(read);
    else if (!query.errors.some((error) => error.at === name && error.detail === detail))
      query.refuse(name, 'invalid_value', detail);
  }
}

/** One value of a set in comparable form (FILT-6, FILT-9); null if it is invalid. */
function itemOf(filter: FilterField, text: string): string | null {
  if (text === '') return null;
  if (filter.kind === 'uuid') return parseUuid(text);
  if (filter.kind === 'enum') return filter.values?.includes(text) === true ? text : null;
  return text;
}

function setTest({ filter, operator, firstName, values: found }: WrittenSet, query: Query): Test[] {
  if (found.size > maximumSetSize)
    query.refuse(
      firstName,
      'too_many',
      `The set has more than ${maximumSetSize} distinct values. Split it over several requests.`,
    );
  const values = [...found].sort(compareTexts);
  return found.size === 0 ? [] : [{ filter, operator, values, keeps: keepsSet(filter.field, operator, values) }];
}

/** A range (FILT-5, FILT-12) or a boolean, `true` or `false` (FILT-6). */
function singleTest(text: string, { filter, operator }: NamedFilter): Test | null {
  const { field, kind } = filter;
  if (!isOneOf(rangeOperators, operator))
    return /^(?:true|false)$/.test(text)
      ? { filter, operator, values: [text], keeps: keepsFlag(text === 'true') }
      : null;
  const bound = kind === 'integer' ? integerOf(text) : instantOf(text);
  if (bound === null) return null;
  const value = kind === 'integer' ? text : new Date(bound).toISOString();
  return { filter, operator, values: [value], keeps: keepsRange(field, operator, bound) };
}

/** A 32-bit integer in digits, without leading zeros (FILT-12); null for other texts. */
function integerOf(text: string): number | null {
  const value = Number(text);
  return String(value) === text && (value | 0) === value ? value : null;
}
