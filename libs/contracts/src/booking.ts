import { ApiSchema } from '@nestjs/swagger';
import { inOrder } from './field-table.js';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { bookingStates, type BookingState } from './booking-states.js';
import { collection } from './collection.js';
import { CommonFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { Instant, OneOf, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByTime, FilterByValues, type RangeFilter, type SetFilter } from './filters.js';
import { Embedded, ListOf } from './nested-fields.js';
import { SlotDto } from './slot.js';
import {
  EventSessionSummaryDto,
  MachineUnitSummaryDto,
  PersonSummaryDto,
  PlaceExtraSummaryDto,
  PlaceUnitSummaryDto,
  PriceSummaryDto,
  RefDto,
  TrainingSessionSummaryDto,
} from './summaries.js';

/** One seat of a booking; without names if it is anonymous. */
@ApiSchema({ name: 'BookingSeat', description: 'One seat of a booking.' })
export class BookingSeatDto {
  @Uuid('Identifies the seat.', { example: '0198c1ba-a3b0-72ac-b3fa-c57293b6e1d0' })
  id!: string;

  @Text('Given name of the person who takes the seat.', { nullable: true, example: 'Noor', personal: true })
  first_name!: string | null;

  @Text('Family name of the person who takes the seat.', { nullable: true, example: 'Haddad', personal: true })
  last_name!: string | null;

  @Embedded(() => PriceSummaryDto, 'The price that applies to the seat.', { nullable: true })
  price!: PriceSummaryDto | null;
}

class BookingFields {
  @Uuid('Identifies the booking.', { example: '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1' })
  id!: string;

  @Embedded(() => PersonSummaryDto, 'Who booked; null for bookings by staff and for internal ones.', { nullable: true })
  member!: PersonSummaryDto | null;

  @Embedded(() => RefDto, "The member's tariff group at the time of booking.", {
    nullable: true,
    example: examples.group,
  })
  group!: RefDto | null;

  @Embedded(() => RefDto, 'The space of the booked resource.', { example: examples.space })
  space!: RefDto;

  @Embedded(() => MachineUnitSummaryDto, 'The booked machine unit, if any.', { nullable: true })
  machine_unit!: MachineUnitSummaryDto | null;

  @Embedded(() => PlaceUnitSummaryDto, 'The booked place unit, if any.', {
    nullable: true,
    example: null,
  })
  place_unit!: PlaceUnitSummaryDto | null;

  @Embedded(() => EventSessionSummaryDto, 'The booked event session, if any.', {
    nullable: true,
    example: null,
  })
  event_session!: EventSessionSummaryDto | null;

  @Embedded(() => TrainingSessionSummaryDto, 'The booked training session, if any.', {
    nullable: true,
    example: null,
  })
  training_session!: TrainingSessionSummaryDto | null;

  @Embedded(() => EventSessionSummaryDto, 'The event session for which this booking holds a unit.', {
    nullable: true,
    example: null,
  })
  reserved_by_event_session!: EventSessionSummaryDto | null;

  @Embedded(() => TrainingSessionSummaryDto, 'The training session for which this booking holds a unit.', {
    nullable: true,
    example: null,
  })
  reserved_by_training_session!: TrainingSessionSummaryDto | null;

  @OneOf(bookingStates, 'State of the booking.', { example: 'confirmed' })
  state!: BookingState;

  @Instant('When the first slot begins. A booking consists of its slots: between them its unit is free.', {
    example: '2026-03-01T09:00:00.000Z',
  })
  starts_at!: string;

  @Instant('When the last slot ends; later than `starts_at`. For when the unit is taken, read `slots`.', {
    example: '2026-03-01T11:30:00.000Z',
  })
  ends_at!: string;

  @Instant('When the booking was canceled; set exactly when `state` is `canceled`.', {
    nullable: true,
    setWhen: { key: 'state', is: 'canceled' },
    example: null,
  })
  canceled_at!: string | null;

  @ListOf(() => SlotDto, 'Booked time slots, ordered by `start_time`.', { minItems: 1 })
  slots!: SlotDto[];

  @ListOf(() => BookingSeatDto, 'Booked seats; empty if the booking holds a unit for a session.')
  seats!: BookingSeatDto[];

  @ListOf(() => PlaceExtraSummaryDto, 'Booked extras; only with a place unit.', { example: [] })
  place_extras!: PlaceExtraSummaryDto[];
}

/** A booking of exactly one machine unit, place unit, event session or training session. */
@ApiSchema({
  name: 'Booking',
  description:
    'A booking of exactly one machine unit, place unit, event session or training session; the other three are null.',
})
export class BookingDto extends inOrder(BookingFields, TimestampsBlock) {}

/** Filters for lists of bookings. */
export class BookingFiltersDto extends CommonFiltersDto {
  @FilterByValues(bookingStates, 'Filter by the state of the booking.')
  state?: SetFilter<BookingState>;

  @FilterByIds('Filter by the member who booked.')
  member_id?: SetFilter;

  @FilterByIds('Filter by the machine unit booked.')
  machine_unit_id?: SetFilter;

  @FilterByIds('Filter by the place unit booked.')
  place_unit_id?: SetFilter;

  @FilterByIds('Filter by the training session booked.')
  training_session_id?: SetFilter;

  @FilterByIds('Filter by the event session booked.')
  event_session_id?: SetFilter;

  @FilterByTime('Filter by when the first slot begins.')
  starts_at?: RangeFilter;

  @FilterByTime('Filter by when the last slot ends.')
  ends_at?: RangeFilter;

  @FilterByIds('Filter by the space of the booked resource.')
  space_id?: SetFilter;

  @FilterByIds("Filter by the member's tariff group at the time of booking.")
  group_id?: SetFilter;

  @FilterByIds('Filter by the training session for which a unit is held.')
  reserved_by_training_session_id?: SetFilter;

  @FilterByIds('Filter by the event session for which a unit is held.')
  reserved_by_event_session_id?: SetFilter;

  @FilterByTime('Filter by when the booking was canceled; bookings that are not canceled never match.')
  canceled_at?: RangeFilter;

  @FilterByIds('Filter by the machine of the booked unit.')
  machine_id?: SetFilter;

  @FilterByIds('Filter by the place of the booked unit.')
  place_id?: SetFilter;
}

/** The collection `bookings`. */
export const bookingsContract = collection({
  name: 'bookings',
  resource: BookingDto,
  filters: BookingFiltersDto,
  sorts: ['starts_at', 'ends_at'],
  naturalKey: 'key',
});
