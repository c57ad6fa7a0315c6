import type { PlaceUnitDto, PlaceUnitFiltersDto, placeUnitsContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { PlaceUnitId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** One room or area of a place. */
export type PlaceUnit = Received<PlaceUnitDto, PlaceUnitId>;
/** What the list of place units can be filtered by. */
export type PlaceUnitFilters = FiltersOf<PlaceUnitFiltersDto, PlaceUnitId>;
/** What the list of place units can be sorted by. */
export type PlaceUnitSort = SortOf<typeof placeUnitsContract>;

/**
 * The collection `place_units`.
 *
 * @example
 * const page = await client.placeUnits.list({ filters: { sku: { in: ['WOOD-01'] } } });
 */
export const placeUnits: ReadableResource<PlaceUnit, PlaceUnitFilters, PlaceUnitSort> = {
  name: 'place_units',
  get: true,
};
