import { plansContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { idIn, longText, ref, set } from '../define/sources.js';
import { categorySummary, groupSummary, spaceSummary } from './summaries.js';

export const plans = define(plansContract, {
  sources: {
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    groups: set(groupSummary, 'plan_groups', 'plan_id', 'group_id'),
    spaces: set(spaceSummary, 'plan_spaces', 'plan_id', 'space_id'),
  },
  filters: {
    group_id: idIn('groups'),
    space_id: idIn('spaces'),
  },
});
