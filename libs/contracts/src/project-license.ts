import { ApiSchema } from '@nestjs/swagger';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { CommonFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { Integer, Text, Uuid } from './fields.js';
import { FilterByText, type SetFilter } from './filters.js';

class ProjectLicenseFields {
  @Uuid('Identifies the licence.', { example: examples.license.id })
  id!: string;

  @Text('Full name of the licence.', { example: 'Creative Commons Attribution 4.0' })
  name!: string;

  @Text('SPDX-style identifier of the licence, unique in the collection.', { example: 'CC-BY-4.0' })
  code!: string;

  @Text('URL of the full text.', {
    nullable: true,
    format: 'uri',
    example: 'https://creativecommons.org/licenses/by/4.0/',
  })
  url!: string | null;

  @Text('Summary of the licence, in plain text.', {
    nullable: true,
    example: 'Use and change it as you like, and name the author.',
  })
  description!: string | null;

  @Integer('Position of the licence in lists for people, ascending.', { example: 1 })
  position!: number;
}

/** A licence under which projects are shared. */
@ApiSchema({ name: 'ProjectLicense', description: 'A licence under which projects are shared.' })
export class ProjectLicenseDto extends inOrder(ProjectLicenseFields, TimestampsBlock) {}

/** Filters for lists of project licences. */
export class ProjectLicenseFiltersDto extends CommonFiltersDto {
  @FilterByText('Filter by the short name of the licence.')
  code?: SetFilter;
}

/** The collection `project_licenses`. */
export const projectLicensesContract = collection({
  name: 'project_licenses',
  resource: ProjectLicenseDto,
  filters: ProjectLicenseFiltersDto,
  sorts: ['name', 'position'],
  unique: [['code']],
  defaultSort: 'name',
  get: false,
});
