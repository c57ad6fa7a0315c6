import { usersContract } from '@resource-catalogue/contracts';
import { softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, through, resource } from '../../read/definition.js';
import { column, ref, set } from '../../read/sources.js';
import { memberSummary, spaceSummary } from '../../read/summaries.js';

export const users = resource(usersContract, {
  sources: {
    id: column(),
    email: column(),
    first_name: column(),
    last_name: column(),
    role: column(),
    state: column(),
    locale: column(),
    time_zone: column(),
    member: ref(memberSummary),
    spaces: set(spaceSummary, 'user_spaces', 'user_id', 'space_id'),
    last_sign_in_at: column(),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    role: onColumn(),
    state: onColumn(),
    email: onColumn(),
    member_id: onColumn(),
    space_id: through('user_spaces', 'user_id', 'space_id'),
    soft_deleted: onDeletion(),
  },
});
