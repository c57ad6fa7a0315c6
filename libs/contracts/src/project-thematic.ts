import { ApiSchema } from '@nestjs/swagger';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { CommonFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { Integer, Text, Uuid } from './fields.js';

class ProjectThematicFields {
  @Uuid('Identifies the theme.', { example: examples.thematic.id })
  id!: string;

  @Text('Name of the theme.', { example: 'Furniture' })
  name!: string;

  @Text('The readable part of a URL.', { example: 'furniture' })
  slug!: string;

  @Integer('Position of the theme in lists for people, ascending.', { example: 3 })
  position!: number;
}

/** A subject that projects are about. */
@ApiSchema({ name: 'ProjectThematic', description: 'A subject that projects are about.' })
export class ProjectThematicDto extends inOrder(ProjectThematicFields, TimestampsBlock) {}

/** Filters for lists of project thematics: only those of every collection. */
export class ProjectThematicFiltersDto extends CommonFiltersDto {}

/** The collection `project_thematics`. */
export const projectThematicsContract = collection({
  name: 'project_thematics',
  resource: ProjectThematicDto,
  filters: ProjectThematicFiltersDto,
  sorts: ['name', 'position'],
  unique: [['slug']],
  defaultSort: 'name',
  get: false,
});
