import { placeUnitsContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { longText, ref } from '../define/sources.js';
import { placeSummary, spaceSummary } from './summaries.js';

export const placeUnits = define(placeUnitsContract, {
  sources: {
    place: ref(placeSummary),
    space: ref(spaceSummary),
    state_note: longText(),
  },
});
