import { describe, expect, it } from '@jest/globals';
import { CommonFiltersDto, SoftDeletableFiltersDto } from './common-filters.js';
import { FilterByFlag, FilterByIds, FilterByText, FilterByTime, FilterByValues, filterTable } from './filters.js';
import type { BooleanFilter, RangeFilter, SetFilter } from './filters.js';

class SampleFiltersDto extends CommonFiltersDto {
  @FilterByIds('By owner.')
  owner_id?: SetFilter;

  @FilterByValues(['on', 'off'], 'By state.')
  state?: SetFilter<'on' | 'off'>;

  @FilterByText('By code.')
  code?: SetFilter;

  @FilterByTime('By start.')
  starts_at?: RangeFilter;

  @FilterByFlag('By use.')
  used?: BooleanFilter;
}

describe('filterTable', () => {
  it('FILT-10: has the filters of every collection first', () => {
    expect([...filterTable(SampleFiltersDto).keys()]).toEqual([
      'id',
      'created_at',
      'updated_at',
      'owner_id',
      'state',
      'code',
      'starts_at',
      'used',
    ]);
    expect([...filterTable(SoftDeletableFiltersDto).keys()]).toContain('soft_deleted');
    expect([...filterTable(CommonFiltersDto).keys()]).not.toContain('soft_deleted');
  });

  it('FILT-1: tells kind, operators, values and description of a filter', () => {
    const table = filterTable(SampleFiltersDto);
    expect(table.get('state')).toEqual({
      field: 'state',
      kind: 'enum',
      operators: ['in', 'not_in'],
      values: ['on', 'off'],
      description: 'By state.',
    });
    expect(table.get('starts_at')?.operators).toEqual(['lt', 'lte', 'gt', 'gte']);
    expect(table.get('used')).toMatchObject({ kind: 'boolean', operators: ['eq'] });
    expect(table.get('code')?.kind).toBe('text');
    expect(table.get('owner_id')?.kind).toBe('uuid');
  });

  it('FILT-9: has no entry for what an object inherits', () => {
    expect(filterTable(SampleFiltersDto).has('__proto__')).toBe(false);
    expect(filterTable(SampleFiltersDto).has('constructor')).toBe(false);
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
