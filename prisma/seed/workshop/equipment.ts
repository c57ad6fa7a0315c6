import { toHtml } from '../blocks/markup.js';
import type { Bookable } from '../bookables.js';
import { categoryNamed } from '../categories.js';
import type { Place } from '../places.js';
import { itemAt, type Random } from '../random.js';
import type { Row } from '../table.js';
import { day, dayText } from '../time/clock.js';
import type { Unit } from '../units.js';
import { accessColumns, buyingColumns, type PicturedWords, publishedColumns, settledLife } from './columns.js';
import { type Foundation, findByName, stateColumns } from './foundation.js';
import machineFile from './machines.json' with { type: 'json' };
import placeFile from './places.json' with { type: 'json' };

interface UnitWords {
  readonly name: string | null;
  readonly floor?: string;
  readonly state: string;
  readonly note: string | null;
  /** Days since the state changed. */
  readonly days: number | null;
}

interface BookableWords extends PicturedWords {
  readonly space: number;
  readonly code: string;
  readonly category: string;
  readonly accreditations: readonly string[];
  readonly plans: readonly string[];
  readonly pricing: string;
  readonly mustBeApproved: boolean;
  readonly step: number;
  readonly minutes: number;
  readonly units: readonly UnitWords[];
}

interface MachineWords extends BookableWords {
  readonly brand: string;
  readonly model: string;
  readonly specifications: readonly (readonly string[])[] | null;
}

interface PlaceWords extends BookableWords {
  readonly capacity: number;
  readonly equipments: readonly string[];
  readonly people: number;
  readonly extras: readonly Row[];
}

const machineWords: readonly MachineWords[] = machineFile;
const placeWords: readonly PlaceWords[] = placeFile;

/** The machines of the workshop with their units, in the order of the word list. */
export function makeMachines(ground: Foundation): { machines: Bookable[]; machineUnits: Unit[] } {
  const stream = ground.root.child('machines');
  const machines = machineWords.map((words, index) => {
    const { brand, model, specifications } = words;
    const machine = makeBookable(ground, 'machine', words, stream.at(index));
    const rows = specifications?.map((cells) => `| ${cells.join(' | ')} |`);
    const html = rows ? toHtml([['| Property | Value |', '|---|---|', ...rows].join('\n')]) : null;
    return { ...machine, row: { ...machine.row, specifications_rendered: html, brand, model } };
  });
  return { machines, machineUnits: makeUnits(ground, machines, machineWords) };
}

/** The rooms of the workshop with their units, in the order of the word list. */
export function makePlaces(ground: Foundation): { places: Place[]; placeUnits: Unit[] } {
  const stream = ground.root.child('places');
  const places = placeWords.map((words, index): Place => {
    const random = stream.at(index);
    const place = makeBookable(ground, 'place', words, random);
    const extras = words.extras.map((extra) => {
      const id = random.uuidV7(place.life.createdAt);
      return { id, deletedAt: null, row: { id, place_id: place.id, ...extra, soft_deleted_at: null } };
    });
    const row = {
      ...place.row,
      ...accessColumns,
      capacity_per_unit: words.capacity,
      require_people_count_on_booking: words.people > 0,
    };
    return {
      ...place,
      ...{ people: words.people, extras, row },
      equipments: findByName(ground.entities.equipments, words.equipments),
    };
  });
  return { places, placeUnits: makeUnits(ground, places, placeWords) };
}

function makeBookable(ground: Foundation, kind: Bookable['kind'], words: BookableWords, random: Random): Bookable {
  const { clock, slugs, categories, entities, plans } = ground;
  const { name, code, step, minutes, mustBeApproved } = words;
  const [life, space] = [settledLife(clock), itemAt(ground.spaces, words.space)];
  const id = random.uuidV7(life.createdAt);
  const durationId = random.uuidV7(life.createdAt);
  const duration = {
    id: durationId,
    row: { id: durationId, [`${kind}_id`]: id, kind: 'hour', custom_duration_type_id: null, soft_deleted_at: null },
  };
  const minimum = { id: random.uuidV7(life.createdAt), unit: 'hour', value: minutes / 60 };
  const row = {
    id,
    space_id: space.id,
    category_id: categoryNamed(categories, kind, words.category)?.id ?? null,
    ...publishedColumns(words, slugs.take(kind, name), life),
    ...buyingColumns(words.pricing),
    booking_must_be_approved: mustBeApproved,
    availability_mode: 'self_service',
    hourly_booking_time_step_in_minutes: step,
    [`${kind}_quotas`]: '[]',
    [`${kind}_booking_minimum_durations`]: JSON.stringify([minimum]),
  };
  return {
    ...{ kind, id, space, life, publicationState: 'published', mustBeApproved, name, code, step, minutes, people: 0 },
    ...{ mode: 'self_service', durationTypes: [duration], extras: [], row },
    accreditations: findByName(entities.accreditations, words.accreditations),
    plans: findByName(plans, words.plans),
  };
}

function makeUnits(ground: Foundation, owners: readonly Bookable[], words: readonly BookableWords[]): Unit[] {
  return owners.flatMap((owner, index) =>
    itemAt(words, index).units.map((unit, number) => {
      const random = ground.root.child(`${owner.kind} units`).at(index, number);
      return makeUnit(ground, owner, unit, number + 1, random);
    }),
  );
}

function makeUnit({ clock }: Foundation, owner: Bookable, words: UnitWords, number: number, random: Random): Unit {
  const { kind, space, life, code } = owner;
  const id = random.uuidV7(life.createdAt);
  const isUsable = words.state === 'available' || words.state === 'maintenance';
  const row = {
    id,
    [`${kind}_id`]: owner.id,
    space_id: space.id,
    sku: `${code}-${String(number).padStart(2, '0')}`,
    name: words.name,
    ...(kind === 'machine'
      ? {
          serial_number: `SN${random.between(100_000, 999_999)}`,
          commissioned_on: dayText(Math.floor(life.createdAt / day) - random.below(900)),
        }
      : { floor: words.floor ?? null }),
    ...stateColumns(clock, words),
  };
  const until = isUsable ? Infinity : clock.at - (words.days ?? 0) * day;
  return { id, owner, space, from: life.createdAt, until, row };
}
