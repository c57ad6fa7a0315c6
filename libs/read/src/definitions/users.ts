import { usersContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { idIn, ref, set } from '../sources.js';
import { memberSummary, spaceSummary } from '../summaries.js';

export const users = define(usersContract, {
  sources: {
    member: ref(memberSummary),
    spaces: set(spaceSummary, 'user_spaces', 'user_id', 'space_id'),
  },
  filters: {
    space_id: idIn('spaces'),
  },
});
