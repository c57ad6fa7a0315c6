import {
  BookingSeatDto,
  CustomDurationTypeDto,
  DurationTypeDto,
  EventSessionSummaryDto,
  MachineUnitSummaryDto,
  MemberAccreditationDto,
  PersonSummaryDto,
  PlaceExtraDto,
  PlaceExtraSummaryDto,
  PlaceUnitSummaryDto,
  PriceDto,
  PriceSummaryDto,
  RefDto,
  SubscriptionSummaryDto,
  TrainingSessionSummaryDto,
  UserSummaryDto,
} from '@resource-catalogue/contracts';
import { column } from './sources.js';
import { join, joined, type Summary, summary } from './summary.js';

/** Of the entities that are known by their name: {id, name}. */
const named = (table: string): Summary<RefDto> => summary(RefDto, table, { id: column(), name: column() });

export const accreditationSummary = named('accreditations');
export const categorySummary = named('categories');
export const equipmentSummary = named('equipments');
export const eventSummary = named('events');
export const groupSummary = named('groups');
export const machineSummary = named('machines');
export const placeSummary = named('places');
export const planSummary = named('plans');
export const projectLicenseSummary = named('project_licenses');
export const projectThematicSummary = named('project_thematics');
export const spaceSummary = named('spaces');
export const trainingSummary = named('trainings');

const person = (table: string): Summary<PersonSummaryDto> =>
  summary(PersonSummaryDto, table, { id: column(), first_name: column(), last_name: column() });

export const memberSummary = person('members');
/** Trainers and hosts are users; so they are shown as persons, not as accounts. */
export const staffSummary = person('users');

export const userSummary = summary(UserSummaryDto, 'users', { id: column(), email: column() });

export const machineUnitSummary = summary(MachineUnitSummaryDto, 'machine_units', {
  id: column(),
  sku: column(),
  state: column(),
  machine: join(machineSummary, 'machine_id'),
});

export const placeUnitSummary = summary(PlaceUnitSummaryDto, 'place_units', {
  id: column(),
  sku: column(),
  state: column(),
  place: join(placeSummary, 'place_id'),
});

export const eventSessionSummary = summary(EventSessionSummaryDto, 'event_sessions', {
  id: column(),
  event: join(eventSummary, 'event_id'),
});

export const trainingSessionSummary = summary(TrainingSessionSummaryDto, 'training_sessions', {
  id: column(),
  training: join(trainingSummary, 'training_id'),
});

export const subscriptionSummary = summary(SubscriptionSummaryDto, 'subscriptions', {
  id: column(),
  plan: join(planSummary, 'plan_id'),
});

export const priceSummary = summary(PriceSummaryDto, 'prices', {
  id: column(),
  category: join(categorySummary, 'category_id'),
});

export const placeExtraSummary = summary(PlaceExtraSummaryDto, 'place_extras', {
  id: column(),
  name: column(),
  sku: column(),
});

// Sub-rows, shown whole inside their owner alone.

export const bookingSeat = summary(BookingSeatDto, 'booking_seats', {
  id: column(),
  first_name: column(),
  last_name: column(),
  price: join(priceSummary, 'price_id'),
});

export const price = summary(PriceDto, 'prices', {
  id: column(),
  category: join(categorySummary, 'category_id'),
  amount_in_cents: column(),
  currency: column(),
});

export const placeExtra = summary(PlaceExtraDto, 'place_extras', {
  id: column(),
  name: column(),
  description: column(),
  sku: column(),
  pricing: column(),
  soft_deleted_at: column(),
});

export const memberAccreditation = summary(MemberAccreditationDto, 'member_accreditations', {
  id: column('accreditation_id'),
  name: joined('accreditations', 'accreditation_id', 'name'),
  obtained_at: column(),
  expires_at: column(),
});

const customDurationType = summary(CustomDurationTypeDto, 'custom_duration_types', {
  name: column(),
  soft_deleted_at: column(),
});

export const durationType = (table: string): Summary<DurationTypeDto> =>
  summary(DurationTypeDto, table, {
    id: column(),
    kind: column(),
    soft_deleted_at: column(),
    custom_duration_type: join(customDurationType, 'custom_duration_type_id'),
  });
