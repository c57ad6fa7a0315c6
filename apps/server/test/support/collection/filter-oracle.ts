import { type AnyCollectionContract, type Operator, filterTable } from '@resource-catalogue/contracts';
import { type JsonObject, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { filterPath } from './filter-paths.js';

/** What a filter means, as the wire vectors write it: a set, an instant, or a boolean. */
export type Meaning = readonly string[] | string | boolean;

export type Keep = (row: JsonObject) => boolean;

/** FILT-1 to FILT-8 in memory, over rows as they are shown: it shares nothing with the service but the contract. */
export function keeps(contract: AnyCollectionContract, field: string, operator: Operator, meaning: Meaning): Keep {
  const path = filterPath(contract, field);
  if (!filterTable(contract.filters).get(field)?.operators.includes(operator)) {
    throw new Error(`The filter ${field} of ${contract.name} takes no ${operator}.`);
  }
  const holds = test(operator, meaning);
  return (row) => holds(valuesAt(row, path));
}

type Test = (values: readonly unknown[]) => boolean;

/** FILT-3 and FILT-4 are one here: no value is in no set and in no range, and of several one is enough. */
function test(operator: Operator, meaning: Meaning): Test {
  switch (operator) {
    case 'in': {
      const set = setOf(meaning);
      return (values) => values.some((value) => set.has(textOf(value)));
    }
    case 'not_in': {
      const within = test('in', meaning);
      return (values) => !within(values);
    }
    case 'eq':
      return (values) => values.length > 0 === meaning;
    case 'lt':
      return anyTime(meaning, (time, bound) => time < bound);
    case 'lte':
      return anyTime(meaning, (time, bound) => time <= bound);
    case 'gt':
      return anyTime(meaning, (time, bound) => time > bound);
    case 'gte':
      return anyTime(meaning, (time, bound) => time >= bound);
  }
}

function anyTime(meaning: Meaning, compare: (time: number, bound: number) => boolean): Test {
  const bound = timeOf(meaning);
  return (values) => values.some((value) => compare(timeOf(value), bound));
}

export const both =
  (...conditions: readonly Keep[]): Keep =>
  (row) =>
    conditions.every((condition) => condition(row));

const setOf = (meaning: Meaning): ReadonlySet<string> => {
  if (typeof meaning === 'object') return new Set(meaning);
  throw new Error(`A set is needed, not ${meaning}.`);
};

function timeOf(value: unknown): number {
  const time = Date.parse(textOf(value));
  if (Number.isNaN(time)) throw new Error(`An instant is needed, not ${textOf(value)}.`);
  return time;
}
