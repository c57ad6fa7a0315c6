import { projectsContract } from '@resource-catalogue/contracts';
import { page, publication, softDelete, timestamps } from '../../read/blocks.js';
import { onColumn, onDeletion, through, resource } from '../../read/definition.js';
import { column, json, ref, set } from '../../read/sources.js';
import {
  machineSummary,
  memberSummary,
  projectLicenseSummary,
  projectThematicSummary,
  spaceSummary,
} from '../../read/summaries.js';

export const projects = resource(projectsContract, {
  sources: {
    id: column(),
    space: ref(spaceSummary),
    author: ref(memberSummary),
    collaborators: set(memberSummary, 'project_collaborators', 'project_id', 'member_id'),
    ...page,
    description: column(),
    license: ref(projectLicenseSummary),
    thematics: set(projectThematicSummary, 'project_project_thematics', 'project_id', 'project_thematic_id'),
    machines: set(machineSummary, 'project_machines', 'project_id', 'machine_id'),
    tags: json(),
    external_url: column(),
    steps: json(),
    ...publication,
    ...softDelete,
    ...timestamps,
  },
  filters: {
    publication_state: onColumn(),
    author_id: onColumn(),
    collaborator_id: through('project_collaborators', 'project_id', 'member_id'),
    space_id: onColumn(),
    license_id: onColumn(),
    thematic_id: through('project_project_thematics', 'project_id', 'project_thematic_id'),
    machine_id: through('project_machines', 'project_id', 'machine_id'),
    soft_deleted: onDeletion(),
    published_at: onColumn(),
  },
});
