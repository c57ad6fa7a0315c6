import { upwardImports } from './floors.js';
import { deadLinks, staleFigures, strayCitations, unknownVariables, wrongEvidence } from './guides.js';
import { forbiddenImports } from './import-rules.js';
import { projectViolations } from './project-rules.js';
import { sourceViolations } from './source-rules.js';

/** The rules of the workspace, each with the function that finds its violations as sentences. */
export const rules = [
  ['layers import what they may', forbiddenImports],
  ['the floors of the server import downwards only', upwardImports],
  ['cited rules exist in docs/interface.md', strayCitations],
  ['files are named after what is in them, and modules of the service keep no state', sourceViolations],
  ['projects have tags and exact versions', projectViolations],
  ['documents link to files and headings that exist', deadLinks],
  ['the threat model and the list of faults name tests and files that exist', wrongEvidence],
  ['guides name variables that the configuration reads', unknownVariables],
  ['the README has the figures of the reports', staleFigures],
] as const;
