import type {
  ProjectCreateDto,
  ProjectDto,
  ProjectFiltersDto,
  projectsContract,
  ProjectUpdateDto,
} from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { ProjectId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { Sent } from '../values/sent.js';
import type { ReadableResource, SortOf } from './resource.js';

/** Something that members have made, and how they made it. */
export type Project = Received<ProjectDto, ProjectId>;
/** What the list of projects can be filtered by. */
export type ProjectFilters = FiltersOf<ProjectFiltersDto, ProjectId>;
/** What the list of projects can be sorted by. */
export type ProjectSort = SortOf<typeof projectsContract>;
/** A new project; what is absent has its default (section 9 of the interface). */
export type ProjectCreate = Sent<ProjectCreateDto>;
/** A change of a project, as a merge patch: absent keeps, `null` clears, an array replaces the whole array (WRITE-2). */
export type ProjectUpdate = Sent<ProjectUpdateDto>;

/**
 * The collection `projects`.
 *
 * @example
 * const page = await client.projects.list({ filters: { author_id: { in: [member.id] } }, sort: '-updated_at' });
 */
export const projects: ReadableResource<Project, ProjectFilters, ProjectSort> = { name: 'projects', get: true };
