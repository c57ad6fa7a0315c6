import { ApiSchema } from '@nestjs/swagger';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { NamedFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { Integer, OneOf, Text, Uuid } from './fields.js';
import { FilterByValues, type SetFilter } from './filters.js';

/** What a category sorts: the enumeration CategoryType. */
export const categoryTypes = ['machine', 'place', 'training', 'event', 'plan', 'price'] as const;
/** One of `categoryTypes`. */
export type CategoryType = (typeof categoryTypes)[number];

class CategoryFields {
  @Uuid('Identifies the category.', { example: examples.machineCategory.id })
  id!: string;

  @OneOf(categoryTypes, 'What belongs in the category: resources of one collection, or prices.', {
    schemaName: 'CategoryType',
  })
  type!: CategoryType;

  @Text('The readable part of a web address, unique among the categories of its type.', {
    example: 'digital-fabrication',
  })
  slug!: string;

  @Text('What the category is called.', { example: 'Digital fabrication' })
  name!: string;

  @Text('What belongs in the category, in plain text.', {
    nullable: true,
    example: 'Machines that are driven by a drawing.',
  })
  description!: string | null;

  @Integer('The position of the category in a list for people, smallest first.', { example: 1 })
  position!: number;
}

/** A category of machines, places, trainings, events, plans or prices. */
@ApiSchema({ name: 'Category', description: 'A category of machines, places, trainings, events, plans or prices.' })
export class CategoryDto extends inOrder(CategoryFields, SoftDeleteBlock, TimestampsBlock) {}

/** What the list of categories can be filtered by. */
export class CategoryFiltersDto extends NamedFiltersDto {
  @FilterByValues(categoryTypes, 'Filter by what belongs in the category.')
  type?: SetFilter<CategoryType>;
}

/** The collection `categories`. */
export const categoriesContract = collection({
  name: 'categories',
  resource: CategoryDto,
  filters: CategoryFiltersDto,
  sorts: ['name', 'position'],
  defaultSort: 'name',
});
