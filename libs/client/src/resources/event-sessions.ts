import type { EventSessionDto, EventSessionFiltersDto, eventSessionsContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { EventSessionId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** One date of an event. */
export type EventSession = Received<EventSessionDto, EventSessionId>;
/** What the list of event sessions can be filtered by. */
export type EventSessionFilters = FiltersOf<EventSessionFiltersDto, EventSessionId>;
/** What the list of event sessions can be sorted by. */
export type EventSessionSort = SortOf<typeof eventSessionsContract>;

/**
 * The collection `event_sessions`.
 *
 * @example
 * const page = await client.eventSessions.list({ filters: { event_id: { in: [event.id] } }, sort: 'starts_at' });
 */
export const eventSessions: ReadableResource<EventSession, EventSessionFilters, EventSessionSort> = {
  name: 'event_sessions',
  get: true,
};
