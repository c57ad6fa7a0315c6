import { bookingStates } from '@resource-catalogue/contracts';
import { idOf, type JsonObject, type JsonValue, objectsAt, type Row, summaryOf } from '../json.js';
import { identity, person, ref } from './blocks.js';
import { Stamps, type Zone } from './clock.js';
import { type Dice, inTurn } from './dice.js';
import { sessionSummary, slotsFrom, spanOf } from './sessions.js';
import { countTo } from './size.js';

/** All that a booking can refer to. */
export interface Bookable {
  readonly members: readonly Row[];
  readonly groups: readonly Row[];
  readonly machine_units: readonly Row[];
  readonly place_units: readonly Row[];
  readonly places: readonly Row[];
  readonly events: readonly Row[];
  readonly trainings: readonly Row[];
  readonly event_sessions: readonly Row[];
  readonly training_sessions: readonly Row[];
  readonly zoneOf: (space: JsonValue | undefined) => Zone;
}

const targets = ['machine_unit', 'place_unit', 'event_session', 'training_session'] as const;
type Target = (typeof targets)[number];

const nothingBooked: JsonObject = {
  machine_unit: null,
  place_unit: null,
  event_session: null,
  training_session: null,
  reserved_by_event_session: null,
  reserved_by_training_session: null,
};

export function bookings(dice: Dice, of: Bookable, count: number): Row[] {
  const stamps = new Stamps(dice, '2025-06-01T00:00:00.000Z', count);
  const starts = new Stamps(dice, '2026-02-27T22:30:00.000Z', count);
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    const target = inTurn(targets, index);
    const booked = targetOf(dice, of, target);
    const space = booked['space'] ?? null;
    const slots = slotsFrom(dice, starts.take(), 1 + (index % 3), of.zoneOf(space));
    const state = inTurn(bookingStates, index + Math.floor(index / 9));
    return {
      ...own,
      ...nothingBooked,
      [target]: summaryOfTarget(booked, target),
      ...booker(dice, of, target, index),
      space,
      state,
      ...spanOf(slots),
      canceled_at: state === 'canceled' ? own.updated_at : null,
      slots,
      seats: [],
      place_extras: target === 'place_unit' ? extrasOf(dice, of, booked) : [],
      ...seatsOf(dice, of, target, booked, index),
    };
  });
}

function targetOf(dice: Dice, of: Bookable, target: Target): Row {
  return dice.pick(of[`${target}s`]);
}

function summaryOfTarget(booked: Row, target: Target): JsonObject {
  switch (target) {
    case 'machine_unit':
      return summaryOf(booked, 'sku', 'state', 'machine');
    case 'place_unit':
      return summaryOf(booked, 'sku', 'state', 'place');
    case 'event_session':
      return sessionSummary(booked, 'event');
    case 'training_session':
      return sessionSummary(booked, 'training');
  }
}

/** A member, staff, or a session for which a unit is held (section 8, bookings). */
function booker(dice: Dice, of: Bookable, target: Target, index: number): JsonObject {
  const isUnit = target === 'machine_unit' || target === 'place_unit';
  if (isUnit && index % 5 === 0) {
    return { member: null, group: null, ...reservation(dice, of, index) };
  }
  if (index % 7 === 3) return { member: null, group: null };
  const group = dice.pickOrNull(of.groups, 0.6);
  return { member: person(dice.pick(of.members)), group: group && ref(group) };
}

function reservation(dice: Dice, of: Bookable, index: number): JsonObject {
  return index % 2 === 0
    ? { reserved_by_event_session: sessionSummary(dice.pick(of.event_sessions), 'event') }
    : { reserved_by_training_session: sessionSummary(dice.pick(of.training_sessions), 'training') };
}

function extrasOf(dice: Dice, of: Bookable, unit: Row): JsonObject[] {
  const place = of.places.find(({ id }) => id === idOf(unit['place']));
  const extras = place === undefined ? [] : objectsAt(place, 'place_extras');
  return dice.some(extras, 2).map((extra) => summaryOf(extra, 'name', 'sku'));
}

function seatsOf(dice: Dice, of: Bookable, target: Target, booked: Row, index: number): JsonObject {
  if (target === 'machine_unit' || target === 'place_unit') return {};
  const key = target === 'event_session' ? 'event' : 'training';
  const owner = of[`${key}s`].find(({ id }) => id === idOf(booked[key]));
  const prices = owner === undefined ? [] : objectsAt(owner, 'prices');
  const seats = countTo(1 + (index % 3)).map((at) => {
    const price = dice.pickOrNull(prices, 0.7);
    return {
      id: dice.uuid(),
      first_name: at === 0 ? null : 'Noor',
      last_name: at === 0 ? null : 'Haddad',
      price: price && summaryOf(price, 'category'),
    };
  });
  return { seats };
}
