import { ApiSchema } from '@nestjs/swagger';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { NamedFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { Integer, OneOf, Text, Uuid } from './fields.js';
import { FilterByValues, type SetFilter } from './filters.js';

/** Types of categories: the enumeration CategoryType. */
export const categoryTypes = ['machine', 'place', 'training', 'event', 'plan', 'price'] as const;
/** One of `categoryTypes`. */
export type CategoryType = (typeof categoryTypes)[number];

class CategoryFields {
  @Uuid('Identifies the category.', { example: examples.machineCategory.id })
  id!: string;

  @OneOf(categoryTypes, 'Type of resources in the category, or prices.', {
    schemaName: 'CategoryType',
  })
  type!: CategoryType;

  @Text('The readable part of a URL, unique among the categories of its type.', {
    example: 'digital-fabrication',
  })
  slug!: string;

  @Text('Name of the category.', { example: 'Digital fabrication' })
  name!: string;

  @Text('Description of the category, in plain text.', {
    nullable: true,
    example: 'Machines that are driven by a drawing.',
  })
  description!: string | null;

  @Integer('Position of the category in lists for people, ascending.', { example: 1 })
  position!: number;
}

/** A category of machines, places, trainings, events, plans or prices. */
@ApiSchema({ name: 'Category', description: 'A category of machines, places, trainings, events, plans or prices.' })
export class CategoryDto extends inOrder(CategoryFields, SoftDeleteBlock, TimestampsBlock) {}

/** Filters for lists of categories. */
export class CategoryFiltersDto extends NamedFiltersDto {
  @FilterByValues(categoryTypes, 'Filter by the type of the category.')
  type?: SetFilter<CategoryType>;
}

/** The collection `categories`. */
export const categoriesContract = collection({
  name: 'categories',
  resource: CategoryDto,
  filters: CategoryFiltersDto,
  sorts: ['name', 'position'],
  unique: [['type', 'slug']],
  naturalKey: 'slug',
  defaultSort: 'name',
});
