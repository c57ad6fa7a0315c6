import { ApiSchema } from '@nestjs/swagger';
import { publicationStates, type PublicationState } from './blocks/publication-block.js';
import { BodyId, BodyIds, BodyOneOf, BodyParts, BodyText, BodyTexts } from './body-fields.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { renderedLimits } from './limits.js';

const rendered = `The HTML of all descriptions together has at most ${renderedLimits.bytes} bytes (WRITE-10).`;

/** The initial states of a project (section 9). */
export const initialPublicationStates = ['draft', 'published'] as const;
/** One of `initialPublicationStates`. */
export type InitialPublicationState = (typeof initialPublicationStates)[number];

class StepText {
  @BodyText('Title of the step.', { trim: true, min: 1, max: 200, example: 'Cut the seat' })
  title!: string;

  @BodyText('Instructions as Markdown; absent or null for none.', {
    optional: true,
    nullable: true,
    max: 20_000,
    example: 'Use the **jigsaw** and a fine blade.',
  })
  description?: string | null;
}

/** A step of a new project; its position in the array is its `position`. */
@ApiSchema({
  name: 'ProjectStepCreate',
  description: 'A step of a new project. Its position in the array is its `position`.',
})
export class ProjectStepCreateDto extends inOrder(StepText) {}

class StepIdentity {
  @BodyId('The id of a step of this project, to keep that step; a step without an id is new.', {
    optional: true,
    example: '0198c1bf-f8d8-77f1-884f-1ac7e80b3625',
  })
  id?: string;
}

/** A step of a changed project: with the `id` of an existing step it keeps that step, otherwise it is new. */
@ApiSchema({
  name: 'ProjectStepUpdate',
  description: 'A step of a changed project. Its position in the array is its `position`.',
})
export class ProjectStepUpdateDto extends inOrder(StepIdentity, StepText) {}

class RequiredName {
  @BodyText('Name of the project.', { trim: true, min: 1, max: 200, example: 'Folding stool' })
  name!: string;

  @BodyId('Author of the project, a live member. Cannot be changed later.', {
    example: examples.member.id,
  })
  author_id!: string;
}

class OptionalName {
  @BodyText('Name of the project; never null.', {
    optional: true,
    trim: true,
    min: 1,
    max: 200,
    example: 'Folding stool',
  })
  name?: string;
}

class OptionalTexts {
  @BodyText('One or two sentences; null for none.', {
    optional: true,
    nullable: true,
    max: 500,
    example: 'A stool from one sheet, folded flat.',
  })
  summary?: string | null;

  @BodyText('The full description as Markdown; null for none.', {
    optional: true,
    nullable: true,
    max: 100_000,
    example: 'A stool from **one sheet** of plywood.',
  })
  description?: string | null;
}

class InitialState {
  @BodyOneOf(initialPublicationStates, 'Whether the project is published at once; a draft if absent.', {
    optional: true,
    example: 'draft',
  })
  publication_state?: InitialPublicationState;
}

class NextState {
  @BodyOneOf(
    publicationStates,
    'The new state. Drafts can be published and published projects archived, and both can be undone.',
    {
      optional: true,
      example: 'published',
    },
  )
  publication_state?: PublicationState;
}

class References {
  @BodyId('Space where the project was made, a live one; null for none.', {
    optional: true,
    nullable: true,
    example: examples.space.id,
  })
  space_id?: string | null;

  @BodyId('The licence under which the project is shared; null for none.', {
    optional: true,
    nullable: true,
    example: examples.license.id,
  })
  license_id?: string | null;

  @BodyIds('Subjects of the project; replaces the whole set.', {
    optional: true,
    max: 10,
    example: [examples.thematic.id],
  })
  thematic_ids?: string[];

  @BodyIds('Machines used for the project, live ones; replaces the whole set.', {
    optional: true,
    max: 50,
    example: [examples.machine.id],
  })
  machine_ids?: string[];

  @BodyIds('Collaborators, live members other than the author; replaces the whole set.', {
    optional: true,
    max: 50,
    example: [examples.collaborator.id],
  })
  collaborator_ids?: string[];

  @BodyTexts('Keywords, unique regardless of case; replaces the whole list.', {
    optional: true,
    max: 20,
    maxLength: 50,
    example: ['plywood', 'furniture'],
  })
  tags?: string[];

  @BodyText('External page about the project, http or https; null for none.', {
    optional: true,
    nullable: true,
    max: 2048,
    url: true,
    example: 'https://makers.example.org/folding-stool',
  })
  external_url?: string | null;
}

class NewSteps {
  @BodyParts(() => ProjectStepCreateDto, 'Steps for making the project, in order.', {
    optional: true,
    max: 100,
    example: [{ title: 'Cut the seat' }],
  })
  steps?: ProjectStepCreateDto[];
}

class ChangedSteps {
  @BodyParts(() => ProjectStepUpdateDto, 'Steps for making the project, in order; replaces the whole list.', {
    optional: true,
    max: 100,
    example: [{ id: '0198c1bf-f8d8-77f1-884f-1ac7e80b3625', title: 'Cut the seat' }],
  })
  steps?: ProjectStepUpdateDto[];
}

/** The body of POST `/api/v1/projects` (WRITE-1). Null equals absent if the field may be null (WRITE-3). */
@ApiSchema({ name: 'ProjectCreate', description: `A new project (WRITE-1). ${rendered}` })
export class ProjectCreateDto extends inOrder(RequiredName, OptionalTexts, InitialState, References, NewSteps) {}

/**
 * The body of PATCH `/api/v1/projects/{id}`: a JSON merge patch. An absent field stays, null clears, an array
 * replaces (WRITE-2).
 */
@ApiSchema({
  name: 'ProjectUpdate',
  description: `A change of a project, as a JSON merge patch (WRITE-2). ${rendered}`,
})
export class ProjectUpdateDto extends inOrder(OptionalName, OptionalTexts, NextState, References, ChangedSteps) {}
