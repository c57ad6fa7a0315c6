import { accessColumns } from './blocks/page.js';
import { type Bookable, bookableTables, makeBookable } from './bookables.js';
import { itemsAt, type Entity } from './entities.js';
import type { Ground } from './ground.js';
import { itemAt } from './random.js';
import { joinTable, type SeedTable, toTable } from './table.js';
import file from './words/places.json' with { type: 'json' };

/** Places without a name are meeting rooms, which all have the same name. */
const placeWords = file.places.map((words) => ({ ...file.meetingRoom, ...words }));

export interface Place extends Bookable {
  readonly equipments: readonly Entity[];
}

export function makePlaces(ground: Ground): Place[] {
  return ground.root.child('places').times(ground.scale.places, (random, index) => {
    const words = itemAt(placeWords, index);
    const place = makeBookable(ground, 'place', words, index, random);
    const { capacity_per_unit } = words;
    const asksForPeople = index % 4 === 1;
    const row = {
      ...place.row,
      ...accessColumns(index),
      capacity_per_unit,
      require_people_count_on_booking: asksForPeople,
    };
    const people = asksForPeople ? Math.min(6, capacity_per_unit ?? 6) : 0;
    return { ...place, equipments: itemsAt(ground.entities.equipments, words.equipments), people, row };
  });
}

export function placeTables(places: readonly Place[]): SeedTable[] {
  const extras = places.flatMap((place) => place.extras);
  return [
    toTable('places', places),
    joinTable('place_equipments', 'place_id', 'equipment_id', places, ({ equipments }) => equipments),
    ...bookableTables('place', places),
    toTable('place_extras', extras),
  ];
}
