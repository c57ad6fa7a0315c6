import type {
  ProjectLicenseDto,
  ProjectLicenseFiltersDto,
  projectLicensesContract,
} from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { ProjectLicenseId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { Resource, SortOf } from './resource.js';

/** A licence under which projects are shared. */
export type ProjectLicense = Received<ProjectLicenseDto, ProjectLicenseId>;
/** What the list of project licenses can be filtered by. */
export type ProjectLicenseFilters = FiltersOf<ProjectLicenseFiltersDto, ProjectLicenseId>;
/** What the list of project licenses can be sorted by. */
export type ProjectLicenseSort = SortOf<typeof projectLicensesContract>;

/**
 * The collection `project_licenses`, which can be listed only.
 *
 * @example
 * const licences = await client.projectLicenses.list({ sort: 'position' }).toArray({ max: 100 });
 */
export const projectLicenses: Resource<ProjectLicense, ProjectLicenseFilters, ProjectLicenseSort> = {
  name: 'project_licenses',
};
