import { placeUnitsContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { longText, ref } from '../sources.js';
import { placeSummary, spaceSummary } from '../summaries.js';

export const placeUnits = define(placeUnitsContract, {
  sources: {
    place: ref(placeSummary),
    space: ref(spaceSummary),
    state_note: longText(),
  },
});
