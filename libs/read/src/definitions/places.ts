import { placesContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { children, longText, ref, set } from '../define/sources.js';
import {
  accreditationSummary,
  categorySummary,
  equipmentSummary,
  placeDurationType,
  placeExtra,
  planSummary,
  spaceSummary,
} from './summaries.js';

export const places = define(placesContract, {
  sources: {
    space: ref(spaceSummary),
    category: ref(categorySummary),
    summary: longText(),
    description_rendered: longText(),
    accessibility_extra_info: longText(),
    equipments: set(equipmentSummary, 'place_equipments', 'place_id', 'equipment_id'),
    required_accreditations: set(accreditationSummary, 'place_required_accreditations', 'place_id', 'accreditation_id'),
    required_plans: set(planSummary, 'place_required_plans', 'place_id', 'plan_id'),
    place_booking_duration_types: children(placeDurationType, 'place_id'),
    place_extras: children(placeExtra, 'place_id'),
  },
});
