import { expect, it } from '@jest/globals';
import { FilterByInteger, FilterByTime, FilterByValues, filterTable } from './filters.js';
import type { RangeFilter, SetFilter } from './filters.js';

it('a filter decorator does not compile on a property of another type', () => {
  class Wrong {
    // @ts-expect-error a range does not have the operator in
    @FilterByTime('By start.')
    starts_at?: SetFilter;

    // @ts-expect-error a range of integers has no texts
    @FilterByInteger('By size.')
    size?: RangeFilter;

    // @ts-expect-error the enumeration has a second value
    @FilterByValues(['on', 'off'], 'By state.')
    state?: SetFilter<'on'>;
  }
  expect(filterTable(Wrong).size).toBe(3);
});
