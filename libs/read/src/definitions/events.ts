import { eventsContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { children, longText, ref, set } from '../define/sources.js';
import { accreditationSummary, categorySummary, planSummary, price, spaceSummary } from './summaries.js';

export const events = define(eventsContract, {
  sources: {
    space: ref(spaceSummary),
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    accessibility_extra_info: longText(),
    required_accreditations: set(accreditationSummary, 'event_required_accreditations', 'event_id', 'accreditation_id'),
    required_plans: set(planSummary, 'event_required_plans', 'event_id', 'plan_id'),
    prices: children(price, 'event_id'),
  },
});
