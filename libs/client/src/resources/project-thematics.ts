import type {
  ProjectThematicDto,
  ProjectThematicFiltersDto,
  projectThematicsContract,
} from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { ProjectThematicId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { Resource, SortOf } from './resource.js';

/** A subject that projects are about. */
export type ProjectThematic = Received<ProjectThematicDto, ProjectThematicId>;
/** What the list of project thematics can be filtered by. */
export type ProjectThematicFilters = FiltersOf<ProjectThematicFiltersDto, ProjectThematicId>;
/** What the list of project thematics can be sorted by. */
export type ProjectThematicSort = SortOf<typeof projectThematicsContract>;

/**
 * The collection `project_thematics`, which can be listed only.
 *
 * @example
 * const thematics = await client.projectThematics.list({ sort: 'position' }).toArray({ max: 100 });
 */
export const projectThematics: Resource<ProjectThematic, ProjectThematicFilters, ProjectThematicSort> = {
  name: 'project_thematics',
};
