import { toHtml } from '../blocks/markup.js';
import type { Bookable } from '../bookables.js';
import type { Calendars } from '../bookings/unit-calendar.js';
import { categoryNamed } from '../categories.js';
import type { SessionOwner } from '../prices.js';
import { itemAt, type Random } from '../random.js';
import { holdUnits } from '../session-holds.js';
import type { Session } from '../session.js';
import { sortByStart } from '../sessions.js';
import type { Space } from '../spaces.js';
import { day, hour, minute } from '../time/clock.js';
import type { Spans } from '../time/slots.js';
import type { Training } from '../trainings.js';
import type { Unit } from '../units.js';
import type { User } from '../users.js';
import { accessColumns, buyingColumns, type PicturedWords, publishedColumns, settledLife } from './columns.js';
import { type Foundation, findByName } from './foundation.js';
import file from './learning.json' with { type: 'json' };

/** When a training or event takes place: every so many days, counted from today. */
interface Schedule {
  readonly every: number;
  readonly offset: number;
  /** `18:30` */
  readonly at: string;
}

interface OwnerWords extends PicturedWords, Schedule {
  readonly space: number;
  readonly category: string;
  readonly minutes: number;
  readonly seats: number;
  readonly cents: number | null;
}

/** A training or an event, with its schedule. */
export type Scheduled<Owner extends SessionOwner> = Owner & { readonly schedule: Schedule };

export function makeTrainings(ground: Foundation, machines: readonly Bookable[]): Scheduled<Training>[] {
  const { accreditations } = ground.entities;
  return file.trainings.map((words, index) => {
    const owner = makeOwner(ground, 'training', words, ground.root.child('trainings').at(index));
    const row = {
      ...owner.row,
      ...accessColumns,
      prerequisites_rendered: toHtml(words.prerequisites),
      ...{ duration_in_minutes: words.minutes, seats_per_session: words.seats, minimum_seats: 2 },
      ...{ auto_cancel_before_in_hours: 24, accreditation_validity_in_months: null },
    };
    return {
      ...{ ...owner, kind: 'training', seatsPerBooking: 2, row },
      machines: findByName(machines, words.machines),
      grants: findByName(accreditations, words.grants),
    };
  });
}

export function makeEvents(ground: Foundation): Scheduled<SessionOwner>[] {
  return file.events.map((words, index) => {
    const owner = makeOwner(ground, 'event', words, ground.root.child('events').at(index));
    const row = {
      ...owner.row,
      ...accessColumns,
      ...{ location_kind: words.kind, location_name: words.place, age_min: null, age_max: null },
      ...{ seats_per_session: words.seats, maximum_seats_per_booking: words.perBooking, seat_naming: words.naming },
    };
    const isHere = words.kind === 'onsite';
    return { ...owner, seatsPerBooking: words.perBooking, naming: words.naming, isHere, row };
  });
}

function makeOwner<Kind extends 'training' | 'event'>(
  { clock, slugs, spaces, categories }: Foundation,
  kind: Kind,
  words: OwnerWords,
  random: Random,
) {
  const { cents, minutes, seats, every, offset, at } = words;
  const [life, space] = [settledLife(clock), itemAt(spaces, words.space)];
  const id = random.uuidV7(life.createdAt);
  const row = {
    id,
    space_id: space.id,
    category_id: categoryNamed(categories, kind, words.category)?.id ?? null,
    ...publishedColumns(words, slugs.take(kind, words.name), life),
    ...buyingColumns(cents === null ? 'free' : 'charged'),
    booking_must_be_approved: false,
  };
  const prices = [1, 0.7].flatMap((share, index) => {
    const category = categories.filter(({ type }) => type === 'price')[index];
    if (cents === null || !category) return [];
    const own = { id: random.uuidV7(life.createdAt), category_id: category.id };
    const amount = { amount_in_cents: Math.round((cents * share) / 100) * 100, currency: space.currency };
    const owners = { training_id: kind === 'training' ? id : null, event_id: kind === 'event' ? id : null };
    return [{ id: own.id, row: { ...own, ...amount, ...owners } }];
  });
  return {
    ...{ kind, id, space, life, publicationState: 'published', mustBeApproved: false, row },
    ...{ accreditations: [], plans: [], machines: [], prices, minutes, parts: 1, seats, seatsPerBooking: 1 },
    ...{ naming: null, isHere: true, schedule: { every, offset, at } },
  };
}

interface Around extends Foundation {
  readonly teachers: readonly User[];
  readonly units: readonly Unit[];
  readonly calendars: Calendars;
}

/** The sessions of trainings or events, by their schedules, in the whole period of the catalogue. */
export function scheduleSessions(around: Around, owners: readonly Scheduled<SessionOwner>[]): Session[] {
  const { clock } = around;
  const today = Math.floor(clock.at / day);
  const sessions: Session[] = [];
  for (const owner of owners) {
    const { every, offset } = owner.schedule;
    const first = today + offset - Math.floor((today + offset - clock.firstDay - 20) / every) * every;
    for (let dayNumber = first; dayNumber <= clock.lastDay - 14; dayNumber += every) {
      const spans = spansOn(owner, dayNumber);
      // The index determines how many people come: with these indexes, some but not too many.
      if (spans) sessions.push(sessionAt(around, owner, spans, sessions.length * 12 + itemAt([2, 3, 4, 9], dayNumber)));
    }
  }
  return sortByStart(sessions);
}

/** The slot on a day: at the scheduled time, moved into the opening hours; null if the site is not open for long enough. */
function spansOn({ space, schedule, minutes }: Scheduled<SessionOwner>, dayNumber: number): Spans | null {
  const hours = space.hours.on(dayNumber).findLast(([opens, closes]) => closes - opens >= minutes);
  if (!hours) return null;
  const [hoursOf, minutesOf] = schedule.at.split(':').map(Number);
  const wanted = (hoursOf ?? 0) * 60 + (minutesOf ?? 0);
  const from = Math.max(hours[0], Math.min(wanted, hours[1] - minutes));
  const start = space.zone.instantOf(dayNumber, from);
  return [{ start, end: start + minutes * minute }];
}

function sessionAt(around: Around, owner: SessionOwner, spans: Spans, index: number): Session {
  const { clock, root, teachers, units: all, calendars } = around;
  const random = root.child(`${owner.kind} sessions`).at(index);
  const [{ start, end }] = spans;
  const state = end <= clock.at ? 'completed' : 'scheduled';
  const createdAt = Math.max(clock.opening + hour, Math.min(clock.at - day, start - 42 * day));
  const planned: Pick<Session, 'owner' | 'space' | 'spans' | 'state' | 'createdAt' | 'index'> = {
    ...{ owner, spans, state, createdAt, index },
    space: owner.space,
  };
  return {
    ...planned,
    id: random.uuidV7(createdAt),
    ...{ seats: owner.seats, opensAt: null, closesAt: null, canceledAt: null },
    updatedAt: state === 'completed' ? end : createdAt,
    teachers: teachersFor(teachers, owner.space, random),
    units: holdUnits(all, calendars, planned),
  };
}

const teachersFor = (teachers: readonly User[], space: Space, random: Random): User[] =>
  random.sample(
    teachers.filter(({ spaces }) => spaces.includes(space)),
    1,
  );
