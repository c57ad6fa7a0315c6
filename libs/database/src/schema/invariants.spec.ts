import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDatabase } from '../../test/support/databases.js';
import { oneOfEach } from '../../test/support/one-of-each.js';
import type { Database } from '../database.js';

const slot = (start: string, end: string) =>
  `{"id":"00000000-0000-7000-8000-000000000000","start_date":"2026-03-01","start_time":"2026-03-01T${start}Z","end_date":"2026-03-01","end_time":"2026-03-01T${end}Z"}`;
const nine = slot('09:00:00.000', '10:00:00.000');
const ten = slot('10:00:00.000', '11:00:00.000');
const step = (position: number, rest = '"description":null,"description_rendered":null') =>
  `{"id":"00000000-0000-7000-8000-000000000000","position":${position},"title":"Cut",${rest}}`;
const quota = (unit: string, value: number, owner = 'machine') =>
  `[{"id":"a","${owner}_booking_duration_type_id":"b","unit":"${unit}","value":${value}}]`;
const hours = (day: number, opens = '08:00') => `{"day_of_week":${day},"opens_at":"${opens}","closes_at":"24:00"}`;
/** Dates on which a space is closed, or has hours. */
const exceptions = (...entries: readonly (string | readonly [date: string, opens: string, closes: string])[]) =>
  JSON.stringify(
    entries.map((entry) => {
      const [date, opens_at = null, closes_at = null] = typeof entry === 'string' ? [entry] : entry;
      return { date, closed: opens_at === null, opens_at, closes_at, note: null };
    }),
  );

/**
 * Invalid rows: the constraint that rejects each, its table, and the change to a valid row. Fields that must be set
 * exactly if another field has a value are covered by rules-between-fields.spec in libs/transfer.
 */
