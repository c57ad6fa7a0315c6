import { accessColumns } from './blocks/page.js';
import type { Ground } from './ground.js';
import { makePrices, type SessionOwner } from './prices.js';
import { itemAt, type Random } from './random.js';
import { makeResource, requirementTables } from './resources.js';
import { type SeedTable, toTable } from './table.js';
import file from './words/events.json' with { type: 'json' };

const eventWords = file.events.map((words) => ({ ...file.openEvening, ...words }));

export function makeEvents(ground: Ground): SessionOwner[] {
  return ground.root.child('events').times(ground.scale.events, (random, index) => eventAt(ground, index, random));
}

function eventAt(ground: Ground, index: number, random: Random): SessionOwner {
  const words = itemAt(eventWords, index);
  const { name, slug, category, summary, description, minutes, cents, ...columns } = words;
  const choice = {
    space: itemAt(ground.open, index + 1),
    isDeleted: index % 12 === 10,
    publishedAs: index + 2,
    mustBeApproved: index % 5 === 1,
    pricing: cents !== null ? 'charged' : index % 8 === 6 ? 'on_request' : 'free',
    hasImage: index % 4 !== 0,
  };
  const event = makeResource(ground, { kind: 'event', words, index, ...choice }, random);
  return {
    ...event,
    minutes,
    parts: 1,
    seats: columns.seats_per_session,
    seatsPerBooking: columns.maximum_seats_per_booking,
    naming: columns.seat_naming,
    isHere: columns.location_kind === 'onsite',
    machines: [],
    accreditations: index % 6 === 5 ? random.sample(ground.entities.accreditations, 1 + (index % 4)) : [],
    plans: index % 6 === 2 ? random.sample(ground.plans, 1 + (index % 5)) : [],
    prices: makePrices(ground, event, cents, index, random),
    row: { ...event.row, ...accessColumns(index + 1), ...columns },
  };
}

export function eventTables(events: readonly SessionOwner[]): SeedTable[] {
  return [toTable('events', events), ...requirementTables('event', events)];
}
