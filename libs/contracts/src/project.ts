import { ApiSchema } from '@nestjs/swagger';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { PageBlock } from './blocks/page-block.js';
import { PublicationBlock, publicationStates, type PublicationState } from './blocks/publication-block.js';
import { collection } from './collection.js';
import { SoftDeletableFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { Examples } from './field-decorator.js';
import { inOrder } from './field-table.js';
import { Integer, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByTime, FilterByValues, type RangeFilter, type SetFilter } from './filters.js';
import { Embedded, ListOf, TextList } from './nested-fields.js';
import { PersonSummaryDto, RefDto } from './summaries.js';

/** One step of the instructions for a project. */
@ApiSchema({ name: 'ProjectStep', description: 'One step of the instructions for a project.' })
export class ProjectStepDto {
  @Uuid('Identifies the step; a change that sends this id keeps the step.', {
    example: '0198c1bf-f8d8-77f1-884f-1ac7e80b3625',
  })
  id!: string;

  @Integer('Position of the step, from 1 without gaps.', { min: 1, example: 1 })
  position!: number;

  @Text('Title of the step.', { example: 'Cut the seat' })
  title!: string;

  @Text('Instructions, as the Markdown that was sent.', {
    nullable: true,
    example: 'Use the **jigsaw** and a fine blade.',
  })
  description!: string | null;

  @Text('The description as sanitised HTML; null exactly when the description is.', {
    nullable: true,
    example: '<p>Use the <strong>jigsaw</strong> and a fine blade.</p>',
  })
  description_rendered!: string | null;
}

class ProjectPeople {
  @Uuid('Identifies the project.', { example: examples.project.id })
  id!: string;

  @Embedded(() => RefDto, 'The space in which the project was made.', { nullable: true, example: examples.space })
  space!: RefDto | null;

  @Embedded(() => PersonSummaryDto, 'Author of the project.', { example: examples.member })
  author!: PersonSummaryDto;

  @ListOf(() => PersonSummaryDto, 'Collaborators, never the author.', { example: [examples.collaborator] })
  collaborators!: PersonSummaryDto[];
}

class ProjectContent {
  @Text('The full description as the Markdown that was sent.', {
    nullable: true,
    setWhen: { key: 'description_rendered' },
    example: 'A stool from **one sheet** of plywood.',
  })
  description!: string | null;

  @Embedded(() => RefDto, 'The licence under which the project is shared.', {
    nullable: true,
    example: examples.license,
  })
  license!: RefDto | null;

  @ListOf(() => RefDto, 'Subjects of the project.', { example: [examples.thematic] })
  thematics!: RefDto[];

  @ListOf(() => RefDto, 'Machines used for the project.', { example: [examples.machine] })
  machines!: RefDto[];

  @TextList('Keywords, in the order in which they were written.', { example: ['plywood', 'furniture'] })
  tags!: string[];

  @Text('URL of an external page about the project.', {
    nullable: true,
    format: 'uri',
    example: 'https://makers.example.org/folding-stool',
  })
  external_url!: string | null;

  @ListOf(() => ProjectStepDto, 'Steps of the project, ordered by `position`.')
  steps!: ProjectStepDto[];
}

/** A project that members have made, with instructions. The only writable resource. */
@ApiSchema({ name: 'Project', description: 'A project that members have made, with instructions.' })
@Examples({ slug: 'folding-stool', name: 'Folding stool', summary: 'A stool from one sheet, folded flat.' })
@Examples({ description_rendered: '<p>A stool from <strong>one sheet</strong> of plywood.</p>' })
export class ProjectDto extends inOrder(
  ProjectPeople,
  PageBlock,
  ProjectContent,
  PublicationBlock,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of projects. */
export class ProjectFiltersDto extends SoftDeletableFiltersDto {
  @FilterByValues(publicationStates, 'Filter by whether the project is a draft, published or archived.')
  publication_state?: SetFilter<PublicationState>;

  @FilterByIds('Filter by author.')
  author_id?: SetFilter;

  @FilterByIds('Filter by collaborators.')
  collaborator_id?: SetFilter;

  @FilterByIds('Filter by the space in which the project was made.')
  space_id?: SetFilter;

  @FilterByIds('Filter by the licence under which the project is shared.')
  license_id?: SetFilter;

  @FilterByIds('Filter by subjects.')
  thematic_id?: SetFilter;

  @FilterByIds('Filter by machines used.')
  machine_id?: SetFilter;

  @FilterByTime('Filter by when the project was first published; drafts never match.')
  published_at?: RangeFilter;
}

/** The collection `projects`. */
export const projectsContract = collection({
  name: 'projects',
  resource: ProjectDto,
  filters: ProjectFiltersDto,
  sorts: ['name'],
  unique: [['slug']],
});
