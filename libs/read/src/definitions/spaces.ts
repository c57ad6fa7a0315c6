import { spacesContract } from '@resource-catalogue/contracts';
import { define } from '../definition.js';
import { longText, ref } from '../sources.js';
import { spaceSummary } from '../summaries.js';

export const spaces = define(spacesContract, {
  sources: {
    parent: ref(spaceSummary),
    summary: longText(),
    description_rendered: longText(),
    accessibility_extra_info: longText(),
  },
});
