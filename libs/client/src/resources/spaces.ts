import type { SpaceDto, SpaceFiltersDto, spacesContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { SpaceId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A workshop, or a part of one. */
export type Space = Received<SpaceDto, SpaceId>;
/** What the list of spaces can be filtered by. */
export type SpaceFilters = FiltersOf<SpaceFiltersDto, SpaceId>;
/** What the list of spaces can be sorted by. */
export type SpaceSort = SortOf<typeof spacesContract>;

/**
 * The collection `spaces`.
 *
 * @example
 * const top = (await client.spaces.list()).data.filter(({ parent }) => parent === null);
 */
export const spaces: ReadableResource<Space, SpaceFilters, SpaceSort> = { name: 'spaces', get: true };
