import { placesContract } from '@resource-catalogue/contracts';
import { access, buying, page, publication, requirements, softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, resource } from '../../read/definition.js';
import { children, column, json, ref, set } from '../../read/sources.js';
import { categorySummary, durationType, equipmentSummary, placeExtra, spaceSummary } from '../../read/summaries.js';

export const places = resource(placesContract, {
  sources: {
    id: column(),
    space: ref(spaceSummary),
    category: ref(categorySummary),
    ...page,
    ...access,
    capacity_per_unit: column(),
    ...publication,
    ...buying,
    availability_mode: column(),
    booking_must_be_approved: column(),
    hourly_booking_time_step_in_minutes: column(),
    require_people_count_on_booking: column(),
    equipments: set(equipmentSummary, 'place_equipments', 'place_id', 'equipment_id'),
    ...requirements('place'),
    place_booking_duration_types: children(durationType('place_booking_duration_types'), 'place_id', 'id'),
    place_quotas: json(),
    place_booking_minimum_durations: json(),
    place_extras: children(placeExtra, 'place_id', 'id'),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    publication_state: onColumn(),
    space_id: onColumn(),
    category_id: onColumn(),
    soft_deleted: onDeletion(),
    availability_mode: onColumn(),
  },
});
