import { eventsContract } from '@resource-catalogue/contracts';
import { access, buying, page, prices, publication, requirements, softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, resource } from '../../read/definition.js';
import { column, ref } from '../../read/sources.js';
import { categorySummary, spaceSummary } from '../../read/summaries.js';

export const events = resource(eventsContract, {
  sources: {
    id: column(),
    space: ref(spaceSummary),
    category: ref(categorySummary),
    ...page,
    ...access,
    ...publication,
    ...buying,
    ...requirements('event'),
    location_kind: column(),
    location_name: column(),
    age_min: column(),
    age_max: column(),
    seats_per_session: column(),
    maximum_seats_per_booking: column(),
    seat_naming: column(),
    booking_must_be_approved: column(),
    ...prices('event'),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    publication_state: onColumn(),
    space_id: onColumn(),
    category_id: onColumn(),
    location_kind: onColumn(),
    soft_deleted: onDeletion(),
  },
});
