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

class EventSessionHead {
  @Uuid('Identifies the event session.', { example: '0198c1b4-4d80-7c46-9d94-6f1c3d508b7a' })
  id!: string;

  @Embedded(() => RefDto, 'The event that takes place in this session.', { example: examples.event })
  event!: RefDto;

  @Embedded(() => RefDto, 'The space that runs the session.', { example: examples.space })
  space!: RefDto;
}

class EventSessionTeam {
  @ListOf(() => PersonSummaryDto, 'The users who host the session.', { example: [examples.trainer] })
  hosts!: PersonSummaryDto[];
}

/** One session of an event, with its times and seats. */
@ApiSchema({ name: 'EventSession', description: 'One session of an event, with its times and seats.' })
export class EventSessionDto extends inOrder(
  EventSessionHead,
  SessionBlock,
  EventSessionTeam,
  CancellationBlock,
  TimestampsBlock,
) {}

/** Filters for lists of event sessions. */
export class EventSessionFiltersDto extends CommonFiltersDto {
  @FilterByValues(sessionStates, 'Filter by the state of the session.')
  state?: SetFilter<SessionState>;

  @FilterByIds('Filter by the event that takes place.')
  event_id?: SetFilter;

  @FilterByIds('Filter by the space that runs the session.')
  space_id?: SetFilter;

  @FilterByIds('Filter by the users who host the session.')
  host_id?: SetFilter;

  @FilterByTime('Filter by when the first slot begins.')
  starts_at?: RangeFilter;

  @FilterByTime('Filter by when the last slot ends.')
  ends_at?: RangeFilter;
}

/** The collection `event_sessions`. */
export const eventSessionsContract = collection({
  name: 'event_sessions',
  resource: EventSessionDto,
  filters: EventSessionFiltersDto,
  sorts: ['starts_at', 'ends_at'],
  naturalKey: 'key',
});
