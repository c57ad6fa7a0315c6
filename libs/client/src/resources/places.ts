import type { PlaceDto, PlaceFiltersDto, placesContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { PlaceId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A place that can be booked; its rooms are place units. */
export type Place = Received<PlaceDto, PlaceId>;
/** What the list of places can be filtered by. */
export type PlaceFilters = FiltersOf<PlaceFiltersDto, PlaceId>;
/** What the list of places can be sorted by. */
export type PlaceSort = SortOf<typeof placesContract>;

/**
 * The collection `places`.
 *
 * @example
 * const places = await client.places.list({ filters: { space_id: { in: [space.id] } } }).toArray({ max: 100 });
 */
export const places: ReadableResource<Place, PlaceFilters, PlaceSort> = { name: 'places', get: true };
