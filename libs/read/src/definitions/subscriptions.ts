import { subscriptionsContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { ref } from '../sources.js';
import { groupSummary, memberSummary, planSummary } from '../summaries.js';

export const subscriptions = define(subscriptionsContract, {
  sources: {
    member: ref(memberSummary),
    group: ref(groupSummary),
    plan: ref(planSummary),
  },
});
