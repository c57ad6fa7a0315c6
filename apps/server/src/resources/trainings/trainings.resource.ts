import { trainingsContract } from '@resource-catalogue/contracts';
import { access, buying, page, prices, publication, requirements, softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, through, resource } from '../../read/definition.js';
import { column, ref, set } from '../../read/sources.js';
import { accreditationSummary, categorySummary, machineSummary, spaceSummary } from '../../read/summaries.js';

export const trainings = resource(trainingsContract, {
  sources: {
    id: column(),
    space: ref(spaceSummary),
    category: ref(categorySummary),
    ...page,
    prerequisites_rendered: column(),
    ...access,
    ...publication,
    ...buying,
    ...requirements('training'),
    duration_in_minutes: column(),
    seats_per_session: column(),
    minimum_seats: column(),
    auto_cancel_before_in_hours: column(),
    booking_must_be_approved: column(),
    granted_accreditations: set(
      accreditationSummary,
      'training_granted_accreditations',
      'training_id',
      'accreditation_id',
    ),
    accreditation_validity_in_months: column(),
    machines: set(machineSummary, 'training_machines', 'training_id', 'machine_id'),
    ...prices('training'),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    publication_state: onColumn(),
    space_id: onColumn(),
    category_id: onColumn(),
    machine_id: through('training_machines', 'training_id', 'machine_id'),
    soft_deleted: onDeletion(),
  },
});
