import { machineUnitsContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { longText, ref } from '../define/sources.js';
import { machineSummary, spaceSummary } from './summaries.js';

export const machineUnits = define(machineUnitsContract, {
  sources: {
    machine: ref(machineSummary),
    space: ref(spaceSummary),
    state_note: longText(),
  },
});
