import {
  type AnyCollectionContract,
  type FilterField,
  filterTable,
  type Operator,
  rangeOperators,
  setOperators,
} from '@resource-catalogue/contracts';
import { compareTexts } from '../list/order.js';
import { type ValidationError, parameterError } from '../problem-error.js';
import type { Test } from './list-query.js';
import type { Pair } from './pairs.js';
import type { QueryBehaviour } from './query-behaviour.js';

const form = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\](?<literal>\[\])?$/;

/** A parameter that is a filter of this collection. */
interface NamedFilter {
  readonly filter: FilterField;
  readonly operator: Operator;
  readonly literal: boolean;
}

export const meansFilter = (name: string): boolean => name === 'filters' || name.startsWith('filters[');

function namedFilter(name: string, contract: AnyCollectionContract): NamedFilter | ValidationError {
  const parts = form.exec(name)?.groups;
  if (parts === undefined) return parameterError(name, 'unknown_parameter', 'Write filters[FIELD][OPERATOR]=VALUE.');
  const filter = filterTable(contract.filters).get(parts['field'] ?? '');
  if (filter === undefined) return parameterError(name, 'unknown_field', 'There is no such filter here.');
  const operator = filter.operators.find((known) => known === parts['operator']);
  if (operator === undefined) return parameterError(name, 'unknown_operator', 'The filter has no such operator.');
  const literal = parts['literal'] !== undefined;
  if (literal && !isSetOperator(operator))
    return parameterError(name, 'unknown_parameter', 'Only sets take [] at the end.');
  return { filter, operator, literal };
}

const isSetOperator = (operator: Operator) => setOperators.find((known) => known === operator);
const isRangeOperator = (operator: Operator) => rangeOperators.find((known) => known === operator);

/** What the filters of a query come to, with every error of them. */
export function readFilters(
  groups: ReadonlyMap<string, readonly Pair[]>,
  contract: AnyCollectionContract,
  behaviour: QueryBehaviour,
): { tests: Test[]; errors: ValidationError[] } {
  const errors: ValidationError[] = [];
  const tests: Test[] = [];
  const sets = new Map<string, SetBuilder>();
  for (const [name, pairs] of groups) {
    if (!meansFilter(name)) continue;
    if (pairs.some(({ nameBroken }) => nameBroken)) {
      errors.push(parameterError(name, 'invalid_value', 'This is not percent-encoded UTF-8.'));
      continue;
    }
    const named = namedFilter(name, contract);
    if ('code' in named) errors.push(named);
    else if (isSetOperator(named.operator)) addItems(sets, named, name, pairs, behaviour, errors);
    else tests.push(...singleTests(named, name, pairs, behaviour, errors));
  }
  return { tests: [...setTests(sets, behaviour, errors), ...tests], errors };
}

interface SetBuilder {
  readonly filter: FilterField;
  readonly operator: 'in' | 'not_in';
  readonly firstName: string;
  readonly values: Set<string>;
}

function addItems(
  sets: Map<string, SetBuilder>,
  { filter, operator, literal }: NamedFilter,
  name: string,
  pairs: readonly Pair[],
  behaviour: QueryBehaviour,
  errors: ValidationError[],
): void {
  const known = isSetOperator(operator);
  if (known === undefined) return;
  const key = `${filter.field} ${known}`;
  const set = sets.get(key) ?? { filter, operator: known, firstName: name, values: new Set<string>() };
  sets.set(key, set);
  const bad = new Set<string>();
  for (const pair of pairs) {
    if (pair.broken !== null) errors.push(parameterError(name, 'invalid_value', pair.broken));
    else
      for (const item of behaviour.itemsOf(pair, literal)) {
        const value = behaviour.setValueOf(filter, item);
        if (value === null) bad.add(item);
        else set.values.add(value);
      }
  }
  for (const item of bad)
    errors.push(parameterError(name, 'invalid_value', `${JSON.stringify(item)} is no such value.`));
}

function setTests(sets: ReadonlyMap<string, SetBuilder>, behaviour: QueryBehaviour, errors: ValidationError[]): Test[] {
  return [...sets.values()].flatMap(({ filter, operator, firstName, values }): Test[] => {
    if (values.size > behaviour.maximumSetSize)
      errors.push(parameterError(firstName, 'too_many', `A set has at most ${behaviour.maximumSetSize} values.`));
    return values.size === 0 ? [] : [{ kind: 'set', filter, operator, values: [...values].sort(compareTexts) }];
  });
}

function singleTests(
  { filter, operator }: NamedFilter,
  name: string,
  pairs: readonly Pair[],
  behaviour: QueryBehaviour,
  errors: ValidationError[],
): Test[] {
  if (pairs.length > 1) errors.push(parameterError(name, 'duplicate', 'Send this once.'));
  const range = isRangeOperator(operator);
  const tests = pairs.slice(0, 1).flatMap((pair): (Test | null)[] => {
    if (pair.broken !== null) return [null];
    if (range === undefined) {
      const wanted = behaviour.flagOf(pair.value);
      return [wanted === null ? null : { kind: 'flag', filter, wanted }];
    }
    const bound = behaviour.instantOf(pair.value, filter, range);
    return [bound === null ? null : { kind: 'range', filter, operator: range, bound }];
  });
  if (tests.includes(null)) errors.push(parameterError(name, 'invalid_value', 'This value cannot be read.'));
  return tests.filter((test) => test !== null);
}
