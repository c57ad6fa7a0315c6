import { membersContract } from '@resource-catalogue/contracts';
import { softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, through, resource } from '../../read/definition.js';
import { children, column, json, ref, reverse } from '../../read/sources.js';
import {
  groupSummary,
  memberAccreditation,
  spaceSummary,
  subscriptionSummary,
  userSummary,
} from '../../read/summaries.js';

export const members = resource(membersContract, {
  sources: {
    id: column(),
    number: column(),
    user: reverse(userSummary, 'member_id'),
    group: ref(groupSummary),
    space: ref(spaceSummary),
    first_name: column(),
    last_name: column(),
    email: column(),
    phone: column(),
    birthdate: column(),
    job_title: column(),
    organization_name: column(),
    address: json(),
    locale: column(),
    image: json(),
    state: column(),
    accreditations: children(memberAccreditation, 'member_id', 'accreditation_id'),
    current_subscription: reverse(subscriptionSummary, 'member_id', { column: 'state', equals: 'active' }),
    joined_at: column(),
    ...softDelete,
    ...timestamps,
  },
  filters: {
    state: onColumn(),
    group_id: onColumn(),
    space_id: onColumn(),
    user_id: through('users', 'member_id', 'id'),
    email: onColumn(),
    number: onColumn(),
    accreditation_id: through('member_accreditations', 'member_id', 'accreditation_id'),
    soft_deleted: onDeletion(),
  },
});
