import { describe, expect, it } from '@jest/globals';
import { type FilterField, filterTable, type Operator } from '@resource-catalogue/contracts';
import { valuesAt } from '../json.js';
import { both, keeps } from './filter-oracle.js';
import { filterPath } from './filter-paths.js';
import { conditionMetBy, setQuery, setsOf, valuesOf } from './filter-queries.js';
import { checkBetween, checkForms, checkRange, checkShortRange } from './range-checks.js';
import type { Subject } from './subject.js';

const rules: Readonly<Record<Operator, string>> = {
  in: 'FILT-1, FILT-4, FILT-7: keeps the rows that have a value of the set',
  not_in: 'FILT-1, FILT-3, FILT-4: keeps the rows that have no value of the set, those without a value included',
  lt: 'FILT-1, FILT-3, FILT-5: keeps the earlier rows',
  lte: 'FILT-1, FILT-3, FILT-5: keeps the earlier rows and those of the instant',
  gt: 'FILT-1, FILT-3, FILT-5: keeps the later rows',
  gte: 'FILT-1, FILT-3, FILT-5: keeps the later rows and those of the instant',
  eq: 'FILT-6, FILT-8: tells deleted rows from live ones',
};

export function checkFilters(subject: Subject): void {
  const filters = [...filterTable(subject.contract.filters).values()];

  describe.each(filters.map((filter) => [filter.field, filter] as const))('filter %s', (_, filter) => {
    for (const operator of filter.operators) {
      const check = checkOf(filter);
      it(`filters[${filter.field}][${operator}], ${rules[operator]}`, () => check(subject, filter, operator));
    }
    if (filter.kind === 'datetime') {
      it('FILT-5: two operators of it both apply', () => checkBetween(subject, filter));
      it('FILT-5: offsets and digits beyond the third mean the same instant', () => checkForms(subject, filter));
      it('PAGE-4: pages of a short range are in order by any sort', () => checkShortRange(subject, filter));
    } else if (filter.kind !== 'boolean') {
      it('FILT-1: both operators of it apply together', () => checkBothOperators(subject, filter));
    }
  });

  it('filters are joined with AND', async () => {
    for (const [index, filter] of filters.entries()) {
      const other = filters[(index + 1) % filters.length];
      if (other && other !== filter) await checkPair(subject, filter, other);
    }
  });
}

function checkOf({ kind }: FilterField) {
  if (kind === 'datetime') return checkRange;
  return kind === 'boolean' ? checkFlag : checkSet;
}

async function checkSet(subject: Subject, filter: FilterField, operator: Operator): Promise<void> {
  const { contract, census } = subject;
  const values = valuesOf(contract, filter.field, census);
  // Without a value there is nothing to find: then the seed is too poor for this test.
  expect(values.length).toBeGreaterThan(0);
  for (const [index, set] of setsOf(filter, values).entries()) {
    const query = setQuery(`filters[${filter.field}][${operator}]`, set, index);
    const kept = await subject.expectKept(query, keeps(contract, filter.field, operator, set), index === 0);
    if (operator === 'not_in') expect(kept).toEqual(expect.arrayContaining(rowsWithout(subject, filter)));
  }
  if (filter.kind === 'uuid') {
    const shouted = values.slice(0, 2).map((value) => value.toUpperCase());
    const query = setQuery(`filters[${filter.field}][${operator}]`, shouted, 0);
    await subject.expectKept(query, keeps(contract, filter.field, operator, values.slice(0, 2)));
  }
}

const rowsWithout = ({ contract, census }: Subject, { field }: FilterField) =>
  census.filter((row) => valuesAt(row, filterPath(contract, field)).length === 0).slice(0, 3);

async function checkFlag(subject: Subject, { field }: FilterField): Promise<void> {
  for (const flag of [true, false]) {
    const kept = await subject.expectKept(`filters[${field}][eq]=${flag}`, keeps(subject.contract, field, 'eq', flag));
    expect(kept.length).toBeGreaterThan(0);
  }
}

async function checkBothOperators(subject: Subject, filter: FilterField): Promise<void> {
  const { contract, census } = subject;
  const { field } = filter;
  const [most = '', next = most] = valuesOf(contract, field, census);
  const query = `${setQuery(`filters[${field}][in]`, [most, next], 0)}&${setQuery(`filters[${field}][not_in]`, [next], 1)}`;
  await subject.expectKept(
    query,
    both(keeps(contract, field, 'in', [most, next]), keeps(contract, field, 'not_in', [next])),
  );
}

/** Two filters that one row meets, so that the result is not empty; then the same without that row. */
async function checkPair(subject: Subject, filter: FilterField, other: FilterField): Promise<void> {
  const { contract, census } = subject;
  for (const row of census) {
    const [one, two] = [conditionMetBy(contract, filter, row), conditionMetBy(contract, other, row)];
    if (!one || !two) continue;
    const query = `${one.query}&${two.query}`;
    const kept = await subject.expectKept(query, both(one.keep, two.keep));
    expect(kept).toContain(row);
    const id = String(row['id']);
    if (filter.field !== 'id' && other.field !== 'id') {
      const without = keeps(contract, 'id', 'not_in', [id]);
      await subject.expectKept(`filters[id][not_in]=${id}&${query}`, both(one.keep, two.keep, without));
    }
    return;
  }
}
