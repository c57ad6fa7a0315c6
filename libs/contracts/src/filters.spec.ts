import { describe, expect, it } from '@jest/globals';
import { CommonFiltersDto } from './common-filters.js';
import { FilterByTime, FilterByValues, filterTable } from './filters.js';
import type { SetFilter } from './filters.js';

class SampleFiltersDto extends CommonFiltersDto {
  @FilterByValues(['on', 'off'], 'By state.')
  state?: SetFilter<'on' | 'off'>;
}

describe('filterTable', () => {
  it('FILT-10: has the filters of every collection first, with kind, operators, values and description', () => {
    const table = filterTable(SampleFiltersDto);
    expect([...table.keys()]).toEqual(['id', 'created_at', 'updated_at', 'state']);
    const operators = ['in', 'not_in'];
    const state = { field: 'state', kind: 'enum', operators, values: ['on', 'off'], description: 'By state.' };
    expect(table.get('state')).toEqual(state);
  });

  it('does not compile on a property of another type', () => {
    class Wrong {
      // @ts-expect-error a range has no in
      @FilterByTime('By start.')
      starts_at?: SetFilter;

      // @ts-expect-error the enumeration has a second value
      @FilterByValues(['on', 'off'], 'By state.')
      state?: SetFilter<'on'>;
    }
    expect(filterTable(Wrong).size).toBe(2);
  });
});
