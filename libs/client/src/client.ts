import type { CollectionName } from '@resource-catalogue/contracts';
import { type Collection, makeOperations, type ProjectCollection, type ReadableCollection } from './collection.js';
import type { ClientOptions } from './http/options.js';
import type { Method } from './http/request.js';
import { createTransport, type Transport } from './http/transport.js';
import { raw, type RawResponse, type RawRequest } from './operations/raw.js';
import { camelCase, type FiltersOf, type HasGet, type ItemOf, type SortOf } from './resources/resource.js';
import * as resources from './resources/resources.js';

/** `machine_units` as a program writes it: `machineUnits`. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type CollectionOf<Name extends CollectionName> = Name extends 'projects'
  ? ProjectCollection
  : HasGet<Name> extends true
    ? ReadableCollection<ItemOf<Name>, FiltersOf<Name>, SortOf<Name>>
    : Collection<ItemOf<Name>, FiltersOf<Name>, SortOf<Name>>;

/** Every collection of the API with its operations, by its name in camelCase: `client.machineUnits`. */
export type Collections = { readonly [Name in CollectionName as CamelCase<Name>]: CollectionOf<Name> };

/** A client with all collections and operations, made by `createClient`. */
export interface Client extends Collections {
  /** Sends any request with the token, the quota, the retries and the errors of this client; see the function `raw`. */
  raw(method: Method, path: string, request?: RawRequest): Promise<RawResponse>;
  /** The transport for the free functions (`list`, `get`, …), to share this client's quota. */
  readonly transport: Transport;
}

/**
 * Creates a client of the Resource Catalogue. All its calls share the token, the quota and the retry budget, so create one per
 * service and token, and reuse it.
 *
 * @throws TypeError if the base URL or the token is invalid, or a limit is not above 0.
 * @example
 * const client = createClient({ baseUrl: 'https://catalogue.example.org', token: 'rct_…' });
 * const { data } = await client.bookings.list({ filters: { state: { in: ['confirmed'] } }, sort: '-starts_at', limit: 50 });
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return {
    ...makeCollections(transport),
    raw: (method, path, request) => raw(transport, method, path, request),
    transport,
  };
}

/** Collections without a constant in `resources.ts`, which must not exist. */
type Missing = Exclude<CollectionName, (typeof resources)[keyof typeof resources]['name']>;

function makeCollections(transport: Transport): [Missing] extends [never] ? Collections : Missing;
function makeCollections(transport: Transport): object {
  return Object.fromEntries(
    Object.values(resources).map((resource) => [camelCase(resource.name), makeOperations(transport, resource)]),
  );
}