const invalidRows: readonly (readonly [constraint: string, table: string, change: string])[] = [
  ['groups_timestamps_check', 'groups', `updated_at = created_at - interval '1 ms'`],
  ['groups_name_check', 'groups', `name = ''`],
  ['groups_name_check', 'groups', `name = repeat('é', 201)`],
  ['members_names_check', 'members', `last_name = ''`],
  ['members_email_check', 'members', `email = repeat('a', 256)`],
  ['members_image_check', 'members', `image = '{"sm":"a","md":"b","lg":null}'`],
  ['members_image_check', 'members', `image = 'null'`],
  ['members_address_check', 'members', `address = '[]'`],
  ['machines_slug_check', 'machines', `slug = 'Laser'`],
  ['machines_slug_check', 'machines', `slug = 'laser-'`],
  ['machines_slug_check', 'machines', `slug = repeat('a', 101)`],
  ['machines_publication_check', 'machines', `publication_state = 'published'`],
  ['machines_publication_check', 'machines', `published_at = now()`],
  ['machines_buying_cta_text_check', 'machines', `buying_cta_kind = 'text', buying_cta_text = '"text"'`],
  ['machines_time_step_check', 'machines', `hourly_booking_time_step_in_minutes = 7`],
  ['machines_machine_quotas_check', 'machines', `machine_quotas = '${quota('hours_per_day', 0)}'`],
  ['machines_machine_quotas_check', 'machines', `machine_quotas = '${quota('days_per_day', 1)}'`],
  ['machines_machine_quotas_check', 'machines', `machine_quotas = '${quota('hours_per_day', 1, 'place')}'`],
  ['machines_machine_booking_minimum_durations_check', 'machines', `machine_booking_minimum_durations = '{}'`],
  ['machine_booking_duration_types_custom_check', 'machine_booking_duration_types', `kind = 'custom'`],
  ['machine_units_sku_check', 'machine_units', `sku = ''`],
  ['places_accessibility_check', 'places', `accessibility = '["visual","taste"]'`],
  ['places_accessibility_check', 'places', `accessibility = '"visual"'`],
  ['places_capacity_per_unit_check', 'places', `capacity_per_unit = 0`],
  ['trainings_duration_in_minutes_check', 'trainings', `duration_in_minutes = 14`],
  ['trainings_seats_per_session_check', 'trainings', `seats_per_session = 0`],
  ['training_sessions_span_check', 'training_sessions', `ends_at = starts_at`],
  ['events_location_check', 'events', `location_kind = 'offsite'`],
  ['events_age_check', 'events', `age_min = -1`],
  ['events_maximum_seats_per_booking_check', 'events', `maximum_seats_per_booking = 0`],
  ['plans_charged_check', 'plans', `pricing = 'charged', amount_in_cents = 1`],
  ['plans_amount_check', 'plans', `pricing = 'charged', amount_in_cents = 1, currency = 'eur'`],
  ['plans_amount_check', 'plans', `pricing = 'charged', amount_in_cents = -1, currency = 'EUR'`],
  ['plans_duration_count_check', 'plans', `duration_count = 0`],
  ['prices_owner_check', 'prices', `training_id = NULL`],
  ['prices_owner_check', 'prices', `event_id = (SELECT id FROM events)`],
  ['subscriptions_span_check', 'subscriptions', `ends_at = starts_at`],
  ['subscriptions_endless_check', 'subscriptions', `ends_at = NULL`],
  ['bookings_target_check', 'bookings', `machine_unit_id = NULL`],
  ['bookings_target_check', 'bookings', `place_unit_id = (SELECT id FROM place_units)`],
  ['bookings_reserved_by_check', 'bookings', `reserved_by_event_session_id = (SELECT id FROM event_sessions)`],
  ['bookings_slots_check', 'bookings', `slots = '[]'`],
  ['bookings_slots_check', 'bookings', `slots = '{}'`],
  ['bookings_span_check', 'bookings', `slots = '[${ten}]'`],
  ['bookings_slots_check', 'bookings', `slots = '[${nine},${ten},${nine}]'`],
  ['bookings_slots_check', 'bookings', `slots = '[${nine.replace('"id"', '"key"')}]'`],
  ['bookings_slots_check', 'bookings', `slots = '[${nine.replace('"2026-03-01"', 'null')}]'`],
  ['projects_summary_check', 'projects', `summary = repeat('a', 501)`],
  ['projects_external_url_check', 'projects', `external_url = 'javascript:alert(1)'`],
  ['projects_tags_check', 'projects', `tags = '["wood",""]'`],
  ['projects_tags_check', 'projects', `tags = '[1]'`],
  ['projects_steps_check', 'projects', `steps = '[${step(2)}]'`],
  ['projects_steps_check', 'projects', `steps = '[${step(1, '"description":"a","description_rendered":null')}]'`],
  ['projects_steps_check', 'projects', `steps = '[${step(1, '"description":null')}]'`],
  ['spaces_parent_check', 'spaces', `parent_id = id`],
  ['spaces_latitude_check', 'spaces', `latitude = 'NaN', longitude = 1`],
  ['spaces_longitude_check', 'spaces', `latitude = 1, longitude = -181`],
  ['spaces_opening_hours_check', 'spaces', `opening_hours = '[${hours(8)}]'`],
  ['spaces_opening_hours_check', 'spaces', `opening_hours = '[${hours(1, '8:00')}]'`],
  ['spaces_opening_hours_check', 'spaces', `opening_hours = '[${hours(2)},${hours(1)}]'`],
  ...[
    exceptions('2026-02-30'),
    exceptions('26-02-28'),
    exceptions(['2026-02-28', '09:00', '9:30']),
    exceptions(['2026-02-28', '24:00', '24:00']),
    exceptions('2026-02-28').replace('true', 'false'),
    exceptions(['2026-02-28', '09:00', '12:00']).replace('false', 'true'),
    exceptions('2026-02-28').replace('null', '0'),
    exceptions('2026-02-28').replace('"note":null', `"note":"${'é'.repeat(201)}"`),
    exceptions('2026-02-28', '2026-02-27'),
    exceptions('2026-02-28', '2026-02-28'),
    exceptions('2026-02-28', ['2026-02-28', '09:00', '12:00']),
    exceptions(['2026-02-28', '09:00', '12:00'], '2026-02-28'),
    exceptions(['2026-02-28', '13:00', '14:00'], ['2026-02-28', '09:00', '12:00']),
    exceptions(...Array.from({ length: 1001 }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10))),
  ].map((bad) => ['spaces_opening_exceptions_check', 'spaces', `opening_exceptions = '${bad}'`] as const),
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('constraints (section 8)', () => {
  let database: Database;

  beforeAll(async () => {
    database = await scratchDatabase();
    await database.exec(oneOfEach);
  });
  afterAll(() => database.close());

  it.each(invalidRows)('the constraint %s rejects %s with %s', async (constraint, table, change) => {
    await expect(database.exec(`UPDATE ${table} SET ${change}`)).rejects.toThrow(new RegExp(`"${constraint}"`));
  });

  // The demo data covers other valid values.
  it.each([
    ['spaces', `opening_hours = '[${hours(1)}]'`],
    [
      'spaces',
      `opening_exceptions = '${exceptions(['2026-02-28', '09:00', '12:00'], ['2026-02-28', '18:00', '01:00'], '2026-03-01')}'`,
    ],
    ['plans', `pricing = 'charged', amount_in_cents = 0, currency = 'EUR'`],
  ])('the table %s accepts %s', async (table, change) => {
    await database.exec(`BEGIN; UPDATE ${table} SET ${change}; ROLLBACK`);
  });

  it('the fast check of a single slot accepts only slots that the full check accepts', async () => {
    const good = `[${nine}]`;
    const mutants = [...good].flatMap((_, at) =>
      [...'-0agT.:Z" ٣'].map((character) => good.slice(0, at) + character + good.slice(at + 1)),
    );
    const ends = ['2026-03-01T10:00:00.000Z', '2026-03-01T08:00:00.000Z', '10000-01-01T10:00:00.000Z'];
    const others = ends.map((end) => good.replace('2026-03-01T10:00:00.000Z', end));
    const [[rule = ''] = []] = await database.source.query(
      { text: `SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint WHERE conname = 'bookings_slots_check'` },
      [],
    );
    const short = 'is_one_slot((slots)::text, starts_at, ends_at)';
    expect(rule).toContain(short);
    const rows = `FROM (SELECT t::json AS slots, '2026-03-01T09:00:00Z'::timestamptz AS starts_at FROM json_array_elements_text($1::text::json) t) slots,
      (SELECT e::timestamptz AS ends_at FROM json_array_elements_text($2::text::json) e) ends`;
    const values = [JSON.stringify([...new Set([...mutants, ...others])].filter(isJson)), JSON.stringify(ends)];
    // The full check is slow, so run it only on slots that the fast one accepts.
    const astray = `SELECT slots::text ${rows} WHERE CASE WHEN ${short} THEN NOT ${rule?.replace(short, 'false')} ELSE false END`;
    expect(await database.source.query({ text: astray }, values)).toEqual([]);
    // The valid text, or the same with another digit in its id or its dates.
    expect(await database.source.query({ text: `SELECT count(*)::text ${rows} WHERE ${short}` }, values)).toEqual([
      ['45'],
    ]);
  });

  it.each([
    [
      'users_live_email_key',
      `INSERT INTO users (id, email, first_name, last_name, role, state, locale)
      SELECT gen_random_uuid(), upper(email), first_name, last_name, role, state, locale FROM users`,
    ],
    [
      'subscriptions_active_member_id_key',
      `INSERT INTO subscriptions (id, member_id, plan_id, state, starts_at, ends_at)
      SELECT gen_random_uuid(), member_id, plan_id, state, starts_at, ends_at FROM subscriptions`,
    ],
    [
      'machines_slug_key',
      `INSERT INTO machines (id, space_id, slug, name, pricing, availability_mode)
      SELECT gen_random_uuid(), space_id, slug, name, pricing, availability_mode FROM machines`,
    ],
  ])('the index %s rejects a second row with the same key', async (constraint, statement) => {
    await expect(database.exec(statement)).rejects.toThrow(new RegExp(`"${constraint}"`));
  });

  it('a referenced row cannot be deleted, and parts are deleted with their owner', async () => {
    await expect(database.exec('DELETE FROM members')).rejects.toThrow(/foreign key constraint/);
    let seats: number | undefined;
    const undone = database.prisma.$transaction(async (transaction) => {
      await transaction.booking.deleteMany();
      seats = await transaction.bookingSeat.count();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(seats).toBe(0);
  });

  it('SORT-1: columns that lists sort by are collated by code point', async () => {
    const text = `SELECT table_name || '.' || column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND collation_name IS DISTINCT FROM 'C' AND data_type = 'text'
        AND column_name IN ('name', 'sku', 'slug', 'last_name', 'email', 'number', 'code')
        AND table_name IN ('categories', 'events', 'machine_units', 'machines', 'members', 'places', 'plans',
          'project_licenses', 'project_thematics', 'projects', 'trainings', 'users')
      ORDER BY 1`;
    // A unit's name is not a sort key.
    expect(await database.source.query({ text }, [])).toEqual([['machine_units.name']]);
  });

  it('SHAPE-4: times are stored with millisecond precision', async () => {
    const text = `SELECT count(*)::text FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND datetime_precision <> 3
        AND table_name <> '_prisma_migrations'`;
    expect(await database.source.query({ text }, [])).toEqual([['0']]);
  });
});
