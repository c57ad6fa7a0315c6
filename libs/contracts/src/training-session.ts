import { ApiSchema } from '@nestjs/swagger';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { CancellationBlock, SessionBlock, sessionStates, type SessionState } from './blocks/session-block.js';
import { collection } from './collection.js';
import { CommonFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { Uuid } from './fields.js';
import { FilterByIds, FilterByTime, FilterByValues, type RangeFilter, type SetFilter } from './filters.js';
import { Embedded, ListOf } from './nested-fields.js';
import { PersonSummaryDto, RefDto } from './summaries.js';

class TrainingSessionHead {
  @Uuid('Identifies the training session.', { example: '0198c1b5-5e88-7d57-aea5-702d4e619c8b' })
  id!: string;

  @Embedded(() => RefDto, 'The training that is given in this session.', { example: examples.training })
  training!: RefDto;

  @Embedded(() => RefDto, 'The space that runs the session.', { example: examples.space })
  space!: RefDto;
}

class TrainingSessionTeam {
  @ListOf(() => PersonSummaryDto, 'The users who lead the session.', { example: [examples.trainer] })
  trainers!: PersonSummaryDto[];
}

/** One session of a training, with its times and seats. */
@ApiSchema({ name: 'TrainingSession', description: 'One session of a training, with its times and seats.' })
export class TrainingSessionDto extends inOrder(
  TrainingSessionHead,
  SessionBlock,
  TrainingSessionTeam,
  CancellationBlock,
  TimestampsBlock,
) {}

/** Filters for lists of training sessions. */
export class TrainingSessionFiltersDto extends CommonFiltersDto {
  @FilterByValues(sessionStates, 'Filter by the state of the session.')
  state?: SetFilter<SessionState>;

  @FilterByIds('Filter by the training that is given.')
  training_id?: SetFilter;

  @FilterByIds('Filter by the space that runs the session.')
  space_id?: SetFilter;

  @FilterByIds('Filter by the users who lead the session.')
  trainer_id?: SetFilter;

  @FilterByTime('Filter by when the first slot begins.')
  starts_at?: RangeFilter;

  @FilterByTime('Filter by when the last slot ends.')
  ends_at?: RangeFilter;
}

/** The collection `training_sessions`. */
export const trainingSessionsContract = collection({
  name: 'training_sessions',
  resource: TrainingSessionDto,
  filters: TrainingSessionFiltersDto,
  sorts: ['starts_at', 'ends_at'],
  naturalKey: 'key',
});
