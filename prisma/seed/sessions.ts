import type { SessionState } from '@resource-catalogue/contracts';
import { within } from './blocks/lifecycle.js';
import { Calendars } from './bookings/unit-calendar.js';
import { itemAt, type Random, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { openDoorsSpans, sessionSpans } from './session-times.js';
import { HoldFinder } from './session-holds.js';
import type { SessionOwner } from './session-owner.js';
import type { Space } from './spaces.js';
import type { Clock } from './time/clock.js';
import { endOfLast, type Spans, startOf } from './time/slots.js';
import { addMonths, day, hour, weekdayOf } from './time/units.js';
import type { Unit } from './units.js';
import type { User } from './users.js';

/** One date of a training or of an event. */
export interface Session<Owner extends SessionOwner = SessionOwner> {
  readonly id: string;
  readonly index: number;
  readonly owner: Owner;
  readonly space: Space;
  readonly state: SessionState;
  readonly spans: Spans;
  readonly seats: number;
  readonly opensAt: number | null;
  readonly closesAt: number | null;
  readonly canceledAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly teachers: readonly User[];
  /** The units that are held for it. */
  readonly units: readonly Unit[];
}

interface SessionsAround {
  readonly clock: Clock;
  readonly spaces: readonly Space[];
  readonly teachers: readonly User[];
  readonly units: readonly Unit[];
}

/** Makes the sessions of trainings and of events: they share the units that they hold. */
export class SessionMaker {
  private readonly holds: HoldFinder;

  constructor(
    private readonly around: SessionsAround,
    readonly calendars = new Calendars<Unit>(),
  ) {
    this.holds = new HoldFinder(around.units, calendars);
  }

  /** In the order of their beginning. */
  make<Owner extends SessionOwner>(owners: readonly Owner[], count: number, stream: Stream): Session<Owner>[] {
    const made: Session<Owner>[] = [];
    for (let index = 0; index < count; index++) {
      const session = this.sessionAt(owners, index, count, stream.at(index));
      if (session) made.push(session);
    }
    return made.sort((one, other) => startOf(one.spans) - startOf(other.spans));
  }

  private sessionAt<Owner extends SessionOwner>(
    owners: readonly Owner[],
    index: number,
    count: number,
    random: Random,
  ): Session<Owner> | null {
    const { clock, spaces, teachers } = this.around;
    const { firstDay, lastDay } = clock;
    const openDoors = index % 16 === 3;
    const dayNumber = openDoors
      ? openDoorsDay(clock)
      : firstDay + 3 + Math.floor(((index + random.fraction()) * (lastDay - firstDay - 40)) / count);
    const candidates = owners.filter(
      (owner) => takesPlace(owner, dayNumber) && (!openDoors || isLikeFirst(owner, owners)),
    );
    const owner = itemAt(candidates, random.below(candidates.length));
    const space = index % 11 === 6 && !openDoors ? random.pick(spaces) : owner.space;
    const { minutes } = owner.words;
    const spans = openDoors
      ? openDoorsSpans(space, dayNumber, minutes)
      : sessionSpans(space, dayNumber, minutes, partsOf(owner), random);
    if (!spans) return null;
    const state = stateOf(spans, index, clock.at);
    const createdAt = creationOf(clock, owner, spans, index, random);
    const changes = changesOf(clock, state, spans, createdAt, index, random);
    const registration = registrationOf(spans, createdAt, index, random);
    const units = this.holds.find({ owner, space, spans, state, createdAt }, index);
    const seats = index === 13 ? 0 : Math.max(1, owner.words.seats - (index % 9 === 4 ? 2 : 0));
    const staff = random.sample(teachers, itemAt([1, 2, 1, 0, 3], index));
    return {
      id: uuidV7(createdAt, random),
      index,
      owner,
      space,
      state,
      spans,
      seats,
      ...registration,
      createdAt,
      ...changes,
      teachers: staff,
      units,
    };
  }
}

function partsOf(owner: SessionOwner): number {
  return owner.kind === 'training' ? owner.words.parts : 1;
}

/** A Saturday in the middle. */
function openDoorsDay({ firstDay }: Clock): number {
  const middle = firstDay + 280;
  return middle + 6 - weekdayOf(middle);
}

function isLikeFirst(owner: SessionOwner, owners: readonly SessionOwner[]): boolean {
  const first = itemAt(owners, 0);
  return owner.space.zone === first.space.zone && owner.words.minutes === first.words.minutes && partsOf(owner) === 1;
}

function takesPlace({ publication, life }: SessionOwner, dayNumber: number): boolean {
  const ends = life.deletedAt ?? (publication.state === 'archived' ? life.updatedAt : Infinity);
  return publication.state !== 'draft' && life.createdAt < (dayNumber - 3) * day && ends > (dayNumber + 40) * day;
}

function stateOf(spans: Spans, index: number, at: number): SessionState {
  if (index % 10 === 7) return 'canceled';
  if (endOfLast(spans) <= at) return 'completed';
  return startOf(spans) > at && index % 5 === 1 ? 'draft' : 'scheduled';
}

/** Most sessions are planned in one go on the first of a month. */
function creationOf({ at, opening }: Clock, owner: SessionOwner, spans: Spans, index: number, random: Random): number {
  const start = startOf(spans);
  const date = new Date(start - 45 * day);
  const planned = addMonths(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1), 0) + 9 * hour;
  const createdAt = index % 5 < 3 ? planned : start - random.between(3 * day, 60 * day);
  return Math.max(opening, owner.life.createdAt, Math.min(createdAt, at - random.below(10 * day)));
}

function changesOf(
  { at, conversion }: Clock,
  state: SessionState,
  spans: Spans,
  createdAt: number,
  index: number,
  random: Random,
) {
  const end = endOfLast(spans);
  if (state === 'canceled') {
    const canceledAt = within(random, createdAt, Math.min(at, startOf(spans)));
    return { canceledAt, updatedAt: canceledAt };
  }
  if (state !== 'completed')
    return { canceledAt: null, updatedAt: index % 2 === 0 ? createdAt : within(random, createdAt, at) };
  const updatedAt =
    end <= conversion && index % 3 === 0 ? conversion : within(random, end, Math.min(at, end + 2 * day));
  return { canceledAt: null, updatedAt };
}

function registrationOf(spans: Spans, createdAt: number, index: number, random: Random) {
  const start = startOf(spans);
  const opensAt = index % 3 === 0 ? null : createdAt + Math.floor((start - createdAt) * random.fraction() * 0.25);
  const closesAt = index % 4 === 1 ? null : start - random.pick([2, 24, 24, 48]) * hour;
  return { opensAt, closesAt: closesAt !== null && closesAt > (opensAt ?? createdAt) ? closesAt : null };
}
