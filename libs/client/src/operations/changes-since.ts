import type { ListCall } from '../lists/list-call.js';
import type { Transport } from '../http/transport.js';
import type { TimeFilter } from '../query/filters.js';
import type { Resource } from '../resources/resource.js';
import { toDate } from '../values/time.js';
import type { Time } from '../values/time.js';
import { list } from './list.js';
import type { ListOptions } from './list.js';

/** How the changes since an instant are read. */
export interface ChangesOptions<Filters> extends ListOptions {
  /** Other filters; those that see a change only while it fits, such as a state, hide when something stops to fit. */
  readonly filters?: Omit<Filters, 'updated_at'>;
  /** Rows of a page, 200 by default. */
  readonly limit?: number;
  /** Where to go on: `nextCursor` or `resumeCursor` of a walk with the same instant, overlap and filters. */
  readonly cursor?: string | null | undefined;
  /** Milliseconds before the instant from which on to read again; 60 000 by default. */
  readonly overlapMs?: number;
}

/**
 * Lists what was created or changed since an instant, the oldest change first: the means to keep a copy up to date.
 *
 * - Store each item by its id, whether or not the id is known (upsert). Items come again: those of the overlap, and those
 *   that change during the walk. Keep the one with the greater `updated_at`.
 * - The first `instant` is the time before the first page of the full walk was asked for, not the greatest `updated_at`
 *   of that walk: what changes while you walk may change behind you.
 * - The next `instant` is the `updated_at` of the last item of this walk; if there was none, the same instant again.
 * - Soft-deleted items come too; other items never vanish.
 * - The overlap is there because a change can become visible after one with a later time. It must be longer than the
 *   longest write takes.
 * - `updated_at` does not move for changes of a referenced entity, whose summary is shown, nor for derived values
 *   (SHAPE-7). So walk over the whole list from time to time, with `list`.
 *
 * @example
 * for await (const booking of changesSince(transport, bookings, lastUpdatedAt)) {
 *   await copy.upsert(booking);
 *   lastUpdatedAt = booking.updated_at;
 * }
 */
export function changesSince<Item, Filters extends { readonly updated_at?: TimeFilter }, Sort extends string>(
  transport: Transport,
  resource: Resource<Item, Filters, Sort>,
  instant: Time,
  { filters, limit = 200, cursor, overlapMs = 60_000, ...options }: ChangesOptions<Filters> = {},
): ListCall<Item> {
  const from = new Date(toDate(instant).getTime() - overlapMs);
  const byTime: Resource<Item, object, 'updated_at'> = { name: resource.name };
  const params = { filters: { ...filters, updated_at: { gte: from } }, sort: 'updated_at', limit, cursor } as const;
  return list(transport, byTime, params, options);
}
