import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import type { SetFilter } from '../query/filters.js';
import type { IdOf, Resource } from '../resources/resource.js';
import { list } from './list.js';

/** How many resources are read, and how many requests run at a time. */
export interface GetManyOptions extends CallOptions {
  /** Requests that run at the same time, 4 by default; the quota holds them like all others. */
  readonly concurrency?: number;
}

/** Values that one set may have (FILT-2). */
const largestSet = 100;

/**
 * Reads many resources by their ids, 100 in a request. The map has them by id, in no particular order; an id that nothing
 * has is not in it (FILT-7). The first error ends the whole.
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
  const wanted = [...new Set([...ids].map((id) => id.toLowerCase()))];
  const sets = Array.from({ length: Math.ceil(wanted.length / largestSet) }, (_, index) =>
    wanted.slice(index * largestSet, (index + 1) * largestSet),
  );
  const found = new Map<string, Item>();
  const byIds: Resource<Item, { readonly id: SetFilter<string> }, string> = { name: resource.name };
  const work = async () => {
    for (let set = sets.pop(); set !== undefined; set = sets.pop()) {
      const page = list(transport, byIds, { filters: { id: { in: set } }, limit: largestSet }, options);
      const { data } = await page.catch((error: unknown) => {
        // What would be read after an error nobody gets.
        sets.length = 0;
        throw error;
      });
      for (const item of data) found.set(item.id, item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return found;
}
