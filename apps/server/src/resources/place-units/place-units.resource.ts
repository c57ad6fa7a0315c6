import { placeUnitsContract } from '@resource-catalogue/contracts';
import { softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, resource } from '../../read/definition.js';
import { column, ref } from '../../read/sources.js';
import { placeSummary, spaceSummary } from '../../read/summaries.js';

export const placeUnits = resource(placeUnitsContract, {
  sources: {
    id: column(),
    place: ref(placeSummary),
    space: ref(spaceSummary),
    sku: column(),
    name: column(),
    state: column(),
    state_note: column(),
    state_changed_at: column(),
    floor: column(),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    state: onColumn(),
    place_id: onColumn(),
    space_id: onColumn(),
    sku: onColumn(),
    soft_deleted: onDeletion(),
  },
});
