import { subscriptionsContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { ref } from '../define/sources.js';
import { groupSummary, memberSummary, planSummary } from './summaries.js';

export const subscriptions = define(subscriptionsContract, {
  sources: {
    member: ref(memberSummary),
    group: ref(groupSummary),
    plan: ref(planSummary),
  },
});
