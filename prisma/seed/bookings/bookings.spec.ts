import { describe, expect, it } from '@jest/globals';
import { at, grouped, loadSeed, type SeedRow } from '../../test/seed/default-seed.js';
import { isOnGrid, isOpen, localTime, sessionOf, slotsOf, unitOf } from '../../test/seed/slots.js';

const seed = loadSeed();
const bookings = seed.rows('bookings');
const targets = ['machine_unit_id', 'place_unit_id', 'event_session_id', 'training_session_id'];
const holders = ['reserved_by_event_session_id', 'reserved_by_training_session_id'];
const takesTime = (booking: SeedRow) => !['canceled', 'rejected'].includes(booking.text('state'));
const setOf = (row: SeedRow, columns: readonly string[]) => columns.filter((column) => row.value(column) !== null);
const seatsOf = (booking: SeedRow) => seed.by('booking_seats', 'booking_id').get(booking.id) ?? [];
const isHold = (booking: SeedRow) => setOf(booking, holders).length > 0;

const violations = (rows: readonly SeedRow[], isGood: (row: SeedRow) => boolean) =>
  rows
    .filter((row) => !isGood(row))
    .slice(0, 5)
    .map((row) => JSON.stringify(Object.fromEntries(row.values)));

describe('Booking', () => {
  it('there are exactly as many as were asked for', () => {
    expect(bookings.length).toBe(5000);
  });

  it('has exactly one target', () => {
    expect(violations(bookings, (row) => setOf(row, targets).length === 1)).toEqual([]);
  });

  it('holds a unit for at most one session; then it is nobody’s, has no seats and the times of the session', () => {
    expect(violations(bookings, (row) => setOf(row, holders).length <= 1)).toEqual([]);
    const holds = bookings.filter(isHold);
    expect(holds.length).toBeGreaterThan(50);
    expect(
      violations(
        holds,
        (row) =>
          row.value('member_id') === null &&
          row.value('group_id') === null &&
          seatsOf(row).length === 0 &&
          unitOf(seed, row) !== null,
      ),
    ).toEqual([]);
    const sessionOfHold = (row: SeedRow) => {
      const [holder = ''] = setOf(row, holders);
      return seed.find(
        holder === 'reserved_by_event_session_id' ? 'event_sessions' : 'training_sessions',
        row.text(holder),
      );
    };
    const times = (row: SeedRow) => slotsOf(row).map((slot) => [slot.start_time, slot.end_time]);
    expect(
      violations(holds, (row) => JSON.stringify(times(row)) === JSON.stringify(times(sessionOfHold(row)))),
    ).toEqual([]);
  });

  it('is in the space of its target, with the group of its member', () => {
    const target = (row: SeedRow) => unitOf(seed, row)?.unit ?? sessionOf(seed, row)?.session;
    expect(violations(bookings, (row) => target(row)?.value('space_id') === row.value('space_id'))).toEqual([]);
    const group = (row: SeedRow) =>
      row.value('member_id') === null ? null : seed.find('members', row.text('member_id')).value('group_id');
    expect(violations(bookings, (row) => group(row) === row.value('group_id'))).toEqual([]);
  });

  it('never shares a unit with another that takes time', () => {
    const ofUnits = bookings.filter((row) => takesTime(row) && unitOf(seed, row) !== null);
    const byUnit = grouped(ofUnits, (row) => unitOf(seed, row)?.unit.id);
    const overlaps = [...byUnit].flatMap(([unit, rows]) => {
      const slots = rows.flatMap(slotsOf).sort((one, other) => (one.start_time < other.start_time ? -1 : 1));
      return slots
        .filter((slot, index) => index > 0 && slot.start_time < (slots[index - 1]?.end_time ?? ''))
        .map((slot) => `${String(unit)} ${slot.start_time}`);
    });
    expect(overlaps).toEqual([]);
  });

  it('of a unit is in open hours, on the time step, and no shorter than the least that is said', () => {
    const own = bookings.filter((row) => unitOf(seed, row) !== null && !isHold(row));
    expect(
      violations(own, (row) => slotsOf(row).every((slot) => isOpen(seed.find('spaces', row.text('space_id')), slot))),
    ).toEqual([]);
    const onGrid = (row: SeedRow) => {
      const zone = seed.find('spaces', row.text('space_id')).text('time_zone');
      return slotsOf(row).every((slot) =>
        isOnGrid(zone, unitOf(seed, row)?.owner.number('hourly_booking_time_step_in_minutes') ?? 0, slot),
      );
    };
    expect(
      violations(
        bookings.filter((row) => unitOf(seed, row) !== null),
        onGrid,
      ),
    ).toEqual([]);
    const minutes = { minute: 1, hour: 60, day: 1440, week: 10_080, month: 43_200 };
    const longEnough = (row: SeedRow) => {
      const owner = unitOf(seed, row)?.owner;
      const column =
        owner?.table === 'machines' ? 'machine_booking_minimum_durations' : 'place_booking_minimum_durations';
      const least = owner?.items<{ unit: keyof typeof minutes; value: number }>(column) ?? [];
      return least.every(({ unit, value }) =>
        slotsOf(row).every(
          (slot) => Date.parse(slot.end_time) - Date.parse(slot.start_time) >= value * minutes[unit] * 60_000,
        ),
      );
    };
    expect(violations(own, longEnough)).toEqual([]);
  });

  it('is of a unit that was there and could be booked', () => {
    const isThere = (row: SeedRow) => {
      const found = unitOf(seed, row);
      if (!found) return true;
      const { unit, owner } = found;
      const gone = [unit.optional('soft_deleted_at'), owner.optional('soft_deleted_at')].some(
        (deletion) => deletion !== null && deletion < row.text('ends_at'),
      );
      return (
        !gone &&
        owner.value('availability_mode') !== 'not_bookable' &&
        owner.value('publication_state') !== 'draft' &&
        unit.text('created_at') <= row.text('created_at')
      );
    };
    expect(violations(bookings, isThere)).toEqual([]);
  });

  it('was made by a member who was one, before it began', () => {
    expect(violations(bookings, (row) => row.text('created_at') <= row.text('starts_at'))).toEqual([]);
    const members = bookings.filter((row) => row.value('member_id') !== null);
    expect(
      violations(
        members,
        (row) => seed.find('members', row.text('member_id')).text('created_at') <= row.text('created_at'),
      ),
    ).toEqual([]);
  });

  it('has a state that fits its times', () => {
    const fits = (row: SeedRow) => {
      const state = row.text('state');
      return state === 'no_show' ? row.text('ends_at') <= at : state !== 'pending' || row.text('starts_at') > at;
    };
    expect(violations(bookings, fits)).toEqual([]);
    expect(
      violations(bookings, (row) => (row.value('state') === 'canceled') === (row.value('canceled_at') !== null)),
    ).toEqual([]);
    expect(
      violations(
        bookings,
        (row) => row.value('canceled_at') === null || row.text('canceled_at') <= row.text('starts_at'),
      ),
    ).toEqual([]);
  });

  it('takes extras of its own place only', () => {
    const strange = seed.rows('booking_place_extras').filter((row) => {
      const booking = seed.find('bookings', row.text('booking_id'));
      return unitOf(seed, booking)?.owner.id !== seed.find('place_extras', row.text('place_extra_id')).text('place_id');
    });
    expect(strange).toEqual([]);
  });
});

