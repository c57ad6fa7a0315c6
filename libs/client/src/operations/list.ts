import { ListCall } from '../lists/list-call.js';
import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import { warnOnce } from '../http/warn-once.js';
import type { ListParams } from '../query/list-params.js';
import { writeListQuery } from '../query/write-list-query.js';
import type { Resource } from '../resources/resource.js';
import { loadPage } from './list-page.js';

/** What the call of a list may set for itself; limits of time and number are those of each page. */
export interface ListOptions extends CallOptions {
  /** Whether a walk reads the next page while the caller works on this one; false by default. */
  readonly prefetch?: boolean;
}

/**
 * Lists a collection, a page at a time; nothing is sent before the call is awaited or looped over.
 *
 * Errors: `api` (`invalid_request` names every fault; `invalid_cursor`), and those of every call.
 *
 * @throws TypeError at once for a filter that no list could mean, such as an empty set.
 * @example
 * const page = await list(transport, bookings, { filters: { state: { in: ['confirmed'] } }, sort: '-starts_at' });
 */
export function list<Item, Filters, Sort extends string>(
  transport: Transport,
  resource: Resource<Item, Filters, Sort>,
  params: ListParams<Filters, Sort> = {},
  { prefetch = false, ...options }: ListOptions = {},
): ListCall<Item> {
  const { cursor = null, limit, ...asked } = params;
  writeListQuery(asked);
  const load = async (at: string | null, rows: number | undefined, signal: AbortSignal | undefined) => {
    const query = writeListQuery({ ...asked, ...(rows === undefined ? {} : { limit: rows }), cursor: at });
    const loaded = await loadPage<Item>(transport, resource.name, query, { ...options, ...(signal && { signal }) });
    const { data, links, nextCursor } = loaded.page;
    transport.emit({ type: 'page', collection: resource.name, items: data.length, nextCursor });
    warnOfForeignLink(transport, resource.name, links.next);
    return loaded;
  };
  return new ListCall<Item>({
    load: (at, signal) => load(at, limit, signal),
    loadOne: () => load(cursor, 1, options.signal),
    cursor,
    prefetch,
    signal: options.signal,
  });
}

/** The token must not follow a link elsewhere, so links are never followed; but somebody should know (LIST-4). */
function warnOfForeignLink({ origin, emit }: Transport, collection: string, next: string | null): void {
  if (next === null || next.startsWith(`${origin}/`)) return;
  warnOnce(emit, `links.next of ${collection} does not lie on ${origin}; the cursor is used instead.`);
}
