import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import { ListCall } from '../lists/list-call.js';
import { type Page, readPage } from '../lists/page.js';
import type { LoadedPage } from '../lists/read-pages.js';
import { type ListParams, writeListQuery } from '../query/list-query.js';
import type { Resource } from '../resources/resource.js';
import { collectionPath } from './paths.js';

/** Options of a list; limits of time and attempts are those of each page. */
export interface ListOptions extends CallOptions {
  /** Whether iteration reads the next page while the caller works on this one; false by default. */
  readonly prefetch?: boolean;
}

/**
 * Lists a collection, a page at a time; nothing is sent before the call is awaited or looped over.
 *
 * Errors: `api` (`invalid_request` lists every validation error; `invalid_cursor`), and those of every call.
 *
 * @throws TypeError at once for a filter that no list accepts, such as an empty set.
 * @example
 * const page = await list(transport, bookings, { filters: { state: { in: ['confirmed'] } }, sort: '-starts_at' });
 */
export function list<Item, Filters, Sort extends string>(
  transport: Transport,
  resource: Resource<Item, Filters, Sort>,
  params: ListParams<Filters, Sort> = {},
  { prefetch = false, ...options }: ListOptions = {},
): ListCall<Item> {
  const { cursor = null, limit, ...others } = params;
  writeListQuery(others);
  const load = async (at: string | null, rows: number | undefined, signal: AbortSignal | undefined) => {
    const query = writeListQuery({ ...others, ...(rows === undefined ? {} : { limit: rows }), cursor: at });
    const loaded = await loadPage<Item>(transport, resource.name, query, { ...options, ...(signal && { signal }) });
    const { data, links, nextCursor } = loaded.page;
    transport.emit({ type: 'page', collection: resource.name, items: data.length, nextCursor });
    warnOfForeignLink(transport, resource.name, links.next);
    return loaded;
  };
  return new ListCall<Item>({
    load,
    cursor,
    limit,
    prefetch,
    signal: options.signal,
  });
}

/** The token must not go to another origin, so links are never followed; but log the misconfiguration (LIST-4). */
function warnOfForeignLink({ origin, emit }: Transport, collection: string, next: string | null): void {
  if (next === null || next.startsWith(`${origin}/`)) return;
  const message = `links.next of ${collection} is not on ${origin}; the cursor is used instead.`;
  emit({ type: 'warning', message });
}

/**
 * Reads one page of a list: the smallest way to list, for programs that count bytes. `list` can also read all pages.
 *
 * @throws TypeError for a filter that no list accepts, such as an empty set.
 * @example
 * const { data, nextCursor } = await listPage(transport, bookings, { limit: 20 });
 */
export async function listPage<Item, Filters, Sort extends string>(
  transport: Transport,
  resource: Resource<Item, Filters, Sort>,
  params: ListParams<Filters, Sort> = {},
  options?: CallOptions,
): Promise<Page<Item>> {
  return (await loadPage<Item>(transport, resource.name, writeListQuery(params), options)).page;
}

async function loadPage<Item>(
  transport: Transport,
  collection: string,
  query: string,
  options?: CallOptions,
): Promise<LoadedPage<Item>> {
  const path = collectionPath(collection);
  const reply = await transport.send({ method: 'GET', path, endpoint: path, query, expectsJson: true }, options);
  const page = readPage<Item>(reply);
  await transport.check?.(collection, page.data, reply);
  return { page, fail: reply.fail };
}