describe('seats', () => {
  const sessions = [...seed.rows('training_sessions'), ...seed.rows('event_sessions')];
  const bookingsOf = (session: SeedRow) =>
    seed
      .by('bookings', session.table === 'training_sessions' ? 'training_session_id' : 'event_session_id')
      .get(session.id) ?? [];

  it('are never more than a session has, and fill some sessions', () => {
    const booked = (session: SeedRow) =>
      bookingsOf(session)
        .filter(takesTime)
        .reduce((sum, booking) => sum + seatsOf(booking).length, 0);
    expect(violations(sessions, (session) => booked(session) <= session.number('seats_total'))).toEqual([]);
    expect(sessions.some((session) => booked(session) === session.number('seats_total') && booked(session) > 0)).toBe(
      true,
    );
    expect(sessions.some((session) => booked(session) === 0)).toBe(true);
  });

  it('of one booking are never more than the event allows, and at least one', () => {
    const ofSessions = bookings.filter((row) => sessionOf(seed, row) !== null);
    const most = (row: SeedRow) => {
      const owner = sessionOf(seed, row)?.owner;
      return owner?.table === 'events' ? owner.number('maximum_seats_per_booking') : Infinity;
    };
    expect(violations(ofSessions, (row) => seatsOf(row).length >= 1 && seatsOf(row).length <= most(row))).toEqual([]);
  });

  it('have names where the event asks for them, and none where it does not', () => {
    const naming = (seat: SeedRow) => {
      const owner = sessionOf(seed, seed.find('bookings', seat.text('booking_id')))?.owner;
      return owner?.table === 'events' ? owner.text('seat_naming') : null;
    };
    const named = (seat: SeedRow) => setOf(seat, ['first_name', 'last_name']).length;
    expect(
      violations(seed.rows('booking_seats'), (seat) =>
        naming(seat) === 'nominative' ? named(seat) === 2 : naming(seat) !== 'anonymous' || named(seat) === 0,
      ),
    ).toEqual([]);
  });

  it('cost a price of the very training or event', () => {
    const paid = seed.rows('booking_seats').filter((seat) => seat.value('price_id') !== null);
    const owners = (seat: SeedRow) => {
      const price = seed.find('prices', seat.text('price_id'));
      return [
        price.value('training_id') ?? price.value('event_id'),
        sessionOf(seed, seed.find('bookings', seat.text('booking_id')))?.owner.id,
      ];
    };
    expect(paid.length).toBeGreaterThan(500);
    expect(violations(paid, (seat) => new Set(owners(seat)).size === 1)).toEqual([]);
  });

  it('are booked on a session that can be booked, after it was planned', () => {
    const ofSessions = bookings.filter((row) => sessionOf(seed, row) !== null);
    const fits = (row: SeedRow) => {
      const session = sessionOf(seed, row)?.session;
      if (!session || session.value('state') === 'draft') return false;
      return (
        (session.optional('registration_opens_at') ?? session.text('created_at')) <= row.text('created_at') &&
        (session.value('state') !== 'canceled' || !takesTime(row))
      );
    };
    expect(violations(ofSessions, fits)).toEqual([]);
  });
});

