import { categoryTypes } from '@resource-catalogue/contracts';
import type { JsonObject, Row } from '../json.js';
import { access, identity, page, publication, ref, softDeletion } from './blocks.js';
import { Stamps, type Zone, zones } from './clock.js';
import { type Dice, inTurn } from './dice.js';
import { countTo } from './size.js';
import { nameOf } from './words.js';

// What all else refers to.

/** Groups, accreditations, equipments: entities without a collection. */
export function namedEntities(dice: Dice, kind: string, count: number): Row[] {
  const stamps = new Stamps(dice, '2024-01-01T00:00:00.000Z', count);
  return countTo(count).map((index) => ({ ...identity(dice, stamps), name: `${kind} ${index + 1}` }));
}

export function categories(dice: Dice, count: number): Row[] {
  const stamps = new Stamps(dice, '2024-02-28T22:00:00.000Z', count);
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    return {
      ...own,
      type: inTurn(categoryTypes, index),
      slug: `category-${Math.floor(index / categoryTypes.length) + 1}`,
      name: nameOf('category', index),
      description: index % 3 === 0 ? null : 'What belongs together.',
      position: Math.floor(index / 4),
      ...softDeletion(own, index),
    };
  });
}

const zoneNames = Object.keys(zones).filter((name): name is Zone => Object.hasOwn(zones, name));

export const zoneOf = (space: JsonObject): Zone => zoneNames.find((name) => name === space['time_zone']) ?? 'UTC';

export function spaces(dice: Dice, count: number): Row[] {
  const stamps = new Stamps(dice, '2024-03-01T09:00:00.000Z', count);
  const slugs = new Set<string>();
  const made: Row[] = [];
  for (const index of countTo(count)) {
    const own = identity(dice, stamps);
    // A parent was made before its children, so that no cycle can be.
    const parent = index % 3 === 0 ? null : dice.pickOrNull(made.slice(0, 12), 0.9);
    made.push({
      ...own,
      parent: parent && ref(parent),
      ...page(own, nameOf('space', index), index, slugs),
      ...publication(own, index),
      ...access(dice, index),
      ...whereabouts(dice, index),
      ...softDeletion(own, index),
    });
  }
  return made;
}

function whereabouts(dice: Dice, index: number): JsonObject {
  const located = index % 4 !== 3;
  return {
    time_zone: inTurn(zoneNames, index),
    address: index % 5 === 4 ? null : address(index),
    latitude: located ? dice.between(-9000, 9000) / 100 : null,
    longitude: located ? dice.between(-18000, 18000) / 100 : null,
    email: index % 2 === 0 ? null : `space${index}@workshop.example.org`,
    phone: index % 3 === 0 ? null : `+49 40 5550 ${100 + index}`,
    website_url: index % 3 === 1 ? null : `https://space${index}.example.org/`,
    opening_hours: countTo(index % 4).map((at) => ({
      day_of_week: 1 + Math.floor(at / 2),
      opens_at: at % 2 === 0 ? '09:00' : '14:00',
      closes_at: at % 2 === 0 ? '12:30' : '21:30',
    })),
  };
}

const address = (index: number): JsonObject => ({
  street: index % 3 === 0 ? null : `${index} Quay Street`,
  postal_code: index % 4 === 0 ? null : `20${index}`,
  city: 'Hamburg',
  region: index % 2 === 0 ? null : 'Harbour',
  country_code: 'DE',
});

export function licenses(dice: Dice, count: number): Row[] {
  const stamps = new Stamps(dice, '2024-01-31T23:00:00.000Z', count);
  return countTo(count).map((index) => ({
    ...identity(dice, stamps),
    name: nameOf('licence', index),
    code: `${index % 2 === 0 ? 'CC-BY' : 'cc-by'}-${Math.floor(index / 2) + 1}.0`,
    url: index % 3 === 0 ? null : `https://licences.example.org/${index}`,
    description: index % 4 === 0 ? null : 'What others may do.',
    position: Math.floor(index / 3),
  }));
}

export function thematics(dice: Dice, count: number): Row[] {
  const stamps = new Stamps(dice, '2024-01-15T12:00:00.000Z', count);
  return countTo(count).map((index) => ({
    ...identity(dice, stamps),
    name: nameOf('thematic', index),
    slug: `thematic-${index + 1}`,
    position: index % 10,
  }));
}
