import type { FilterField } from '@resource-catalogue/contracts';
import type { Row } from '../census/row.js';
import type { Condition } from '../oracle/condition.js';
import { filteredValues } from '../oracle/condition.js';
import { nobody } from './operations.js';
import type { Random } from './random.js';
import { isAskable } from './askable.js';
import type { Subject } from './subject.js';

/** The values in the census that can be asked for, the most frequent first. */
export function valuesOf({ contract, rows, filters }: Subject, field: string): string[] {
  const kind = filters.find((filter) => filter.field === field)?.kind ?? 'text';
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const value of filteredValues(contract, row, field)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .filter(([value]) => isAskable({ kind }, value))
    .sort(([a, often], [b, seldom]) => seldom - often || (a < b ? -1 : 1))
    .map(([value]) => value);
}

/** Rows on which a filter is most likely to go wrong: some of each frequent value, some without any, and others. */
export function tellingRows(subject: Subject, field: string, random: Random, most = 30): Row[] {
  const { contract, rows } = subject;
  const groups = new Map<string, Row[]>();
  for (const row of random.sample(rows, 400)) {
    const key = filteredValues(contract, row, field).join(' ');
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    if (key === '' ? group.length < most / 3 : group.length < 4) group.push(row);
  }
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .flat()
    .slice(0, most);
}

/** A value of the filter's kind that no row has. */
export function strangeValue({ kind, values = [] }: FilterField, used: readonly string[]): string | undefined {
  if (kind === 'enum') return values.find((value) => !used.includes(value));
  return kind === 'uuid' ? nobody : 'conformance-of-nobody';
}

/** A set to ask for, and how. */
export type SetCase = Pick<Condition, 'operator' | 'values'>;

/** Sets that a server may treat differently: one value, several in another order, all, and one that nothing has. */
export function setsOf(filter: FilterField, used: readonly string[], random: Random): SetCase[] {
  const strange = strangeValue(filter, used);
  const [most] = used;
  const several = random.sample(used.slice(0, 40), 3);
  const cases: readonly [SetCase['operator'], (string | undefined)[]][] = [
    ['in', [most]],
    ['in', several],
    ['in', [strange, used.at(-1)]],
    ['in', [strange]],
    ['in', filter.values?.filter((value) => !used.includes(value)) ?? []],
    ['not_in', [most]],
    ['not_in', [...several].reverse()],
    ['not_in', used.slice(0, 25)],
  ];
  return cases.flatMap(([operator, values]) => {
    const known = [...new Set(values.filter((value) => value !== undefined))];
    return known.length === 0 || known.length < new Set(values).size ? [] : [{ operator, values: known }];
  });
}

/** A condition as a person reads it. */
export const said = ({ field, operator, values }: Condition): string => `${field} ${operator} ${values.join(', ')}`;
