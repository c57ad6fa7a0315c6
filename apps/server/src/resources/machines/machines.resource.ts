import { machinesContract } from '@resource-catalogue/contracts';
import { buying, page, publication, requirements, softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, resource } from '../../read/definition.js';
import { children, column, json, ref } from '../../read/sources.js';
import { categorySummary, durationType, spaceSummary } from '../../read/summaries.js';

export const machines = resource(machinesContract, {
  sources: {
    id: column(),
    space: ref(spaceSummary),
    category: ref(categorySummary),
    ...page,
    specifications_rendered: column(),
    brand: column(),
    model: column(),
    ...publication,
    ...buying,
    availability_mode: column(),
    booking_must_be_approved: column(),
    hourly_booking_time_step_in_minutes: column(),
    ...requirements('machine'),
    machine_booking_duration_types: children(durationType('machine_booking_duration_types'), 'machine_id', 'id'),
    machine_quotas: json(),
    machine_booking_minimum_durations: json(),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    publication_state: onColumn(),
    space_id: onColumn(),
    category_id: onColumn(),
    availability_mode: onColumn(),
    soft_deleted: onDeletion(),
  },
});
