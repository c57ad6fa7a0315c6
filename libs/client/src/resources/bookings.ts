import type { BookingDto, BookingFiltersDto, bookingsContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { BookingId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A booking of one machine unit, place unit, event session or training session; the other three are null. */
export type Booking = Received<BookingDto, BookingId>;
/** What the list of bookings can be filtered by. */
export type BookingFilters = FiltersOf<BookingFiltersDto, BookingId>;
/** What the list of bookings can be sorted by. */
export type BookingSort = SortOf<typeof bookingsContract>;

/**
 * The collection `bookings`.
 *
 * @example
 * const page = await client.bookings.list({ filters: { state: { in: ['confirmed'] } }, sort: 'starts_at' });
 */
export const bookings: ReadableResource<Booking, BookingFilters, BookingSort> = { name: 'bookings', get: true };
