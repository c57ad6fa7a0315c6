import { at, groupBy, type Seed, type SeedRow } from './default-seed.js';
import { holds, type Invariant } from './invariant.js';
import { isOnGrid, isOpen, slotsOf, targetOf } from './slots.js';

const minutes = { minute: 1, hour: 60, day: 1440, week: 10_080, month: 43_200 };
const length = ({ start_time, end_time }: { start_time: string; end_time: string }) =>
  (Date.parse(end_time) - Date.parse(start_time)) / 60_000;

const takesTime = (booking: SeedRow) => !['canceled', 'rejected'].includes(booking.text('state'));
const isOfUnit = (booking: SeedRow) => booking.isSet('machine_unit_id') || booking.isSet('place_unit_id');
const spaceOf = (seed: Seed, row: SeedRow) => seed.find('spaces', row.text('space_id'));
const seatsOf = (seed: Seed, booking: SeedRow) => seed.by('booking_seats', 'booking_id').get(booking.id) ?? [];
const sessionTables = ['training_sessions', 'event_sessions'];

function heldFor(seed: Seed, booking: SeedRow): SeedRow | null {
  for (const kind of ['training', 'event']) {
    const id = booking.optional(`reserved_by_${kind}_session_id`);
    if (id !== null) return seed.find(`${kind}_sessions`, id);
  }
  return null;
}

const bookings = (statement: string, isGood: (row: SeedRow, seed: Seed) => boolean): Invariant =>
  holds(`Booking: ${statement}`, 'bookings', isGood);
const ofUnits = (statement: string, isGood: (row: SeedRow, seed: Seed) => boolean): Invariant =>
  bookings(`a unit booking ${statement}`, (row, seed) => !isOfUnit(row) || isGood(row, seed));
const ofSessions = (statement: string, isGood: (row: SeedRow, seed: Seed) => boolean): Invariant =>
  bookings(`a session booking ${statement}`, (row, seed) => isOfUnit(row) || isGood(row, seed));

