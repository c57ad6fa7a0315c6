import { machinesContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { children, longText, ref, set } from '../define/sources.js';
import { accreditationSummary, categorySummary, machineDurationType, planSummary, spaceSummary } from './summaries.js';

export const machines = define(machinesContract, {
  sources: {
    space: ref(spaceSummary),
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    specifications_rendered: longText(),
    required_accreditations: set(
      accreditationSummary,
      'machine_required_accreditations',
      'machine_id',
      'accreditation_id',
    ),
    required_plans: set(planSummary, 'machine_required_plans', 'machine_id', 'plan_id'),
    machine_booking_duration_types: children(machineDurationType, 'machine_id'),
  },
});
