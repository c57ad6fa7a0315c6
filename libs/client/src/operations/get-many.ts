import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import { maximumSetSize } from '../limits.js';
import type { SetFilter } from '../query/filters.js';
import type { IdOf, Resource } from '../resources/resource.js';
import { isRecord } from '../objects.js';
import { list } from './list.js';

/** Options of a call that reads many resources. */
export interface GetManyOptions extends CallOptions {
  /** Requests that run at the same time, 4 by default; the quota holds them like all others. */
  readonly concurrency?: number;
}

/**
 * Reads many resources by their ids, 100 in a request. The map has them by id, in no particular order; an id that does not
 * exist is not in it (FILT-7). The first error ends the whole call.
 *
 * @example
 * const members = await getMany(transport, membersCollection, bookings.flatMap(({ member }) => member?.id ?? []));
 */
export async function getMany<
  Item extends { readonly id: string },
  Filters extends { readonly id?: SetFilter<string> },
>(
  transport: Transport,
  resource: Resource<Item, Filters, string>,
  ids: Iterable<IdOf<Item>>,
  { concurrency = 4, ...options }: GetManyOptions = {},
): Promise<Map<string, Item>> {
  const unique = [...new Set([...ids].map((id) => id.toLowerCase()))];
  const sets = Array.from({ length: Math.ceil(unique.length / maximumSetSize) }, (_, index) =>
    unique.slice(index * maximumSetSize, (index + 1) * maximumSetSize),
  );
  const found = new Map<string, Item>();
  const byIds: Resource<Item, { readonly id: SetFilter<string> }, string> = { name: resource.name };
  const work = async () => {
    for (let set = sets.pop(); set !== undefined; set = sets.pop()) {
      const page = list(transport, byIds, { filters: { id: { in: set } }, limit: maximumSetSize }, options);
      const { data } = await page.catch((error: unknown) => {
        // Results after an error would be lost.
        sets.length = 0;
        throw error;
      });
      for (const item of data) if (isRecord(item)) found.set(item.id, item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return found;
}
