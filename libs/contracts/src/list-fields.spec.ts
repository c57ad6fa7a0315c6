import { describe, expect, it } from '@jest/globals';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { CommonFiltersDto, SoftDeletableFiltersDto } from './common-filters.js';
import { inOrder } from './field-table.js';
import { CalendarDate, Flag, Instant, OneOf, Text, Uuid } from './fields.js';
import { FilterByFlag, FilterByIds, FilterByText, FilterByTime, FilterByValues } from './filters.js';
import type { BooleanFilter, RangeFilter, SetFilter } from './filters.js';
import { Embedded, ListOf } from './nested-fields.js';
import { RefDto } from './summaries.js';

class ToolFields {
  @Uuid('Identifies the tool.')
  id!: string;

  @Text('What the tool is called.', { example: 'Drill' })
  name!: string;

  @OneOf(['free', 'rented'], 'Whether somebody has it.')
  state!: 'free' | 'rented';

  @CalendarDate('Until when it is rented.')
  due_on!: string;

  @Instant('When it was rented.')
  rented_at!: string;

  @Flag('Whether it is sharp.')
  sharp!: boolean;

  @Embedded(() => RefDto, 'Where it is.')
  space!: RefDto;

  @ListOf(() => RefDto, 'The machines that it belongs to.')
  machines!: RefDto[];
}

class ToolDto extends inOrder(ToolFields, SoftDeleteBlock, TimestampsBlock) {}

type Sort = 'name' | 'due_on' | 'rented_at';

const tools = (filters: new () => CommonFiltersDto, sorts: readonly Sort[] = ['name']) =>
  collection({ name: 'tools', resource: ToolDto, filters, sorts, defaultSort: 'created_at', get: true });

describe('the filters of a collection', () => {
  it('may read the field of their name, the reference without _id, one of several, and the deletion', () => {
    class Filters extends SoftDeletableFiltersDto {
      @FilterByText('By name.')
      name?: SetFilter;

      @FilterByValues(['free', 'rented'], 'By state.')
      state?: SetFilter<'free' | 'rented'>;

      @FilterByTime('By when it was rented.')
      rented_at?: RangeFilter;

      @FilterByFlag('By sharpness.')
      sharp?: BooleanFilter;

      @FilterByIds('By space.')
      space_id?: SetFilter;

      @FilterByIds('By machine.')
      machine_id?: SetFilter;
    }
    expect(tools(Filters, ['name', 'rented_at']).filters).toBe(Filters);
  });

  class ByTimeOfADate extends CommonFiltersDto {
    @FilterByTime('By when it is due.')
    due_on?: RangeFilter;
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
    [ByTextOfAnEnumeration, 'state: FilterByText takes a Text, but state is of the kind enum.'],
    [
      ByIdsOfAText,
      'name: FilterByIds takes a Uuid, or the Embedded or ListOf that shows the other resource, but name is of the kind text.',
    ],
    [ByOtherValues, 'state: FilterByValues must have the values of state, which are free, rented.'],
    [ByNothing, 'owner_id: the resource has no field that shows what the filter reads.'],
  ])('FILT-5, FILT-6: fit the field that they read: %p', (filters, problem) => {
    expect(() => tools(filters)).toThrow(`The list of tools cannot be filtered by ${problem}`);
  });
});

describe('the sorts of a collection', () => {
  it('SORT-1: are not calendar dates', () => {
    expect(() => tools(CommonFiltersDto, ['name', 'due_on'])).toThrow(
      'The list of tools cannot be sorted by due_on: a sort takes a Text, an Instant or an Integer, not the kind date.',
    );
  });
});
