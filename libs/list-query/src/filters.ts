import { inCanonicalOrder } from './canonical.js';
import { readFilterName, type FilterName } from './filter-names.js';
import { readInstant } from './instants.js';
import type { Fault, ListFilter, ListSpec } from './list-query.js';
import { groupPairs, type Pair } from './query-pairs.js';
import { accept, quoted, refuse, type Reading } from './reading.js';
import { readSet } from './sets.js';
import { readSingle, type Finding } from './single-values.js';

interface Condition extends FilterName {
  readonly pairs: Pair[];
}

/** Reads the pairs that mean to be filters into conditions in canonical order, or finds their faults. */
export function readFilters(pairs: readonly Pair[], spec: ListSpec): { filters: ListFilter[]; faults: Fault[] } {
  const { conditions, faults } = gatherConditions(pairs, spec);
  const filters: ListFilter[] = [];
  for (const condition of conditions) {
    const finding = readCondition(condition);
    faults.push(...finding.faults);
    if (finding.value) filters.push(finding.value);
  }
  return { filters: inCanonicalOrder(filters), faults };
}

/** Brings together what belongs to one field and operator: a set may be spread over two parameters, with and without `[]`. */
function gatherConditions(
  pairs: readonly Pair[],
  spec: ListSpec,
): { conditions: Iterable<Condition>; faults: Fault[] } {
  const conditions = new Map<string, Condition>();
  const faults: Fault[] = [];
  for (const [parameter, group] of groupPairs(pairs)) {
    const name = readFilterName(parameter, spec);
    if (!name.ok) {
      faults.push({ parameter, code: name.code, detail: name.detail });
      continue;
    }
    const key = `${name.value.definition.field} ${name.value.operator}`;
    const condition = conditions.get(key) ?? { ...name.value, pairs: [] };
    condition.pairs.push(...group);
    conditions.set(key, condition);
  }
  return { conditions: conditions.values(), faults };
}

function readCondition({ definition, operator, pairs }: Condition): Finding<ListFilter> {
  const { field } = definition;
  switch (operator) {
    case 'in':
    case 'not_in':
      return conditionOf(readSet(pairs, definition), (values) => ({ field, operator, values }));
    case 'eq':
      return conditionOf(readSingle(pairs, readBoolean), (value) => ({ field, operator, value }));
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return conditionOf(readSingle(pairs, readInstant), (value) => ({ field, operator, value }));
  }
}

function conditionOf<T>({ value, faults }: Finding<T>, make: (value: T) => ListFilter): Finding<ListFilter> {
  return { value: value === undefined ? undefined : make(value), faults };
}

function readBoolean(text: string): Reading<boolean> {
  if (text === 'true' || text === 'false') return accept(text === 'true');
  return refuse('invalid_value', `${quoted(text)} is not a boolean; write true or false.`);
}
