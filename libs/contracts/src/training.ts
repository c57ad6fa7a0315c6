import { ApiSchema } from '@nestjs/swagger';
import { AccessBlock } from './blocks/access-block.js';
import { BuyingBlock } from './blocks/buying-block.js';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { PageBlock } from './blocks/page-block.js';
import { PublicationBlock, publicationStates, type PublicationState } from './blocks/publication-block.js';
import { RequirementsBlock } from './blocks/requirements-block.js';
import { collection } from './collection.js';
import { NamedFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { Examples } from './field-decorator.js';
import { inOrder } from './field-table.js';
import { Flag, Integer, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByValues, type SetFilter } from './filters.js';
import { Embedded, ListOf } from './nested-fields.js';
import { PriceDto } from './price.js';
import { RefDto } from './summaries.js';

class TrainingHead {
  @Uuid('Identifies the training.', { example: examples.training.id })
  id!: string;

  @Embedded(() => RefDto, 'The space that offers the training.', { example: examples.space })
  space!: RefDto;

  @Embedded(() => RefDto, 'The category of the training; its type is `training`.', {
    nullable: true,
    example: examples.trainingCategory,
  })
  category!: RefDto | null;
}

class TrainingPrerequisites {
  @Text('Prerequisites, as sanitised HTML.', {
    nullable: true,
    example: '<p>Bring a drawing as an SVG file.</p>',
  })
  prerequisites_rendered!: string | null;
}

class TrainingCourse {
  @Integer('Length of one session in minutes.', { min: 15, example: 150 })
  duration_in_minutes!: number;

  @Integer('Number of seats of a new session.', { min: 1, example: 8 })
  seats_per_session!: number;

  @Integer('Minimum number of booked seats; set together with `auto_cancel_before_in_hours`.', {
    nullable: true,
    example: 3,
  })
  minimum_seats!: number | null;

  @Integer('Hours before its start at which a session with too few booked seats is canceled.', {
    nullable: true,
    setWhen: { key: 'minimum_seats' },
    example: 24,
  })
  auto_cancel_before_in_hours!: number | null;

  @Flag('Whether staff must confirm each booking.')
  booking_must_be_approved!: boolean;

  @ListOf(() => RefDto, 'Accreditations that participants receive.', { example: [examples.accreditation] })
  granted_accreditations!: RefDto[];

  @Integer('Validity of the accreditations in months; null if they do not expire.', {
    nullable: true,
    example: 24,
  })
  accreditation_validity_in_months!: number | null;

  @ListOf(() => RefDto, 'Machines covered by the training.', { example: [examples.machine] })
  machines!: RefDto[];

  @ListOf(() => PriceDto, 'Price of a seat, one entry per price category.')
  prices!: PriceDto[];
}

/** A course that a space offers; it is given in training sessions. */
@ApiSchema({ name: 'Training', description: 'A course that a space offers; it is given in training sessions.' })
@Examples({ slug: 'laser-cutter-induction', name: 'Laser cutter induction' })
@Examples({ summary: 'Learn to use the laser cutter safely.' })
@Examples({ description_rendered: '<p>Materials, focus, ventilation and a first cut of your own.</p>' })
export class TrainingDto extends inOrder(
  TrainingHead,
  PageBlock,
  TrainingPrerequisites,
  AccessBlock,
  PublicationBlock,
  BuyingBlock,
  RequirementsBlock,
  TrainingCourse,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of trainings. */
export class TrainingFiltersDto extends NamedFiltersDto {
  @FilterByValues(publicationStates, 'Filter by whether the training is a draft, published or archived.')
  publication_state?: SetFilter<PublicationState>;

  @FilterByIds('Filter by the space that offers the training.')
  space_id?: SetFilter;

  @FilterByIds('Filter by the category of the training.')
  category_id?: SetFilter;

  @FilterByIds('Filter by the machines covered by the training.')
  machine_id?: SetFilter;
}

/** The collection `trainings`. */
export const trainingsContract = collection({
  name: 'trainings',
  resource: TrainingDto,
  filters: TrainingFiltersDto,
  sorts: ['name'],
  unique: [['slug']],
  naturalKey: 'slug',
});
