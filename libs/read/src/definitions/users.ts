import { usersContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { idIn, ref, set } from '../define/sources.js';
import { memberSummary, spaceSummary } from './summaries.js';

export const users = define(usersContract, {
  sources: {
    member: ref(memberSummary),
    spaces: set(spaceSummary, 'user_spaces', 'user_id', 'space_id'),
  },
  filters: {
    space_id: idIn('spaces'),
  },
});
