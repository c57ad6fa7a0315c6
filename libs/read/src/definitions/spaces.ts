import { spacesContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { longText, ref } from '../define/sources.js';
import { spaceSummary } from './summaries.js';

export const spaces = define(spacesContract, {
  sources: {
    parent: ref(spaceSummary),
    summary: longText(),
    description_rendered: longText(),
    accessibility_extra_info: longText(),
  },
});
