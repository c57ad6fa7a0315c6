import type { FilterField } from '@resource-catalogue/contracts';
import type { Row } from '../census/row.js';
import type { Condition } from '../oracle/condition.js';
import { filteredValues } from '../oracle/condition.js';
import { nobody } from './operations.js';
import type { Random } from './random.js';
import type { Subject } from './subject.js';

/** The values that a filter can meet in the census, the most frequent first. */
export function valuesOf({ contract, rows }: Subject, field: string): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const value of filteredValues(contract, row, field)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, often], [b, seldom]) => seldom - often || (a < b ? -1 : 1)).map(([value]) => value);
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

/** Sets of values of a filter that a server may treat differently: one, several, all, and one that nothing has. */
export function setsOf(filter: FilterField, used: readonly string[], random: Random): string[][] {
  const strange = strangeValue(filter, used);
  const most = used[0];
  const least = used.at(-1);
  const several = random.sample(used.slice(0, 40), 3);
  const sets: (string | undefined)[][] = [
    [most],
    [least],
    several,
    [...several].reverse(),
    [strange],
    [strange, most],
    used.slice(0, 25),
  ];
  const whole = sets.filter((set): set is string[] => set.length > 0 && !set.includes(undefined));
  return [...new Map(whole.map((set) => [set.join(), [...new Set(set)]])).values()];
}

/** A condition as a person reads it. */
export const said = ({ field, operator, values }: Condition): string => `${field} ${operator} ${values.join(', ')}`;
