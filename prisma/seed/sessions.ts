import type { SessionState } from '@resource-catalogue/contracts';
import { within } from './blocks/lifecycle.js';
import type { Calendars } from './bookings/unit-calendar.js';
import type { Ground } from './ground.js';
import type { SessionOwner } from './prices.js';
import { itemAt, type Random, type Stream } from './random.js';
import type { Session } from './session.js';
import { holdUnits } from './session-holds.js';
import { openDoorsSpans, sessionSpans } from './session-times.js';
import { joinTable, type SeedTable, table } from './table.js';
import { columnsOfSpans, endOfLast, type Spans, startOfFirst } from './time/slots.js';
import { type Clock, day, hour, formatInstant, formatInstantOrNull, monthStart, toWeekday } from './time/clock.js';
import type { Unit } from './units.js';
import type { User } from './users.js';

interface Around extends Ground {
  readonly teachers: readonly User[];
  readonly units: readonly Unit[];
  /** The times that sessions of trainings and events block, shared by both. */
  readonly calendars: Calendars;
}

/** Makes this share of all sessions, ordered by start. */
export function makeSessions(around: Around, table: string, owners: readonly SessionOwner[], share: number): Session[] {
  const count = Math.round(around.scale.sessions * share);
  const stream = around.root.child(table);
  return sortByStart(stream.times(count, (random, index) => sessionAt(around, owners, index, count, random)).flat());
}

export function sortByStart(sessions: Session[]): Session[] {
  return sessions.sort((one, other) => startOfFirst(one.spans) - startOfFirst(other.spans));
}

/** Index of the session on the present day in the first space, which opens every day. It has many bookings. */
const today = 20;

/** One session, or none if the space never opens for long enough. */
function sessionAt(
  { clock, open, teachers, units: all, calendars }: Around,
  owners: readonly SessionOwner[],
  index: number,
  count: number,
  random: Random,
): Session[] {
  const openDoors = index % 16 === 3;
  const home = itemAt(open, 0);
  const chosenDay = chooseDay(clock, index + random.fraction(), count);
  const dayNumber = openDoors ? openDoorsDay(clock) : index === today ? home.zone.dayOf(clock.at) : chosenDay;
  const owner = random.pick(
    owners.filter((each) => takesPlace(each, dayNumber) && (!openDoors || isLikeFirst(each, owners))),
  );
  const elsewhere = index % 11 === 6 && !openDoors;
  const space = index === today ? home : elsewhere ? random.pick(open) : owner.space;
  const { minutes, parts } = owner;
  const spans = openDoors
    ? openDoorsSpans(space, dayNumber, minutes)
    : sessionSpans(space, dayNumber, minutes, parts, random);
  if (!spans) return [];
  const state = chooseState(spans, index, clock.at);
  const createdAt = drawCreation(clock, owner, spans, index, random);
  const changes = drawChanges(clock, state, spans, createdAt, index, random);
  const registration = drawRegistration(spans, createdAt, index, random);
  const planned = { index, owner, space, state, spans, createdAt };
  const units = holdUnits(all, calendars, planned);
  const seats = index === 13 ? 0 : Math.max(1, owner.seats - (index % 9 === 4 ? 2 : 0));
  const staff = random.sample(teachers, itemAt([1, 2, 1, 0, 3], index));
  const id = random.uuidV7(createdAt);
  return [{ id, ...planned, ...changes, ...registration, seats, teachers: staff, units }];
}

/** Sessions are spread evenly, up to a few weeks before the end. */
function chooseDay({ firstDay, lastDay }: Clock, place: number, count: number): number {
  return firstDay + 3 + Math.floor((place * (lastDay - firstDay - 40)) / count);
}

/** A Saturday in the middle of the period. */
function openDoorsDay({ firstDay }: Clock): number {
  const middle = firstDay + 280;
  return middle + 6 - toWeekday(middle);
}

function isLikeFirst(owner: SessionOwner, owners: readonly SessionOwner[]): boolean {
  const { space, minutes } = itemAt(owners, 0);
  return owner.space.zone.name === space.zone.name && owner.minutes === minutes && owner.parts === 1;
}

function takesPlace({ publicationState, life }: SessionOwner, dayNumber: number): boolean {
  const ends = life.deletedAt ?? (publicationState === 'archived' ? life.updatedAt : Infinity);
  return publicationState !== 'draft' && life.createdAt < (dayNumber - 3) * day && ends > (dayNumber + 40) * day;
}

function chooseState(spans: Spans, index: number, at: number): SessionState {
  if (index % 10 === 7) return 'canceled';
  if (endOfLast(spans) <= at) return 'completed';
  return startOfFirst(spans) > at && index % 5 === 1 ? 'draft' : 'scheduled';
}

/** Most sessions are planned in batches on the first of a month. */
function drawCreation(
  { at, opening }: Clock,
  owner: SessionOwner,
  spans: Spans,
  index: number,
  random: Random,
): number {
  const start = startOfFirst(spans);
  const planned = monthStart(start - 45 * day) + 9 * hour;
  const createdAt = index % 5 < 3 ? planned : start - random.between(3 * day, 60 * day);
  return Math.max(opening, owner.life.createdAt, Math.min(createdAt, at - random.below(10 * day)));
}

function drawChanges(
  { at, conversion }: Clock,
  state: SessionState,
  spans: Spans,
  createdAt: number,
  index: number,
  random: Random,
) {
  const end = endOfLast(spans);
  if (state === 'canceled') {
    const canceledAt = within(random, createdAt, Math.min(at, startOfFirst(spans)));
    return { canceledAt, updatedAt: canceledAt };
  }
  if (state !== 'completed')
    return { canceledAt: null, updatedAt: index % 2 === 0 ? createdAt : within(random, createdAt, at) };
  const updatedAt =
    end <= conversion && index % 3 === 0 ? conversion : within(random, end, Math.min(at, end + 2 * day));
  return { canceledAt: null, updatedAt };
}

function drawRegistration(spans: Spans, createdAt: number, index: number, random: Random) {
  const start = startOfFirst(spans);
  const opensAt = index % 3 === 0 ? null : createdAt + Math.floor((start - createdAt) * random.fraction() * 0.25);
  const closesAt = index % 4 === 1 ? null : start - random.pick([2, 24, 24, 48]) * hour;
  return { opensAt, closesAt: closesAt !== null && closesAt > (opensAt ?? createdAt) ? closesAt : null };
}

export function sessionTables(
  kind: SessionOwner['kind'],
  role: string,
  sessions: readonly Session[],
  root: Stream,
): SeedTable[] {
  const name = `${kind}_sessions`;
  const slots = root.child(`${name} slots`);
  return [
    table(name, function* () {
      for (const session of sessions)
        yield { [`${kind}_id`]: session.owner.id, ...sessionRow(session, slots.at(session.index)) };
    }),
    joinTable(`${kind}_session_${role}`, `${kind}_session_id`, 'user_id', sessions, ({ teachers }) => teachers),
  ];
}

function sessionRow(session: Session, random: Random) {
  const { space, createdAt } = session;
  return {
    id: session.id,
    space_id: space.id,
    state: session.state,
    ...columnsOfSpans(session.spans, space.zone, createdAt, random),
    seats_total: session.seats,
    registration_opens_at: formatInstantOrNull(session.opensAt),
    registration_closes_at: formatInstantOrNull(session.closesAt),
    canceled_at: formatInstantOrNull(session.canceledAt),
    updated_at: formatInstant(session.updatedAt),
    created_at: formatInstant(createdAt),
  };
}
