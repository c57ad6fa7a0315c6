import { type SafePromise, withSafe } from '../errors/result.js';
import type { ResourceResponse, Reply } from '../http/response.js';
import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import { isRecord } from '../objects.js';
import type { IdOf, ReadableResource } from '../resources/resource.js';
import { collectionPath, resourcePath } from './paths.js';

/**
 * Reads one resource by its id; a soft-deleted resource can still be read (GET-2).
 *
 * Errors: `api` with the problem `not_found` for an id that does not exist, and those of every call.
 *
 * @throws TypeError at once for an id that is empty or made of dots, which would change the path.
 * @example
 * const { data, meta } = await get(transport, bookings, id);
 */
export function get<Item, Filters, Sort extends string>(
  transport: Transport,
  { name }: ReadableResource<Item, Filters, Sort>,
  id: IdOf<Item>,
  options?: CallOptions,
): SafePromise<ResourceResponse<Item>> {
  const path = resourcePath(name, id);
  const endpoint = `${collectionPath(name)}/{id}`;
  const sent = transport.send({ method: 'GET', path, endpoint, expectsJson: true }, options);
  return withSafe(sent.then((reply) => readOne<Item>(transport, name, reply)));
}

/** Reads the body of one resource; throws a `decode` error if it breaks GET-1. */
export async function readOne<Item>(
  transport: Transport,
  collection: string,
  reply: Reply,
): Promise<ResourceResponse<Item>> {
  if (!holdsOne<Item>(reply.json)) throw reply.fail('decode', 'returned JSON that is not a resource');
  const { data } = reply.json;
  await transport.check?.(collection, [data], reply);
  return { data, meta: reply.meta };
}

function holdsOne<Item>(value: unknown): value is { readonly data: Item } {
  return isRecord(value) && isRecord(value['data']);
}
