import { type Life, lifeColumns } from './blocks/lifecycle.js';
import { accessColumns, pageColumns } from './blocks/page.js';
import type { Stream } from './random.js';
import type { Slugs } from './slugs.js';
import type { Row } from './table.js';
import { OpeningHours, parseExceptions } from './time/opening-hours.js';
import { type Clock, day, formatInstant } from './time/clock.js';
import { Zone } from './time/zone.js';
import file from './words/spaces.json' with { type: 'json' };

/** The first six make the default catalogue; larger catalogues use the others. */
const listWords = () => [
  ...file.first,
  ...file.later.map(({ city, country, ...words }) => ({
    ...file.everyLater,
    ...words,
    summary: `Our workshop in ${city}.`,
    description: [`Benches, machines and company in the middle of **${city}**.`],
    address: { street: null, postal_code: null, city, region: null, country_code: country },
  })),
];

export interface Space {
  readonly id: string;
  readonly zone: Zone;
  readonly hours: OpeningHours;
  readonly currency: string;
  readonly stage: string;
  readonly life: Life;
  readonly row: Row;
}

interface Around {
  readonly clock: Clock;
  readonly count: number;
  readonly root: Stream;
  readonly slugs: Slugs;
}

export function makeSpaces({ clock, count, root, slugs }: Around): Space[] {
  const stream = root.child('spaces');
  const spaces: Space[] = [];
  for (const [index, words] of listWords().slice(0, count).entries()) {
    // The parent is given by its index.
    const {
      name,
      summary,
      description,
      parent,
      currency,
      hours: lines,
      exceptions,
      address,
      stage,
      ...columns
    } = words;
    const zone = new Zone(columns.time_zone);
    const hours = new OpeningHours(lines, parseExceptions(exceptions, clock, zone.dayOf(clock.at)));
    const life = lifeOfSpace(clock, stage, index);
    const id = stream.at(index).uuidV7(life.createdAt);
    const slug = slugs.take('space', name);
    const row = {
      id,
      parent_id: parent === null ? null : (spaces[parent]?.id ?? null),
      ...pageColumns({ name, summary, description }, 'spaces', slug, index % 3 !== 2),
      ...accessColumns(index),
      ...columns,
      address: address && JSON.stringify(address),
      opening_hours: JSON.stringify(hours.entries),
      opening_exceptions: JSON.stringify(hours.exceptions),
      publication_state: stage === 'planned' ? 'draft' : stage === 'closed' ? 'archived' : 'published',
      published_at: stage === 'planned' ? null : formatInstant(life.createdAt),
      ...lifeColumns(life),
    };
    spaces.push({ id, zone, hours, currency, stage, life, row });
  }
  return spaces;
}

function lifeOfSpace({ opening, conversion, at }: Clock, stage: string, index: number): Life {
  if (stage === 'closed') return { createdAt: opening, updatedAt: conversion, deletedAt: conversion };
  const planned = at - 20 * day - 87;
  if (stage === 'planned') return { createdAt: planned, updatedAt: planned, deletedAt: null };
  return { createdAt: opening, updatedAt: index % 2 === 0 ? conversion : at - (30 + index) * day, deletedAt: null };
}
