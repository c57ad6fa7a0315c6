import { describe, expect, it } from '@jest/globals';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { CommonFiltersDto } from './common-filters.js';
import { inOrder } from './field-table.js';
import { CalendarDate, OneOf, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByInteger, FilterByText, FilterByTime, FilterByValues } from './filters.js';
import type { RangeFilter, SetFilter } from './filters.js';

class ToolFields {
  @Uuid('Identifies the tool.')
  id!: string;

  @Text('Name of the tool.', { example: 'Drill' })
  name!: string;

  @OneOf(['free', 'rented'], 'Whether it is rented.')
  state!: 'free' | 'rented';

  @CalendarDate('The last day of the rental.')
  due_on!: string;
}

class ToolDto extends inOrder(ToolFields, TimestampsBlock) {}

const tools = (filters: new () => CommonFiltersDto) =>
  collection({ name: 'tools', resource: ToolDto, filters, sorts: ['name'], defaultSort: 'created_at', get: true });

describe('the filters of a collection', () => {
  class ByTimeOfADate extends CommonFiltersDto {
    @FilterByTime('The time it is due.')
    due_on?: RangeFilter;
  }
  class ByNumberOfAText extends CommonFiltersDto {
    @FilterByInteger('By name.')
    name?: RangeFilter<number>;
  }
  class ByTextOfAnEnumeration extends CommonFiltersDto {
    @FilterByText('By state.')
    state?: SetFilter;
  }
  class ByIdsOfAText extends CommonFiltersDto {
    @FilterByIds('By name.')
    name?: SetFilter;
  }
  class ByOtherValues extends CommonFiltersDto {
    @FilterByValues(['free', 'lost'], 'By state.')
    state?: SetFilter<'free' | 'lost'>;
  }
  class ByNothing extends CommonFiltersDto {
    @FilterByIds('By owner.')
    owner_id?: SetFilter;
  }

  it.each([
    [ByTimeOfADate, 'due_on: FilterByTime takes an Instant, but due_on is of the kind date.'],
    [ByNumberOfAText, 'name: FilterByInteger takes an Integer, but name is of the kind text.'],
    [ByTextOfAnEnumeration, 'state: FilterByText takes a Text, but state is of the kind enum.'],
    [
      ByIdsOfAText,
      'name: FilterByIds takes a Uuid, or the Embedded or ListOf that shows the other resource, but name is of the kind text.',
    ],
    [ByOtherValues, 'state: FilterByValues must have the values of state, which are free, rented.'],
    [ByNothing, 'owner_id: the resource has no field for it.'],
  ])('FILT-5, FILT-6: must match the field that they read: %p', (filters, problem) => {
    expect(() => tools(filters)).toThrow(`The list of tools cannot be filtered by ${problem}`);
  });
});
