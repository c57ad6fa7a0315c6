import {
  type Bookable,
  bookableColumns,
  durationTypeRow,
  durationTypesAt,
  minimumDurationsJson,
  modeAt,
  pricingAt,
  quotasJson,
} from './bookables.js';
import { accessColumns } from './blocks/access.js';
import { buyingColumns } from './blocks/buying.js';
import { ended, lifeColumns, lifeOf, publicationColumns, publicationOf } from './blocks/lifecycle.js';
import { imageJson, pageColumns } from './blocks/page.js';
import type { Category, CategoryFinder } from './categories.js';
import type { Entities, Named } from './entities.js';
import { makeExtras, type PlaceExtra, placeExtrasTable } from './place-extras.js';
import type { Plan } from './plans.js';
import { itemAt, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { Slugs } from './slugs.js';
import type { Space } from './spaces.js';
import { joinTable, type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { type PlaceWords, placeWords } from './words/place-words.js';

export interface Place extends Bookable {
  readonly kind: 'place';
  readonly words: PlaceWords;
  readonly category: Category | null;
  readonly equipments: readonly Named[];
  readonly extras: readonly PlaceExtra[];
  readonly asksForPeople: boolean;
  readonly quotas: string;
  readonly minimumDurations: string;
}

interface Around {
  readonly clock: Clock;
  readonly categories: CategoryFinder;
  readonly entities: Entities;
  readonly plans: readonly Plan[];
  readonly spaces: readonly Space[];
}

export function makePlaces(around: Around, count: number, root: Stream): Place[] {
  const stream = root.child('places');
  const slugs = new Slugs();
  return Array.from({ length: count }, (_, index) => placeAt(around, index, stream, slugs));
}

function placeAt(
  { clock, categories, entities, plans, spaces }: Around,
  index: number,
  stream: Stream,
  slugs: Slugs,
): Place {
  const random = stream.at(index);
  const words = itemAt(placeWords, index);
  const alive = lifeOf(clock, random, index);
  const publication = publicationOf(index, alive, random);
  const life = index % 16 === 14 ? ended(alive, clock, random) : alive;
  const { step, minutes } = words;
  const place: Bookable = {
    id: uuidV7(life.createdAt, random),
    slug: slugs.take(words.slug ?? words.name, 'place'),
    name: words.name,
    space: itemAt(spaces, index),
    life,
    publication,
    mode: modeAt(index),
    pricing: pricingAt(index + 1),
    mustBeApproved: index % 3 === 0,
    step,
    minutes,
    accreditations: entities.accreditations.filter((_, number) => words.accreditations.includes(number)),
    plans: index % 5 === 3 ? random.sample(plans, 1 + (index % 4)) : [],
    durationTypes: durationTypesAt(index + 1, life, random, entities.customDurations),
  };
  return {
    kind: 'place',
    ...place,
    words,
    category: words.category === null ? null : categories.named('place', words.category),
    equipments: entities.equipments.filter((_, number) => words.equipments.includes(number)),
    extras: makeExtras(index, life, random),
    asksForPeople: index % 4 === 1,
    quotas: quotasJson('place_booking_duration_type_id', index, place, random),
    minimumDurations: minimumDurationsJson(index, place, random),
  };
}

export function placeTables(places: readonly Place[]): SeedTable[] {
  return [
    table('places', () => places.map(placeRow)),
    joinTable('place_equipments', ['place_id', 'equipment_id'], places, ({ id, equipments }) => ({
      id,
      items: equipments,
    })),
    joinTable('place_required_accreditations', ['place_id', 'accreditation_id'], places, (place) => ({
      id: place.id,
      items: place.accreditations,
    })),
    joinTable('place_required_plans', ['place_id', 'plan_id'], places, ({ id, plans }) => ({ id, items: plans })),
    table('place_booking_duration_types', () =>
      places.flatMap((place) => place.durationTypes.map((type) => ({ ...durationTypeRow(type), place_id: place.id }))),
    ),
    placeExtrasTable(places),
  ];
}

function placeRow(place: Place, index: number) {
  const { words, slug, name } = place;
  const image = index % 4 === 2 ? null : imageJson('places', slug);
  return {
    id: place.id,
    space_id: place.space.id,
    category_id: place.category?.id ?? null,
    ...pageColumns({ slug, name, summary: words.summary, html: words.description?.html ?? null, image }),
    ...accessColumns(index),
    capacity_per_unit: words.capacity,
    ...publicationColumns(place.publication),
    ...buyingColumns(index, place.pricing, `places/${slug}`),
    ...bookableColumns(place),
    require_people_count_on_booking: place.asksForPeople,
    place_quotas: place.quotas,
    place_booking_minimum_durations: place.minimumDurations,
    ...lifeColumns(place.life),
  };
}
