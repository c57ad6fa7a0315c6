import { trainingsContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { children, idIn, longText, ref, set } from '../define/sources.js';
import {
  accreditationSummary,
  categorySummary,
  machineSummary,
  planSummary,
  price,
  spaceSummary,
} from './summaries.js';

export const trainings = define(trainingsContract, {
  sources: {
    space: ref(spaceSummary),
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    prerequisites_rendered: longText(),
    accessibility_extra_info: longText(),
    required_accreditations: set(
      accreditationSummary,
      'training_required_accreditations',
      'training_id',
      'accreditation_id',
    ),
    required_plans: set(planSummary, 'training_required_plans', 'training_id', 'plan_id'),
    granted_accreditations: set(
      accreditationSummary,
      'training_granted_accreditations',
      'training_id',
      'accreditation_id',
    ),
    machines: set(machineSummary, 'training_machines', 'training_id', 'machine_id'),
    prices: children(price, 'training_id'),
  },
  filters: {
    machine_id: idIn('machines'),
  },
});
