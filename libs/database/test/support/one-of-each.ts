const id = (number: number): string => `'018f0000-0000-7000-8000-${String(number).padStart(12, '0')}'`;

const slots = `'[{"id":"00000000-0000-7000-8000-000000000000","start_date":"2026-03-01","start_time":"2026-03-01T09:00:00.000Z","end_date":"2026-03-01","end_time":"2026-03-01T10:00:00.000Z"}]'`;
const span = `'2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z', ${slots}`;

/**
 * One row in every table that summaries read, most of them referenced by a booking, so that changes are easy to follow.
 */
export const oneOfEach = `
  INSERT INTO groups (id, name) VALUES (${id(1)}, 'Staff');
  INSERT INTO accreditations (id, name) VALUES (${id(2)}, 'Laser');
  INSERT INTO equipments (id, name) VALUES (${id(3)}, 'Screen');
  INSERT INTO custom_duration_types (id, name) VALUES (${id(4)}, 'Evening');
  INSERT INTO spaces (id, slug, name, time_zone) VALUES (${id(5)}, 'lab', 'Lab', 'Europe/Paris');
  INSERT INTO categories (id, type, slug, name) VALUES (${id(6)}, 'price', 'full', 'Full');
  INSERT INTO members (id, number, group_id, space_id, first_name, last_name, locale, state, joined_at)
    VALUES (${id(7)}, '1', ${id(1)}, ${id(5)}, 'Ada', 'Lovelace', 'en', 'active', now());
  INSERT INTO users (id, email, first_name, last_name, role, state, locale, member_id)
    VALUES (${id(8)}, 'ada@example.org', 'Ada', 'Lovelace', 'member', 'active', 'en', ${id(7)});
  INSERT INTO machines (id, space_id, slug, name, pricing, availability_mode)
    VALUES (${id(9)}, ${id(5)}, 'laser', 'Laser', 'free', 'scheduled');
  INSERT INTO machine_booking_duration_types (id, machine_id, kind) VALUES (${id(10)}, ${id(9)}, 'hour');
  INSERT INTO machine_units (id, machine_id, space_id, sku, state, state_changed_at)
    VALUES (${id(11)}, ${id(9)}, ${id(5)}, 'M-1', 'available', now());
  INSERT INTO places (id, space_id, slug, name, pricing, availability_mode)
    VALUES (${id(12)}, ${id(5)}, 'room', 'Room', 'free', 'scheduled');
  INSERT INTO place_units (id, place_id, space_id, sku, state, state_changed_at)
    VALUES (${id(13)}, ${id(12)}, ${id(5)}, 'P-1', 'available', now());
  INSERT INTO place_extras (id, place_id, name, sku, pricing) VALUES (${id(14)}, ${id(12)}, 'Coffee', 'X-1', 'free');
  INSERT INTO trainings (id, space_id, slug, name, pricing, duration_in_minutes, seats_per_session)
    VALUES (${id(15)}, ${id(5)}, 'intro', 'Intro', 'free', 60, 8);
  INSERT INTO training_sessions (id, training_id, space_id, state, starts_at, ends_at, slots, seats_total)
    VALUES (${id(16)}, ${id(15)}, ${id(5)}, 'scheduled', ${span}, 8);
  INSERT INTO events (id, space_id, slug, name, pricing, location_kind, seats_per_session, maximum_seats_per_booking, seat_naming)
    VALUES (${id(17)}, ${id(5)}, 'party', 'Party', 'free', 'onsite', 50, 4, 'anonymous');
  INSERT INTO event_sessions (id, event_id, space_id, state, starts_at, ends_at, slots, seats_total)
    VALUES (${id(18)}, ${id(17)}, ${id(5)}, 'scheduled', ${span}, 50);
  INSERT INTO prices (id, training_id, category_id, amount_in_cents, currency)
    VALUES (${id(19)}, ${id(15)}, ${id(6)}, 1000, 'EUR');
  INSERT INTO plans (id, slug, name, pricing, duration_unit, duration_count, renewal_kind)
    VALUES (${id(20)}, 'month', 'Month', 'free', 'month', 1, 'none');
  INSERT INTO subscriptions (id, member_id, plan_id, state, starts_at, ends_at)
    VALUES (${id(21)}, ${id(7)}, ${id(20)}, 'active', '2026-03-01', '2026-04-01');
  INSERT INTO bookings (id, member_id, group_id, space_id, machine_unit_id, state, starts_at, ends_at, slots)
    VALUES (${id(22)}, ${id(7)}, ${id(1)}, ${id(5)}, ${id(11)}, 'confirmed', ${span});
  INSERT INTO booking_seats (id, booking_id, price_id) VALUES (${id(23)}, ${id(22)}, ${id(19)});
  INSERT INTO project_licenses (id, name, code) VALUES (${id(24)}, 'MIT License', 'MIT');
  INSERT INTO project_thematics (id, name, slug) VALUES (${id(25)}, 'Wood', 'wood');
  INSERT INTO projects (id, author_id, slug, name) VALUES (${id(26)}, ${id(7)}, 'chair', 'Chair');
`;
