import type { ListCall } from '../lists/list-call.js';
import type { Transport } from '../http/transport.js';
import { maximumPageSize } from '../limits.js';
import type { TimeFilter } from '../query/filters.js';
import type { Resource } from '../resources/resource.js';
import { parseTime, type Time } from '../resources/shapes.js';
import { list, type ListOptions } from './list.js';

/** Options of a list of changes. */
export interface ChangesOptions<Filters> extends ListOptions {
  /** Other filters. One on a value that changes, such as a state, hides the change that makes a row stop matching. */
  readonly filters?: Omit<Filters, 'updated_at'>;
  /** Rows of a page, 200 by default. */
  readonly limit?: number;
  /** Where to resume: `nextCursor` or `resumeCursor` of a list with the same instant, overlap and filters. */
  readonly cursor?: string | null | undefined;
  /** Milliseconds before the instant that are read again; 60 000 by default. */
  readonly overlapMs?: number;
}

/**
 * Lists resources created or changed since an instant, oldest change first, to keep a copy up to date.
 *
 * - Upsert each item by its id. Items may come more than once: those of the overlap, and those that change meanwhile. Keep
 *   the one with the greater `updated_at`.
 * - The first `instant` is the time just before the full read started, not the greatest `updated_at` in it: a row may change
 *   after it was read.
 * - The next `instant` is the `updated_at` of the last item; without items, the same instant again.
 * - Soft-deleted items are included; other items never vanish.
 * - The overlap exists because a change can become visible after one with a later time. It must be longer than the longest
 *   write takes.
 * - `updated_at` does not move for changes of a referenced entity whose summary is shown, nor for derived values (SHAPE-7). So
 *   read the whole list from time to time, with `list`.
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
  { filters, limit = maximumPageSize, cursor, overlapMs = 60_000, ...options }: ChangesOptions<Filters> = {},
): ListCall<Item> {
  const from = new Date(parseTime('`instant`', instant).getTime() - overlapMs);
  const byTime: Resource<Item, object, 'updated_at'> = { name: resource.name };
  const params = { filters: { ...filters, updated_at: { gte: from } }, sort: 'updated_at', limit, cursor } as const;
  return list(transport, byTime, params, options);
}
