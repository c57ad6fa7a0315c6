import {
  type AnyCollectionContract,
  type FilterField,
  filterTable,
  type Operator,
  rangeOperators,
  setOperators,
} from '@resource-catalogue/contracts';
import type { Behaviour } from '../behaviour.js';
import { compareTexts } from '../list/order.js';
import { type ValidationError, parameterError } from '../problem-error.js';
import type { SetTest, Test } from './list-query.js';
import type { Pair } from './pairs.js';
import type { Query } from './query.js';

const form = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\](?<literal>\[\])?$/;

interface NamedFilter {
  readonly filter: FilterField;
  readonly operator: Operator;
  readonly literal: boolean;
}

export const meansFilter = (name: string): boolean => name === 'filters' || name.startsWith('filters[');

const isKnown = <Known extends string>(known: readonly Known[], text: string): text is Known =>
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
  if (literal && !isKnown(setOperators, operator))
    return parameterError(
      name,
      'unknown_parameter',
      `The operator ${operator} takes one value. Remove the [] at the end.`,
    );
  return { filter, operator, literal };
}

/** A set under construction; its values may come from several parameters. */
interface WrittenSet extends Omit<SetTest, 'kind' | 'values'> {
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
    else if (isKnown(setOperators, named.operator)) {
      const { filter, operator, literal } = named;
      const key = `${filter.field} ${operator}`;
      const set = sets.get(key) ?? { filter, operator, firstName: name, values: new Set() };
      sets.set(key, set);
      for (const pair of pairs) addItems(set, pair, literal, query);
    } else {
      const read = (text: string): Test | null => singleTest(text, named, query.behaviour);
      const test = query.single(name, 'The value is not valid for this filter.', read);
      if (test !== null) singles.push(test);
    }
  }
  return [...[...sets.values()].flatMap((set) => setTest(set, query)), ...singles];
}

function addItems({ filter, values }: WrittenSet, pair: Pair, literal: boolean, query: Query): void {
  const { name, broken } = pair;
  if (broken !== null) return query.refuse(name, 'invalid_value', broken);
  for (const item of query.behaviour.itemsOf(pair, literal)) {
    const value = query.behaviour.setValueOf(filter, item);
    const detail = `${JSON.stringify(item)} is not a value of this field.`;
    if (value !== null) values.add(value);
    else if (!query.errors.some((error) => error.at === name && error.detail === detail))
      query.refuse(name, 'invalid_value', detail);
  }
}

function setTest({ filter, operator, firstName, values }: WrittenSet, query: Query): Test[] {
  const { maximumSetSize } = query.behaviour;
  if (values.size > maximumSetSize)
    query.refuse(
      firstName,
      'too_many',
      `The set has more than ${maximumSetSize} distinct values. Split it over several requests.`,
    );
  return values.size === 0 ? [] : [{ kind: 'set', filter, operator, values: [...values].sort(compareTexts) }];
}

function singleTest(text: string, { filter, operator }: NamedFilter, behaviour: Behaviour): Test | null {
  if (!isKnown(rangeOperators, operator)) {
    const wanted = behaviour.flagOf(text);
    return wanted === null ? null : { kind: 'flag', filter, wanted };
  }
  const bound = boundOf(text, filter, operator, behaviour);
  return bound === null ? null : { kind: 'range', filter, operator, bound };
}

function boundOf(text: string, filter: FilterField, operator: Operator, behaviour: Behaviour): number | null {
  switch (filter.kind) {
    case 'datetime':
      return behaviour.instantOf(text, filter, operator);
    case 'integer':
      return behaviour.integerOf(text);
    case 'uuid':
    case 'text':
    case 'enum':
    case 'boolean':
      throw new Error(`The filter ${filter.field} has no ranges.`);
  }
}
