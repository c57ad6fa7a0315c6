import type { CategoryDto, CategoryFiltersDto, categoriesContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { CategoryId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A category of resources or prices. */
export type Category = Received<CategoryDto, CategoryId>;
/** What the list of categories can be filtered by. */
export type CategoryFilters = FiltersOf<CategoryFiltersDto, CategoryId>;
/** What the list of categories can be sorted by. */
export type CategorySort = SortOf<typeof categoriesContract>;

/**
 * The collection `categories`.
 *
 * @example
 * const page = await client.categories.list({ filters: { type: { in: ['machine'] } } });
 */
export const categories: ReadableResource<Category, CategoryFilters, CategorySort> = { name: 'categories', get: true };
