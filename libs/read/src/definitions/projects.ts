import { projectsContract } from '@resource-catalogue/contracts';
import { define } from '../define/definition.js';
import { idIn, longJson, longText, ref, set } from '../define/sources.js';
import {
  machineSummary,
  memberSummary,
  projectLicenseSummary,
  projectThematicSummary,
  spaceSummary,
} from './summaries.js';

export const projects = define(projectsContract, {
  sources: {
    space: ref(spaceSummary),
    author: ref(memberSummary),
    collaborators: set(memberSummary, 'project_collaborators', 'project_id', 'member_id'),
    summary: longText(),
    description_rendered: longText(),
    description: longText(),
    license: ref(projectLicenseSummary),
    thematics: set(projectThematicSummary, 'project_project_thematics', 'project_id', 'project_thematic_id'),
    machines: set(machineSummary, 'project_machines', 'project_id', 'machine_id'),
    steps: longJson('steps_bytes'),
  },
  filters: {
    collaborator_id: idIn('collaborators'),
    thematic_id: idIn('thematics'),
    machine_id: idIn('machines'),
  },
});
