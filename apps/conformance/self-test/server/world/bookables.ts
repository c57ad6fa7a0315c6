import {
  availabilityModes,
  durationTypeKinds,
  locationKinds,
  minimumDurationUnits,
  placeExtraPricings,
  planDurationUnits,
  quotaUnits,
  renewalKinds,
  seatNamings,
} from '@resource-catalogue/contracts';
import type { JsonObject, Row } from '../json.js';
import { access, buying, identity, page, publication, ref, refs, requirements, softDeletion } from './blocks.js';
import { Stamps } from './clock.js';
import { type Dice, inTurn } from './dice.js';
import { countTo } from './size.js';
import { nameOf } from './words.js';

// Plans, machines, places, trainings and events.

/** What these resources refer to. */
export interface Foundations {
  readonly spaces: readonly Row[];
  readonly categories: readonly Row[];
  readonly groups: readonly Row[];
  readonly accreditations: readonly Row[];
  readonly equipments: readonly Row[];
}

const ofType = ({ categories }: Foundations, type: string): Row[] =>
  categories.filter((category) => category['type'] === type);

function categoryOf(dice: Dice, foundations: Foundations, type: string): JsonObject | null {
  const category = dice.pickOrNull(ofType(foundations, type), 0.8);
  return category && ref(category);
}

export function plans(dice: Dice, foundations: Foundations, count: number): Row[] {
  const stamps = new Stamps(dice, '2024-04-01T00:00:00.000Z', count);
  const slugs = new Set<string>();
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    const bought = buying(index);
    const charged = bought['pricing'] === 'charged';
    return {
      ...own,
      category: categoryOf(dice, foundations, 'plan'),
      ...page(own, nameOf('plan', index), index, slugs),
      ...publication(own, index),
      ...bought,
      groups: refs(dice.some(foundations.groups, 3)),
      spaces: refs(dice.some(foundations.spaces, 3)),
      duration_unit: inTurn(planDurationUnits, index),
      duration_count: 1 + (index % 12),
      renewal_kind: inTurn(renewalKinds, index + Math.floor(index / 4)),
      amount_in_cents: charged ? index * 450 : null,
      currency: charged ? inTurn(['EUR', 'NOK', 'JPY'], index) : null,
      position: Math.floor(index / 3),
      ...softDeletion(own, index),
    };
  });
}

function bookable(index: number): JsonObject {
  return {
    availability_mode: inTurn(availabilityModes, index),
    booking_must_be_approved: index % 3 === 1,
    hourly_booking_time_step_in_minutes: inTurn([5, 10, 15, 20, 30, 60], index),
  };
}

/** Duration types, quotas on them, and minimum durations of a machine or place. */
function bookingRules(dice: Dice, of: 'machine' | 'place', index: number, deletedAt: string): JsonObject {
  const durations = countTo(1 + (index % 4)).map((at) => {
    const kind = inTurn(durationTypeKinds, index + at);
    const custom = { name: `Evening ${at}`, soft_deleted_at: at === 2 ? deletedAt : null };
    return {
      id: dice.uuid(),
      kind,
      soft_deleted_at: at === 1 ? deletedAt : null,
      custom_duration_type: kind === 'custom' ? custom : null,
    };
  });
  const quotas = durations.slice(0, index % 3).map(({ id }, at) => ({
    id: dice.uuid(),
    [`${of}_booking_duration_type_id`]: id,
    unit: inTurn(quotaUnits, index + at),
    value: 1 + at + (index % 9),
  }));
  const minima = countTo(index % 3).map((at) => ({
    id: dice.uuid(),
    unit: inTurn(minimumDurationUnits, index + at),
    value: 1 + at,
  }));
  return {
    [`${of}_booking_duration_types`]: durations,
    [`${of}_quotas`]: quotas,
    [`${of}_booking_minimum_durations`]: minima,
  };
}

export function machines(dice: Dice, foundations: Foundations, plans: readonly Row[], count: number): Row[] {
  const stamps = new Stamps(dice, '2024-05-01T00:00:00.000Z', count);
  const slugs = new Set<string>();
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    return {
      ...own,
      space: ref(dice.pick(foundations.spaces)),
      category: categoryOf(dice, foundations, 'machine'),
      ...page(own, nameOf('machine', index), index, slugs),
      specifications_rendered: index % 2 === 0 ? null : '<ul>\n<li>Power: 60 W</li>\n</ul>\n',
      brand: index % 3 === 0 ? null : 'Trotec',
      model: index % 4 === 0 ? null : `Speedy ${index}`,
      ...publication(own, index),
      ...buying(index),
      ...bookable(index),
      ...requirements(dice, foundations.accreditations, plans),
      ...bookingRules(dice, 'machine', index, own.updated_at),
      ...softDeletion(own, index),
    };
  });
}

