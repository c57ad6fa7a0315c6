import { readPage } from '../lists/page.js';
import type { Page } from '../lists/page.js';
import type { LoadedPage } from '../lists/walk.js';
import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import type { ListParams } from '../query/list-params.js';
import { writeListQuery } from '../query/write-list-query.js';
import type { Resource } from '../resources/resource.js';

/**
 * Reads one page of a list: the smallest way to list, for programs that count bytes. `list` can do the same and walk on.
 *
 * @throws TypeError for a filter that no list could mean, such as an empty set.
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

/** Reads the page that a query string asks for. */
export async function loadPage<Item>(
  transport: Transport,
  collection: string,
  query: string,
  options?: CallOptions,
): Promise<LoadedPage<Item>> {
  const path = `/api/v1/${collection}`;
  const reply = await transport.send({ method: 'GET', path, endpoint: path, query, expectsJson: true }, options);
  const page = readPage<Item>(reply);
  await transport.check?.(collection, page.data, reply);
  return { page, fail: reply.fail };
}
