import { availabilityModes, durationTypeKinds, minimumDurationUnits, quotaUnits } from '@resource-catalogue/contracts';
import type { Life } from './blocks/lifecycle.js';
import { itemsAt, type Entity } from './entities.js';
import type { Ground } from './ground.js';
import { itemAt, type Random } from './random.js';
import { makeResource, requirementTables, type Requirements, type Resource, type ResourceWords } from './resources.js';
import { type Row, type SeedTable, toTable } from './table.js';
import { formatInstant, formatInstantOrNull } from './time/clock.js';
import placeExtras from './words/place-extras.json' with { type: 'json' };

interface BookableWords extends ResourceWords {
  readonly code: string;
  /** Indexes of the accreditations that a booking requires. */
  readonly accreditations: readonly number[];
  readonly step: number;
  readonly minutes: number;
}

type Kind = 'machine' | 'place';

/** A resource that is booked by unit: a machine or a place. */
export interface Bookable extends Resource<Kind>, Requirements {
  readonly name: string;
  /** Prefix of the stock numbers of its units. */
  readonly code: string;
  readonly mode: string;
  readonly step: number;
  /** Minimum duration of a booking. */
  readonly minutes: number;
  /** Maximum number of people on a booking; 0 if bookings do not state it. */
  readonly people: number;
  readonly durationTypes: readonly DurationType[];
  readonly extras: readonly PlaceExtra[];
}

interface DurationType {
  readonly id: string;
  readonly row: Row;
}

interface PlaceExtra {
  readonly id: string;
  readonly deletedAt: number | null;
  readonly row: Row;
}

/** The remainder of the index at which each choice applies, by kind. */
const turns = {
  machine: { isDeleted: 7, mustBeApproved: 1, plans: 2, variant: 0, noImage: 3 },
  place: { isDeleted: 14, mustBeApproved: 0, plans: 3, variant: 1, noImage: 2 },
};

export function makeBookable(
  ground: Ground,
  kind: Kind,
  words: BookableWords,
  index: number,
  random: Random,
): Bookable {
  const { entities, open, closed } = ground;
  const turn = turns[kind];
  const choice = {
    space: kind === 'machine' && index % 24 === 21 ? closed : itemAt(open, index),
    isDeleted: index % 16 === turn.isDeleted,
    mustBeApproved: index % 3 === turn.mustBeApproved,
    pricing: itemAt(['charged', 'charged', 'free', 'on_request'], index + turn.variant),
    hasImage: index % 4 !== turn.noImage,
  };
  const resource = makeResource(ground, { kind, words, index, ...choice }, random);
  const { id, life } = resource;
  const { name, code, step, minutes } = words;
  const mode = modeAt(index);
  const plans = index % 5 === turn.plans ? random.sample(ground.plans, 1 + (index % 4)) : [];
  const durationTypes = durationTypesAt(index + turn.variant, resource, random, entities.customDurations);
  const extras = kind === 'place' ? extrasAt(placeExtras, index, id, life, random) : [];
  const row = {
    ...resource.row,
    availability_mode: mode,
    hourly_booking_time_step_in_minutes: step,
    [`${kind}_quotas`]: quotasJson(`${kind}_booking_duration_type_id`, index, durationTypes, life, random),
    [`${kind}_booking_minimum_durations`]: minimumDurationsJson(index, mode, minutes, life, random),
  };
  const accreditations = itemsAt(entities.accreditations, words.accreditations);
  return { ...resource, name, code, mode, step, minutes, people: 0, accreditations, plans, durationTypes, extras, row };
}

function modeAt(index: number): string {
  const unusual = [4, 6, 8].indexOf(index % 10);
  return unusual < 0 ? 'self_service' : itemAt(availabilityModes, unusual + 1);
}

/**
 * Up to four kinds, starting with that of the index, and none for every fifth resource; occasionally one is deleted.
 */
function durationTypesAt(
  index: number,
  { kind: owner, id: ownerId, life }: Resource<Kind>,
  random: Random,
  customs: readonly Entity[],
): DurationType[] {
  return Array.from({ length: (index + 3) % 5 }, (_, number) => {
    const kind = itemAt(durationTypeKinds, index + number);
    const id = random.uuidV7(life.createdAt);
    const row = {
      id,
      [`${owner}_id`]: ownerId,
      kind,
      custom_duration_type_id: kind === 'custom' ? itemAt(customs, Math.floor(index / 2)).id : null,
      soft_deleted_at: (index + number) % 9 === 4 ? formatInstant(life.updatedAt) : null,
    };
    return { id, row };
  });
}

/** Up to four extras, and none for every fifth place; in some places the third one is deleted. */
function extrasAt(
  list: readonly Row[],
  index: number,
  placeId: string,
  { createdAt, updatedAt }: Life,
  random: Random,
): PlaceExtra[] {
  return Array.from({ length: (index + 4) % 5 }, (_, number) => {
    const id = random.uuidV7(createdAt);
    const deletedAt = number === 2 && index % 2 === 1 ? updatedAt : null;
    const words = itemAt(list, index + number);
    return { id, deletedAt, row: { id, place_id: placeId, ...words, soft_deleted_at: formatInstantOrNull(deletedAt) } };
  });
}

/**
 * One quota for each duration type except the first, cycling through all units; `key` names the owner's duration
 * type.
 */
function quotasJson(
  key: string,
  index: number,
  types: readonly DurationType[],
  { createdAt }: Life,
  random: Random,
): string {
  const quotas = types.slice(1).map((type, number) => ({
    id: random.uuidV7(createdAt),
    [key]: type.id,
    unit: itemAt(quotaUnits, index + number),
    value: 1 + ((index * 7 + number) % 40),
  }));
  return JSON.stringify(quotas);
}

/** The minimum duration that bookings satisfy; resources that cannot be booked have one in every unit. */
function minimumDurationsJson(
  index: number,
  mode: string,
  minutes: number,
  { createdAt }: Life,
  random: Random,
): string {
  const minimum = minutes % 60 === 0 ? { unit: 'hour', value: minutes / 60 } : { unit: 'minute', value: minutes };
  const all = minimumDurationUnits.map((unit, number) => ({ unit, value: number + 1 }));
  const durations = mode === 'not_bookable' ? all : index % 4 === 2 ? [] : [minimum];
  return JSON.stringify(durations.map((duration) => ({ id: random.uuidV7(createdAt), ...duration })));
}

export function bookableTables(kind: Kind, bookables: readonly Bookable[]): SeedTable[] {
  const durationTypes = bookables.flatMap((bookable) => bookable.durationTypes);
  return [...requirementTables(kind, bookables), toTable(`${kind}_booking_duration_types`, durationTypes)];
}
