import { machineUnitsContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { longText, ref } from '../sources.js';
import { machineSummary, spaceSummary } from '../summaries.js';

export const machineUnits = define(machineUnitsContract, {
  sources: {
    machine: ref(machineSummary),
    space: ref(spaceSummary),
    state_note: longText(),
  },
});
