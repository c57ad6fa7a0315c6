import type { EventDto, EventFiltersDto, eventsContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { EventId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** Something that a space invites to. */
export type Event = Received<EventDto, EventId>;
/** What the list of events can be filtered by. */
export type EventFilters = FiltersOf<EventFiltersDto, EventId>;
/** What the list of events can be sorted by. */
export type EventSort = SortOf<typeof eventsContract>;

/**
 * The collection `events`.
 *
 * @example
 * const page = await client.events.list({ filters: { soft_deleted: { eq: false } }, sort: 'name' });
 */
export const events: ReadableResource<Event, EventFilters, EventSort> = { name: 'events', get: true };
