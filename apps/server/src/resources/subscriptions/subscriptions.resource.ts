import { subscriptionsContract } from '@resource-catalogue/contracts';
import { timestamps } from '../../read/blocks.js';
import { onColumn, resource } from '../../read/definition.js';
import { column, ref } from '../../read/sources.js';
import { groupSummary, memberSummary, planSummary } from '../../read/summaries.js';

export const subscriptions = resource(subscriptionsContract, {
  sources: {
    id: column(),
    member: ref(memberSummary),
    group: ref(groupSummary),
    plan: ref(planSummary),
    state: column(),
    starts_at: column(),
    ends_at: column(),
    canceled_at: column(),
    paused_at: column(),
    renews_automatically: column(),
    ...timestamps,
  },
  filters: {
    state: onColumn(),
    member_id: onColumn(),
    plan_id: onColumn(),
    group_id: onColumn(),
    starts_at: onColumn(),
    ends_at: onColumn(),
    canceled_at: onColumn(),
  },
});
