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
import { column, ref, refColumn } from '../define/sources.js';
import { summary } from '../define/summary.js';

// Entities known by their name: {id, name}.
export const accreditationSummary = summary('accreditations', RefDto);
export const categorySummary = summary('categories', RefDto);
export const equipmentSummary = summary('equipments', RefDto);
export const eventSummary = summary('events', RefDto);
export const groupSummary = summary('groups', RefDto);
export const machineSummary = summary('machines', RefDto);
export const placeSummary = summary('places', RefDto);
export const planSummary = summary('plans', RefDto);
export const projectLicenseSummary = summary('project_licenses', RefDto);
export const projectThematicSummary = summary('project_thematics', RefDto);
export const spaceSummary = summary('spaces', RefDto);
export const trainingSummary = summary('trainings', RefDto);

export const memberSummary = summary('members', PersonSummaryDto);
/** Trainers and hosts are users, shown as persons rather than accounts. */
export const staffSummary = summary('users', PersonSummaryDto);
export const userSummary = summary('users', UserSummaryDto);

export const machineUnitSummary = summary('machine_units', MachineUnitSummaryDto, { machine: ref(machineSummary) });
export const placeUnitSummary = summary('place_units', PlaceUnitSummaryDto, { place: ref(placeSummary) });
export const placeExtraSummary = summary('place_extras', PlaceExtraSummaryDto);
export const eventSessionSummary = summary('event_sessions', EventSessionSummaryDto, { event: ref(eventSummary) });
export const trainingSessionSummary = summary('training_sessions', TrainingSessionSummaryDto, {
  training: ref(trainingSummary),
});
export const subscriptionSummary = summary('subscriptions', SubscriptionSummaryDto, { plan: ref(planSummary) });
const priceSummary = summary('prices', PriceSummaryDto, { category: ref(categorySummary) });

// Rows that are shown in full, within the row that they belong to.

export const bookingSeat = summary('booking_seats', BookingSeatDto, { price: ref(priceSummary) });
export const price = summary('prices', PriceDto, { category: ref(categorySummary) });
export const placeExtra = summary('place_extras', PlaceExtraDto);

export const memberAccreditation = summary('member_accreditations', MemberAccreditationDto, {
  id: column('accreditation_id'),
  name: refColumn('accreditation_id', 'accreditations', 'name'),
});

const customDurationType = summary('custom_duration_types', CustomDurationTypeDto);

export const machineDurationType = summary('machine_booking_duration_types', DurationTypeDto, {
  custom_duration_type: ref(customDurationType),
});
export const placeDurationType = summary('place_booking_duration_types', DurationTypeDto, {
  custom_duration_type: ref(customDurationType),
});
