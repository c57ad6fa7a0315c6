import type { BookingState } from '@resource-catalogue/contracts';
import type {
  Booking,
  BookingFilters,
  CategoryId,
  EventId,
  EventSessionId,
  MachineId,
  MachineUnitId,
  Member,
  MemberId,
  OpenEnum,
  Project,
  ProjectFilters,
  SetFilter,
  Space,
  SpaceId,
  SubscriptionId,
  TrainingSession,
  UserId,
} from '../../src/index.js';
import { type Equal, proves } from './equal.js';

// What answers hold: which entity each id identifies, what may be null, and which enumerations are open. What filters take
// follows from the contracts in lists.ts; here are one set of ids and one of an enumeration.

proves<Equal<NonNullable<Booking['member']>['id'], MemberId>>();
proves<Equal<NonNullable<Booking['machine_unit']>['id'], MachineUnitId>>();
proves<Equal<NonNullable<Booking['machine_unit']>['machine']['id'], MachineId>>();
proves<Equal<NonNullable<Booking['reserved_by_event_session']>['event']['id'], EventId>>();
proves<Equal<NonNullable<Booking['seats'][number]['price']>['category']['id'], CategoryId>>();
proves<Equal<BookingFilters['reserved_by_event_session_id'], SetFilter<EventSessionId> | undefined>>();
proves<Equal<ProjectFilters['collaborator_id'], SetFilter<MemberId> | undefined>>();
proves<Equal<BookingFilters['state'], SetFilter<BookingState> | undefined>>();
proves<Equal<Booking['seats'][number]['id'], string>>();
proves<Equal<Booking['starts_at'], string>>();
proves<Equal<Booking['canceled_at'], string | null>>();
proves<Equal<Booking['state'], OpenEnum<BookingState>>>();
proves<Equal<NonNullable<Member['current_subscription']>['id'], SubscriptionId>>();
proves<Equal<Project['author']['id'], MemberId>>();
proves<Equal<Project['collaborators'][number]['id'], MemberId>>();
proves<Equal<Project['tags'], string[]>>();
proves<Equal<TrainingSession['trainers'][number]['id'], UserId>>();
proves<Equal<NonNullable<Space['parent']>['id'], SpaceId>>();
