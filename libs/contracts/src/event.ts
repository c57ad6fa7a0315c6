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
import { Flag, Integer, OneOf, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByInteger, FilterByValues, type RangeFilter, type SetFilter } from './filters.js';
import { Embedded, ListOf } from './nested-fields.js';
import { PriceDto } from './price.js';
import { RefDto } from './summaries.js';

/** Where an event takes place. */
export const locationKinds = ['onsite', 'offsite', 'online'] as const;
/** One of `locationKinds`. */
export type LocationKind = (typeof locationKinds)[number];

/** Whether the people on the seats of an event are named. */
export const seatNamings = ['anonymous', 'nominative'] as const;
/** One of `seatNamings`. */
export type SeatNaming = (typeof seatNamings)[number];

class EventHead {
  @Uuid('Identifies the event.', { example: examples.event.id })
  id!: string;

  @Embedded(() => RefDto, 'Space of the event.', { example: examples.space })
  space!: RefDto;

  @Embedded(() => RefDto, 'The category of the event; its type is `event`.', {
    nullable: true,
    example: examples.eventCategory,
  })
  category!: RefDto | null;
}

class EventSeating {
  @OneOf(locationKinds, 'Whether the event is in the space, elsewhere, or online.', { example: 'offsite' })
  location_kind!: LocationKind;

  @Text('Where the event is; set when it is elsewhere (`offsite`).', { nullable: true, example: 'Public library' })
  location_name!: string | null;

  @Integer('Minimum age of participants in years.', { nullable: true, example: 14 })
  age_min!: number | null;

  @Integer('Maximum age of participants in years.', { nullable: true, example: null })
  age_max!: number | null;

  @Integer('Number of seats of a new session.', { example: 20 })
  seats_per_session!: number;

  @Integer('Maximum number of seats per booking.', { example: 4 })
  maximum_seats_per_booking!: number;

  @OneOf(seatNamings, 'Whether a booking has the name of the person on each seat.')
  seat_naming!: SeatNaming;

  @Flag('Whether staff must confirm each booking.')
  booking_must_be_approved!: boolean;

  @ListOf(() => PriceDto, 'Price of a seat, one entry per price category.')
  prices!: PriceDto[];
}

/** An event of a space; it takes place in event sessions. */
@ApiSchema({ name: 'Event', description: 'An event of a space; it takes place in event sessions.' })
@Examples({ slug: 'repair-evening', name: 'Repair evening', summary: 'Bring broken things and repair them together.' })
@Examples({ description_rendered: '<p>Volunteers help with toasters, bicycles and torn jackets.</p>' })
export class EventDto extends inOrder(
  EventHead,
  PageBlock,
  AccessBlock,
  PublicationBlock,
  BuyingBlock,
  RequirementsBlock,
  EventSeating,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of events. */
export class EventFiltersDto extends NamedFiltersDto {
  @FilterByValues(publicationStates, 'Filter by whether the event is a draft, published or archived.')
  publication_state?: SetFilter<PublicationState>;

  @FilterByIds('Filter by the space that holds the event.')
  space_id?: SetFilter;

  @FilterByIds('Filter by the category of the event.')
  category_id?: SetFilter;

  @FilterByValues(locationKinds, 'Filter by where the event takes place.')
  location_kind?: SetFilter<LocationKind>;

  @FilterByInteger('Filter by the minimum age of participants; events without one never match.')
  age_min?: RangeFilter<number>;

  @FilterByInteger('Filter by the maximum age of participants; events without one never match.')
  age_max?: RangeFilter<number>;
}

/** The collection `events`. */
export const eventsContract = collection({
  name: 'events',
  resource: EventDto,
  filters: EventFiltersDto,
  sorts: ['name'],
  unique: [['slug']],
  naturalKey: 'slug',
});
