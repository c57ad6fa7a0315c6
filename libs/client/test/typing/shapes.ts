import type { BookingState } from '@resource-catalogue/contracts';
import type * as client from '../../src/index.js';
import { type Equal, proves } from './equal.js';

// Types of responses: the entity that each id identifies, nullable values and open enumerations. `lists.ts` covers
// filters.

proves<Equal<NonNullable<client.Booking['member']>['id'], client.MemberId>>();
proves<Equal<NonNullable<client.Booking['machine_unit']>['id'], client.MachineUnitId>>();
proves<Equal<NonNullable<client.Booking['machine_unit']>['machine']['id'], client.MachineId>>();
proves<Equal<NonNullable<client.Booking['reserved_by_event_session']>['event']['id'], client.EventId>>();
proves<Equal<NonNullable<client.Booking['seats'][number]['price']>['category']['id'], client.CategoryId>>();
proves<Equal<client.Booking['seats'][number]['id'], string>>();
proves<Equal<client.Booking['starts_at'], string>>();
proves<Equal<client.Booking['canceled_at'], string | null>>();
proves<Equal<client.Booking['state'], client.OpenEnum<BookingState>>>();
proves<Equal<NonNullable<client.Member['current_subscription']>['id'], client.SubscriptionId>>();
proves<Equal<client.Project['author']['id'], client.MemberId>>();
proves<Equal<client.Project['collaborators'][number]['id'], client.MemberId>>();
proves<Equal<client.Project['tags'], string[]>>();
proves<Equal<client.TrainingSession['trainers'][number]['id'], client.UserId>>();
proves<Equal<NonNullable<client.Space['parent']>['id'], client.SpaceId>>();
