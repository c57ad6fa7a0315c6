import type { MachineUnitDto, MachineUnitFiltersDto, machineUnitsContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { MachineUnitId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** One physical machine. */
export type MachineUnit = Received<MachineUnitDto, MachineUnitId>;
/** What the list of machine units can be filtered by. */
export type MachineUnitFilters = FiltersOf<MachineUnitFiltersDto, MachineUnitId>;
/** What the list of machine units can be sorted by. */
export type MachineUnitSort = SortOf<typeof machineUnitsContract>;

/**
 * The collection `machine_units`.
 *
 * @example
 * const free = client.machineUnits.list({ filters: { machine_id: { in: [machine.id] }, state: { in: ['available'] } } });
 */
export const machineUnits: ReadableResource<MachineUnit, MachineUnitFilters, MachineUnitSort> = {
  name: 'machine_units',
  get: true,
};
