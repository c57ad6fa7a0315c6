import { ApiSchema } from '@nestjs/swagger';
import { inOrder } from './field-table.js';
import { Integer, OneOf, Uuid } from './fields.js';

/** The units of a quota: what it counts, and in which period. */
export const quotaUnits = [
  'hours_per_day',
  'hours_per_week',
  'hours_per_month',
  'days_per_week',
  'days_per_month',
  'bookings_per_day',
  'bookings_per_week',
  'bookings_per_month',
] as const;
/** One of `quotaUnits`. */
export type QuotaUnit = (typeof quotaUnits)[number];

const exampleQuotaId = '0198c1bd-d6c8-75df-a62d-f8a5c6e91403';
const exampleDurationTypeId = '0198c1bc-c5c0-74ce-951c-e794b5d803f2';

class QuotaLimit {
  @OneOf(quotaUnits, 'What is counted, and in which period.', { example: 'hours_per_week' })
  unit!: QuotaUnit;

  @Integer('Maximum per member.', { min: 1, example: 6 })
  value!: number;
}

class PlaceQuotaHead {
  @Uuid('Identifies the quota.', { example: exampleQuotaId })
  id!: string;

  @Uuid('The duration type, of the same place, that the quota limits.', { example: exampleDurationTypeId })
  place_booking_duration_type_id!: string;
}

class MachineQuotaHead {
  @Uuid('Identifies the quota.', { example: exampleQuotaId })
  id!: string;

  @Uuid('The duration type, of the same machine, that the quota limits.', { example: exampleDurationTypeId })
  machine_booking_duration_type_id!: string;
}

/** *Quota* of a place: the maximum that one member may book. */
@ApiSchema({ name: 'PlaceQuota', description: 'Maximum that one member may book with a duration type of a place.' })
export class PlaceQuotaDto extends inOrder(PlaceQuotaHead, QuotaLimit) {}

/** *Quota* of a machine: the maximum that one member may book. */
@ApiSchema({ name: 'MachineQuota', description: 'Maximum that one member may book with a duration type of a machine.' })
export class MachineQuotaDto extends inOrder(MachineQuotaHead, QuotaLimit) {}
