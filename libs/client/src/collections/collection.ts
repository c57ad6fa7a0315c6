import type { Answer } from '../http/answer.js';
import type { CallOptions } from '../http/request.js';
import type { Transport } from '../http/transport.js';
import type { ListCall } from '../lists/list-call.js';
import { changesSince } from '../operations/changes-since.js';
import type { ChangesOptions } from '../operations/changes-since.js';
import { getMany } from '../operations/get-many.js';
import type { GetManyOptions } from '../operations/get-many.js';
import { get } from '../operations/get.js';
import { list } from '../operations/list.js';
import type { ListOptions } from '../operations/list.js';
import type { SafePromise } from '../operations/safe-promise.js';
import type { SetFilter, TimeFilter } from '../query/filters.js';
import type { ListParams } from '../query/list-params.js';
import type { IdOf, ReadableResource, Resource } from '../resources/resource.js';
import type { Time } from '../values/time.js';

/** What every collection can be filtered by (FILT-10). */
interface CommonFilters {
  readonly id?: SetFilter<string>;
  readonly updated_at?: TimeFilter;
}

/** A collection of a client. */
export interface Collection<Item, Filters, Sort extends string> {
  /** Lists the collection; see the function `list`. */
  list(params?: ListParams<Filters, Sort>, options?: ListOptions): ListCall<Item>;
  /** Reads many resources by their ids, 100 in a request; see the function `getMany`. */
  getMany(ids: Iterable<IdOf<Item>>, options?: GetManyOptions): Promise<Map<string, Item>>;
  /** Lists what was created or changed since an instant; see the function `changesSince`. */
  changesSince(instant: Time, options?: ChangesOptions<Filters>): ListCall<Item>;
}

/** A collection of a client whose resources can also be read one by one. */
export interface ReadableCollection<Item, Filters, Sort extends string> extends Collection<Item, Filters, Sort> {
  /** Reads one resource by its id; see the function `get`. */
  get(id: IdOf<Item>, options?: CallOptions): SafePromise<Answer<Item>>;
}

/** Gives a collection its operations. */
export function collection<Item extends { readonly id: string }, Filters extends CommonFilters, Sort extends string>(
  transport: Transport,
  resource: Resource<Item, Filters, Sort>,
): Collection<Item, Filters, Sort> {
  return {
    list: (params, options) => list(transport, resource, params, options),
    getMany: (ids, options) => getMany(transport, resource, ids, options),
    changesSince: (instant, options) => changesSince(transport, resource, instant, options),
  };
}

/** Gives a collection its operations, the one that reads a single resource among them. */
export function readableCollection<
  Item extends { readonly id: string },
  Filters extends CommonFilters,
  Sort extends string,
>(transport: Transport, resource: ReadableResource<Item, Filters, Sort>): ReadableCollection<Item, Filters, Sort> {
  return { ...collection(transport, resource), get: (id, options) => get(transport, resource, id, options) };
}
