import { upwardImports } from './layers.js';
import {
  deadLinks,
  staleFigures,
  strayCitations,
  unknownMessages,
  unknownVariables,
  unlistedDocuments,
  wrongEvidence,
} from './guides.js';
import { circularImports } from './import-cycles.js';
import { forbiddenImports } from './import-rules.js';
import { projectViolations } from './project-rules.js';
import { sourceViolations } from './source-rules.js';

/** The rules of the workspace, each with the function that returns its violations as messages. */
export const rules = [
  ['resources do not import each other, and list-query imports no framework', forbiddenImports],
  ['there are no circular imports', circularImports],
  ['layers of the server import only lower layers', upwardImports],
  ['docs/interface.md defines all cited rules', strayCitations],
  ['file names are specific, modules of the service keep no state, and texts follow the style', sourceViolations],
  ['projects have tags, exact versions and complete inputs', projectViolations],
  ['links in documents lead to existing files and headings', deadLinks],
  ['docs/README.md lists every document', unlistedDocuments],
  ['tests and files mentioned in the threat model and the list of faults exist', wrongEvidence],
  ['programs print all messages in troubleshooting', unknownMessages],
  ['the configuration reads all variables mentioned in guides', unknownVariables],
  ['figures in documents match the linked reports', staleFigures],
] as const;
