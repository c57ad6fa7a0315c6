import {
  availabilityModes,
  type AvailabilityMode,
  durationTypeKinds,
  minimumDurationUnits,
  type Pricing,
  quotaUnits,
} from '@resource-catalogue/contracts';
import type { Life, Publication } from './blocks/lifecycle.js';
import type { Named } from './entities.js';
import type { Plan } from './plans.js';
import { itemAt, type Random } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import type { Space } from './spaces.js';
import { instantTextOrNull } from './time/units.js';

/** What machines and places have alike. */
export interface Bookable {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly space: Space;
  readonly life: Life;
  readonly publication: Publication;
  readonly mode: AvailabilityMode;
  readonly pricing: Pricing;
  readonly mustBeApproved: boolean;
  readonly step: number;
  /** The least length of a booking. */
  readonly minutes: number;
  readonly accreditations: readonly Named[];
  readonly plans: readonly Plan[];
  readonly durationTypes: readonly DurationType[];
}

interface DurationType {
  readonly id: string;
  readonly kind: (typeof durationTypeKinds)[number];
  readonly custom: Named | null;
  readonly deletedAt: number | null;
}

export function modeAt(index: number): AvailabilityMode {
  const rare = [4, 6, 8].indexOf(index % 10);
  return rare < 0 ? 'self_service' : itemAt(availabilityModes, rare + 1);
}

export const pricingAt = (index: number): Pricing =>
  itemAt(['charged', 'charged', 'free', 'on_request'] as const, index);

/** None for the last of five, else up to four kinds from that of the index on; now and then one was deleted. */
export function durationTypesAt(index: number, life: Life, random: Random, customs: readonly Named[]): DurationType[] {
  return Array.from({ length: (index + 3) % 5 }, (_, number) => {
    const kind = itemAt(durationTypeKinds, index + number);
    return {
      id: uuidV7(life.createdAt, random),
      kind,
      custom: kind === 'custom' ? itemAt(customs, Math.floor(index / 2)) : null,
      deletedAt: (index + number) % 9 === 4 ? life.updatedAt : null,
    };
  });
}

export function durationTypeRow({ id, kind, custom, deletedAt }: DurationType) {
  return { kind, custom_duration_type_id: custom?.id ?? null, soft_deleted_at: instantTextOrNull(deletedAt), id };
}

/** One quota for each duration type but the first, in turn over all units; the key names the owner's duration type. */
export function quotasJson(key: string, index: number, { life, durationTypes }: Bookable, random: Random): string {
  const quotas = durationTypes.slice(1).map((type, number) => ({
    id: uuidV7(life.createdAt, random),
    [key]: type.id,
    unit: itemAt(quotaUnits, index + number),
    value: 1 + ((index * 7 + number) % 40),
  }));
  return JSON.stringify(quotas);
}

/** The least length that bookings keep to; what nobody can book may say it in every unit. */
export function minimumDurationsJson(index: number, { life, mode, minutes }: Bookable, random: Random): string {
  const least = minutes % 60 === 0 ? { unit: 'hour', value: minutes / 60 } : { unit: 'minute', value: minutes };
  const all = minimumDurationUnits.map((unit, number) => ({ unit, value: number + 1 }));
  const durations = mode === 'not_bookable' ? all : index % 4 === 2 ? [] : [least];
  return JSON.stringify(durations.map((duration) => ({ id: uuidV7(life.createdAt, random), ...duration })));
}

export function bookableColumns(bookable: Bookable) {
  return {
    availability_mode: bookable.mode,
    booking_must_be_approved: bookable.mustBeApproved,
    hourly_booking_time_step_in_minutes: bookable.step,
  };
}
