import type { MachineDto, MachineFiltersDto, machinesContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { MachineId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A kind of machine; its pieces are machine units. */
export type Machine = Received<MachineDto, MachineId>;
/** What the list of machines can be filtered by. */
export type MachineFilters = FiltersOf<MachineFiltersDto, MachineId>;
/** What the list of machines can be sorted by. */
export type MachineSort = SortOf<typeof machinesContract>;

/**
 * The collection `machines`.
 *
 * @example
 * const page = await client.machines.list({ filters: { publication_state: { in: ['published'] } }, sort: 'name' });
 */
export const machines: ReadableResource<Machine, MachineFilters, MachineSort> = { name: 'machines', get: true };
