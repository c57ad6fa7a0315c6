import { membersContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { children, idIn, ref, reverseRef } from '../define/sources.js';
import { groupSummary, memberAccreditation, spaceSummary, subscriptionSummary, userSummary } from './summaries.js';

export const members = define(membersContract, {
  sources: {
    user: reverseRef(userSummary, 'member_id'),
    group: ref(groupSummary),
    space: ref(spaceSummary),
    accreditations: children(memberAccreditation, 'member_id'),
    current_subscription: reverseRef(subscriptionSummary, 'member_id', { state: 'active' }),
  },
  filters: {
    user_id: idIn('user'),
    accreditation_id: idIn('accreditations'),
  },
});