const aboutBookings: readonly Invariant[] = [
  bookings('one that blocks a unit for a session has no seats and the times of the session', (row, seed) => {
    const session = heldFor(seed, row);
    const timesOf = (each: SeedRow) => slotsOf(each).map(({ start_time, end_time }) => [start_time, end_time]);
    return !session || (seatsOf(seed, row).length === 0 && String(timesOf(row)) === String(timesOf(session)));
  }),
  bookings("the space is that of the target, and the group is the member's", (row, seed) => {
    const id = row.optional('member_id');
    const group = id === null ? null : seed.find('members', id).value('group_id');
    return targetOf(seed, row).target.value('space_id') === row.value('space_id') && group === row.value('group_id');
  }),
  bookings('it is created before it begins and after its member', (row, seed) => {
    const id = row.optional('member_id');
    const since = id === null ? '' : seed.find('members', id).text('created_at');
    return since <= row.text('created_at') && row.text('created_at') <= row.text('starts_at');
  }),
  bookings('the state matches the times', (row) => {
    const state = row.text('state');
    if (state === 'no_show') return row.text('ends_at') <= at;
    return (
      (state !== 'pending' || row.text('starts_at') > at) &&
      (row.optional('canceled_at') ?? '') <= row.text('starts_at')
    );
  }),
  [
    'Booking: no two that take time overlap on a unit',
    (seed) => {
      const taking = seed.rows('bookings').filter((row) => takesTime(row) && isOfUnit(row));
      return [...groupBy(taking, (row) => targetOf(seed, row).target).values()]
        .filter((rows) => {
          const slots = rows.flatMap(slotsOf).sort((one, other) => (one.start_time < other.start_time ? -1 : 1));
          return slots.some((slot, index) => slot.start_time < (slots[index - 1]?.end_time ?? ''));
        })
        .flat();
    },
  ],
  ofUnits(
    'lies within opening hours, unless it blocks the unit for a session',
    (row, seed) => heldFor(seed, row) !== null || slotsOf(row).every((slot) => isOpen(spaceOf(seed, row), slot)),
  ),
  ofUnits('is aligned to the time step', (row, seed) => {
    const step = targetOf(seed, row).owner.number('hourly_booking_time_step_in_minutes');
    return slotsOf(row).every((slot) => isOnGrid(spaceOf(seed, row).text('time_zone'), step, slot));
  }),
  ofUnits('has at least the minimum duration, even when clocks change', (row, seed) => {
    const { owner } = targetOf(seed, row);
    const column = `${owner.table.slice(0, -1)}_booking_minimum_durations`;
    const minimums = owner.items<{ unit: keyof typeof minutes; value: number }>(column);
    return (
      heldFor(seed, row) !== null ||
      minimums.every(({ unit, value }) => slotsOf(row).every((slot) => length(slot) >= value * minutes[unit]))
    );
  }),
  ofUnits('takes a unit that exists and can be booked', (row, seed) => {
    const { target, owner } = targetOf(seed, row);
    const isGone = [target, owner].some((each) => (each.optional('soft_deleted_at') ?? '9') < row.text('ends_at'));
    const isBookable =
      owner.value('availability_mode') !== 'not_bookable' && owner.value('publication_state') !== 'draft';
    return !isGone && isBookable && target.text('created_at') <= row.text('created_at');
  }),
  holds('Booking: extras belong to the booked place', 'booking_place_extras', (row, seed) => {
    const booking = seed.find('bookings', row.text('booking_id'));
    return targetOf(seed, booking).owner.id === seed.find('place_extras', row.text('place_extra_id')).value('place_id');
  }),
  ofSessions('takes at least one seat, and at most as many as the event allows', (row, seed) => {
    const { owner } = targetOf(seed, row);
    const max = owner.table === 'events' ? owner.number('maximum_seats_per_booking') : Infinity;
    return seatsOf(seed, row).length >= 1 && seatsOf(seed, row).length <= max;
  }),
  ofSessions('is created while the session can be booked', (row, seed) => {
    const session = targetOf(seed, row).target;
    const opens = session.optional('registration_opens_at') ?? session.text('created_at');
    const canBook = session.value('state') !== 'draft' && (session.value('state') !== 'canceled' || !takesTime(row));
    return canBook && opens <= row.text('created_at');
  }),
];

const aboutSessions: readonly Invariant[] = [
  ...sessionTables.map((table) =>
    holds(`Seat: ${table} are not overbooked`, table, (row, seed) => {
      const own = seed.by('bookings', `${table.slice(0, -1)}_id`).get(row.id) ?? [];
      const taken = own.filter(takesTime).flatMap((booking) => seatsOf(seed, booking));
      return taken.length <= row.number('seats_total');
    }),
  ),
  holds(
    'Seat: it has names if the event requires them, and none if seats are anonymous',
    'booking_seats',
    (row, seed) => {
      const { owner } = targetOf(seed, seed.find('bookings', row.text('booking_id')));
      const naming = owner.table === 'events' ? owner.text('seat_naming') : null;
      const names = ['first_name', 'last_name'].filter((column) => row.isSet(column)).length;
      return naming === 'nominative' ? names === 2 : naming !== 'anonymous' || names === 0;
    },
  ),
  holds('Seat: the price belongs to the training or event', 'booking_seats', (row, seed) => {
    const price = row.isSet('price_id') ? seed.find('prices', row.text('price_id')) : null;
    const { owner } = targetOf(seed, seed.find('bookings', row.text('booking_id')));
    return price === null || (price.value('training_id') ?? price.value('event_id')) === owner.id;
  }),
  holds("Slot: those of a training session add up to the training's duration", 'training_sessions', (row, seed) => {
    const sum = slotsOf(row).reduce((all, slot) => all + length(slot), 0);
    return sum === seed.find('trainings', row.text('training_id')).number('duration_in_minutes');
  }),
];

export const bookingInvariants = [...aboutBookings, ...aboutSessions];
