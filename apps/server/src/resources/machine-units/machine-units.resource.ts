import { machineUnitsContract } from '@resource-catalogue/contracts';
import { softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, resource } from '../../read/definition.js';
import { column, ref } from '../../read/sources.js';
import { machineSummary, spaceSummary } from '../../read/summaries.js';

export const machineUnits = resource(machineUnitsContract, {
  sources: {
    id: column(),
    machine: ref(machineSummary),
    space: ref(spaceSummary),
    sku: column(),
    name: column(),
    state: column(),
    state_note: column(),
    state_changed_at: column(),
    serial_number: column(),
    commissioned_on: column(),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    state: onColumn(),
    machine_id: onColumn(),
    space_id: onColumn(),
    sku: onColumn(),
    soft_deleted: onDeletion(),
  },
});