describe('Slot', () => {
  const owners = [...bookings, ...seed.rows('training_sessions'), ...seed.rows('event_sessions')];

  it('SHAPE-10: slots are in order and disjoint, and the first and last bound their owner', () => {
    const inOrder = (row: SeedRow) =>
      slotsOf(row).every(
        (slot, index, all) => slot.start_time < slot.end_time && (all[index - 1]?.end_time ?? '') <= slot.start_time,
      );
    expect(violations(owners, inOrder)).toEqual([]);
    expect(
      violations(
        owners,
        (row) =>
          slotsOf(row)[0]?.start_time === row.text('starts_at') &&
          slotsOf(row).at(-1)?.end_time === row.text('ends_at'),
      ),
    ).toEqual([]);
  });

  it('has an id of its own, and its keys in the order of the contract', () => {
    const slots = owners.flatMap(slotsOf);
    expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length);
    expect(new Set(slots.map((slot) => Object.keys(slot).join()))).toEqual(
      new Set(['id,start_date,start_time,end_date,end_time']),
    );
  });

  it('has the local days of its start and of its last millisecond', () => {
    const isLocal = (row: SeedRow) => {
      const zone = seed.find('spaces', row.text('space_id')).text('time_zone');
      return slotsOf(row).every(
        (slot) =>
          slot.start_date === localTime(Date.parse(slot.start_time), zone).date &&
          slot.end_date === localTime(Date.parse(slot.end_time) - 1, zone).date,
      );
    };
    expect(violations(owners, isLocal)).toEqual([]);
  });

  it('ends at midnight, goes over midnight, and begins on another day than in UTC, somewhere', () => {
    const slots = owners.flatMap((row) =>
      slotsOf(row).map((slot) => ({ ...slot, zone: seed.find('spaces', row.text('space_id')).text('time_zone') })),
    );
    expect(
      slots.some(
        (slot) =>
          localTime(Date.parse(slot.end_time), slot.zone).clock === '00:00' && slot.end_date === slot.start_date,
      ),
    ).toBe(true);
    expect(slots.some((slot) => slot.end_date > slot.start_date)).toBe(true);
    expect(slots.some((slot) => slot.start_time.slice(0, 10) !== slot.start_date)).toBe(true);
  });

  it('of a training lasts, all in all, as long as the training says', () => {
    const lasts = (row: SeedRow) =>
      slotsOf(row).reduce((sum, slot) => sum + Date.parse(slot.end_time) - Date.parse(slot.start_time), 0) / 60_000;
    expect(
      violations(
        seed.rows('training_sessions'),
        (row) => lasts(row) === seed.find('trainings', row.text('training_id')).number('duration_in_minutes'),
      ),
    ).toEqual([]);
  });
});