export function places(dice: Dice, foundations: Foundations, plans: readonly Row[], count: number): Row[] {
  const stamps = new Stamps(dice, '2024-06-01T00:00:00.000Z', count);
  const slugs = new Set<string>();
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    return {
      ...own,
      space: ref(dice.pick(foundations.spaces)),
      category: categoryOf(dice, foundations, 'place'),
      ...page(own, nameOf('place', index), index, slugs),
      ...access(dice, index),
      capacity_per_unit: index % 3 === 0 ? null : index,
      ...publication(own, index),
      ...buying(index),
      ...bookable(index),
      require_people_count_on_booking: index % 2 === 1,
      equipments: refs(dice.some(foundations.equipments, 3)),
      ...requirements(dice, foundations.accreditations, plans),
      ...bookingRules(dice, 'place', index, own.updated_at),
      place_extras: countTo(index % 3).map((at) => extra(dice, index, at, own.updated_at)),
      ...softDeletion(own, index),
    };
  });
}

function extra(dice: Dice, index: number, at: number, deletedAt: string): JsonObject {
  return {
    id: dice.uuid(),
    name: `Dust extractor ${at}`,
    description: at === 0 ? null : 'Comes with a hose.',
    sku: `EXTRA-${index}-${at}`,
    pricing: inTurn(placeExtraPricings, index + at),
    soft_deleted_at: index % 5 === 1 ? deletedAt : null,
  };
}

function prices(dice: Dice, foundations: Foundations, index: number): JsonObject[] {
  return dice.some(ofType(foundations, 'price'), 3).map((category) => ({
    id: dice.uuid(),
    category: ref(category),
    amount_in_cents: 100 * index,
    currency: inTurn(['EUR', 'NOK'], index),
  }));
}

export function trainings(
  dice: Dice,
  foundations: Foundations,
  needed: { readonly plans: readonly Row[]; readonly machines: readonly Row[] },
  count: number,
): Row[] {
  const stamps = new Stamps(dice, '2024-07-01T00:00:00.000Z', count);
  const slugs = new Set<string>();
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    const canceling = index % 2 === 0;
    return {
      ...own,
      space: ref(dice.pick(foundations.spaces)),
      category: categoryOf(dice, foundations, 'training'),
      ...page(own, nameOf('training', index), index, slugs),
      prerequisites_rendered: index % 2 === 1 ? null : '<p>Bring a drawing.</p>\n',
      ...access(dice, index),
      ...publication(own, index),
      ...buying(index),
      ...requirements(dice, foundations.accreditations, needed.plans),
      duration_in_minutes: 15 + index * 5,
      seats_per_session: 1 + (index % 12),
      minimum_seats: canceling ? 1 + (index % 3) : null,
      auto_cancel_before_in_hours: canceling ? 24 : null,
      booking_must_be_approved: index % 4 === 0,
      granted_accreditations: refs(dice.some(foundations.accreditations, 2)),
      accreditation_validity_in_months: index % 3 === 0 ? null : 24,
      machines: refs(dice.some(needed.machines, 4)),
      prices: prices(dice, foundations, index),
      ...softDeletion(own, index),
    };
  });
}

export function events(dice: Dice, foundations: Foundations, plans: readonly Row[], count: number): Row[] {
  const stamps = new Stamps(dice, '2024-08-01T00:00:00.000Z', count);
  const slugs = new Set<string>();
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    const locationKind = inTurn(locationKinds, index);
    return {
      ...own,
      space: ref(dice.pick(foundations.spaces)),
      category: categoryOf(dice, foundations, 'event'),
      ...page(own, nameOf('event', index), index, slugs),
      ...access(dice, index),
      ...publication(own, index),
      ...buying(index),
      ...requirements(dice, foundations.accreditations, plans),
      location_kind: locationKind,
      location_name: locationKind === 'offsite' ? `Town hall ${index}` : null,
      age_min: index % 3 === 0 ? null : 8 + (index % 6),
      age_max: index % 4 === 0 ? null : 30 + index,
      seats_per_session: 1 + (index % 30),
      maximum_seats_per_booking: 1 + (index % 4),
      seat_naming: inTurn(seatNamings, index),
      booking_must_be_approved: index % 5 === 0,
      prices: prices(dice, foundations, index),
      ...softDeletion(own, index),
    };
  });
}
