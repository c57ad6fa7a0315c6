import { plansContract } from '@resource-catalogue/contracts';
import { buying, page, publication, softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, through, resource } from '../../read/definition.js';
import { column, ref, set } from '../../read/sources.js';
import { categorySummary, groupSummary, spaceSummary } from '../../read/summaries.js';

export const plans = resource(plansContract, {
  sources: {
    id: column(),
    category: ref(categorySummary),
    ...page,
    ...publication,
    ...buying,
    groups: set(groupSummary, 'plan_groups', 'plan_id', 'group_id'),
    spaces: set(spaceSummary, 'plan_spaces', 'plan_id', 'space_id'),
    duration_unit: column(),
    duration_count: column(),
    renewal_kind: column(),
    amount_in_cents: column(),
    currency: column(),
    position: column(),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    publication_state: onColumn(),
    category_id: onColumn(),
    group_id: through('plan_groups', 'plan_id', 'group_id'),
    space_id: through('plan_spaces', 'plan_id', 'space_id'),
    soft_deleted: onDeletion(),
  },
});
