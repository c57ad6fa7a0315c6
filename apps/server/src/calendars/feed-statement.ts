import type { Statement } from '@resource-catalogue/database';
import type { FeedCollection } from '@resource-catalogue/tokens';

/** The parameters of every statement. */
const id = '$1::uuid';
const from = '$2::timestamptz';
const to = '$3::timestamptz';
const now = '$4::timestamptz';
const withNames = '$5::boolean';
const max = '$6::int';

/** Maximum characters of texts whose columns are not limited; longer ones end with an ellipsis. */
const maxTextLength = 500;

const shorten = (text: string): string =>
  `CASE WHEN char_length(${text}) > ${maxTextLength} THEN left(${text}, ${maxTextLength - 1}) || '…' ELSE ${text} END`;

/** Order for the limit: current and future events first, each group by distance from now. */
const nearest = `end_time < ${now}, greatest(start_time - ${now}, ${now} - start_time), uid`;

/** One row above the limit shows that the calendar is incomplete. */
const limited = `ORDER BY ${nearest} LIMIT ${max} + 1`;

/** The slots of the table within the window, each with the columns of its row. */
const slotsOf = (table: string, where: string): string => `(
  SELECT slot.id AS uid, slot.start_time, slot.end_time, o.*
  FROM ${table} o CROSS JOIN LATERAL json_to_recordset(o.slots) AS slot(id text, start_time timestamptz, end_time timestamptz)
  WHERE ${where} AND o.starts_at < ${to} AND o.ends_at > ${from} AND slot.start_time < ${to} AND slot.end_time > ${from}
  ${limited}
) o`;

const address = `concat_ws(', ', s.name, nullif(s.address ->> 'street', ''),
  nullif(concat_ws(' ', s.address ->> 'postal_code', s.address ->> 'city'), ''))`;

/** The latest change of any row that an event shows, so that calendars see a new revision. */
const changedWith = (tables: readonly string[]): string =>
  `greatest(o.updated_at, ${tables.map((table) => `${table}.updated_at`).join(', ')}) AS updated_at`;

const isDeleted = (tables: readonly string[]): string =>
  `num_nonnulls(${tables.map((table) => `${table}.soft_deleted_at`).join(', ')}) > 0`;

/** The slots of bookings, with the names of what is booked. */
const bookings = (where: string): string => `(
  SELECT o.uid, o.start_time, o.end_time, o.created_at,
    ${changedWith(['mu', 'm', 'pu', 'p', 'ts', 't', 'es', 'e'])},
    CASE WHEN ${isDeleted(['mu', 'm', 'pu', 'p', 't', 'e'])} OR ts.state = 'canceled' OR es.state = 'canceled'
      THEN 'canceled' ELSE o.state::text END AS state,
    coalesce(m.name, p.name) AS resource, coalesce(t.name, e.name) AS session,
    CASE WHEN mb.soft_deleted_at IS NULL THEN nullif(concat_ws(' ', mb.first_name, mb.last_name), '') END AS member,
    'Unit ' || coalesce(mu.sku, pu.sku) AS description, ${address} AS location, NULL::text AS url
  FROM ${slotsOf('bookings', where)}
  JOIN spaces s ON s.id = o.space_id
  LEFT JOIN machine_units mu ON mu.id = o.machine_unit_id LEFT JOIN machines m ON m.id = mu.machine_id
  LEFT JOIN place_units pu ON pu.id = o.place_unit_id LEFT JOIN places p ON p.id = pu.place_id
  LEFT JOIN training_sessions ts ON ts.id = coalesce(o.training_session_id, o.reserved_by_training_session_id)
  LEFT JOIN trainings t ON t.id = ts.training_id
  LEFT JOIN event_sessions es ON es.id = coalesce(o.event_session_id, o.reserved_by_event_session_id)
  LEFT JOIN events e ON e.id = es.event_id
  LEFT JOIN members mb ON mb.id = o.member_id
)`;

/** The slots of the sessions of trainings or events. */
const sessions = (kind: 'training' | 'event', where: string): string => `(
  SELECT o.uid, o.start_time, o.end_time, o.created_at, ${changedWith(['p'])},
    CASE WHEN ${isDeleted(['p'])} THEN 'canceled' WHEN p.publication_state = 'draft' AND o.state = 'scheduled' THEN 'draft'
      ELSE o.state::text END AS state,
    NULL::text AS resource, p.name AS session, NULL::text AS member, p.summary AS description,
    ${kind === 'event' ? `CASE p.location_kind WHEN 'online' THEN 'Online' WHEN 'offsite' THEN p.location_name ELSE ${address} END` : address} AS location,
    p.buying_cta_url AS url
  FROM ${slotsOf(`${kind}_sessions`, where)}
  JOIN spaces s ON s.id = o.space_id JOIN ${kind}s p ON p.id = o.${kind}_id
)`;

/** The days on which the space is closed. */
const closedDays = `(
  SELECT 'closed-' || o.id || '-' || day.date AS uid, day.start AS start_time, day.start + interval '1 day' AS end_time,
    o.created_at, o.updated_at, 'closed' AS state, NULL::text AS resource, day.note AS session, NULL::text AS member,
    NULL::text AS description, o.name AS location, NULL::text AS url
  FROM spaces o CROSS JOIN LATERAL (
    SELECT date, note, date::timestamp AT TIME ZONE 'UTC' AS start
    FROM json_to_recordset(o.opening_exceptions) AS exception(date date, closed boolean, note text) WHERE closed
  ) day
  WHERE o.id = ${id} AND day.start < ${to} AND day.start + interval '1 day' > ${from}
)`;

/** Statements for the title of a live row, and for its events. */
interface FeedSource {
  readonly row: string;
  readonly events: readonly string[];
}

const unitSource = (kind: 'machine' | 'place'): FeedSource => ({
  row: `SELECT concat_ws(' ', o.name, u.sku) AS title FROM ${kind}_units u JOIN ${kind}s o ON o.id = u.${kind}_id
    WHERE u.id = ${id} AND num_nonnulls(u.soft_deleted_at, o.soft_deleted_at) = 0`,
  events: [bookings(`o.${kind}_unit_id = ${id}`)],
});

const liveRow = (table: string): string =>
  `SELECT name AS title FROM ${table} WHERE id = ${id} AND soft_deleted_at IS NULL`;

const sources: Readonly<Record<FeedCollection, FeedSource>> = {
  machine_units: unitSource('machine'),
  machines: {
    row: liveRow('machines'),
    events: [bookings(`o.machine_unit_id IN (SELECT id FROM machine_units WHERE machine_id = ${id})`)],
  },
  place_units: unitSource('place'),
  places: {
    row: liveRow('places'),
    events: [bookings(`o.place_unit_id IN (SELECT id FROM place_units WHERE place_id = ${id})`)],
  },
  spaces: {
    row: liveRow('spaces'),
    // The session itself stands for all bookings of its seats.
    events: [
      bookings(`o.space_id = ${id} AND num_nonnulls(o.machine_unit_id, o.place_unit_id) > 0`),
      sessions('training', `o.space_id = ${id}`),
      sessions('event', `o.space_id = ${id}`),
      closedDays,
    ],
  },
  trainings: { row: liveRow('trainings'), events: [sessions('training', `o.training_id = ${id}`)] },
  events: { row: liveRow('events'), events: [sessions('event', `o.event_id = ${id}`)] },
  members: {
    row: `SELECT 'Bookings' || CASE WHEN ${withNames} THEN concat_ws(' ', ' of', first_name, last_name) ELSE '' END AS title
      FROM members WHERE id = ${id} AND soft_deleted_at IS NULL`,
    events: [bookings(`o.member_id = ${id}`)],
  },
};

/** Milliseconds since 1970, which the calendar truncates to whole seconds (RFC 5545). */
const time = (instant: string): string => `floor(extract(epoch FROM ${instant}) * 1000)::bigint::text`;

const columns = [
  'feed.title',
  'e.fits::text',
  'e.uid',
  time('e.start_time'),
  // The end is rounded up to a whole second, so that every event ends after it starts.
  time("e.end_time + interval '999 milliseconds'"),
  time('e.updated_at'),
  'least(floor(extract(epoch FROM e.updated_at - e.created_at)), 2147483647)::int::text',
  'e.state',
  'e.resource',
  'e.session',
  `CASE WHEN ${withNames} THEN e.member END`,
  shorten('e.description'),
  shorten('e.location'),
  'CASE WHEN char_length(e.url) <= 2048 THEN e.url END',
];

/**
 * Selects one row per event, ordered by start; a row without an event if the feed is empty; no row if its resource is
 * gone. Above the limit it selects one more event, with `fits` false.
 */
export function feedStatement(collection: FeedCollection): Statement {
  const { row, events } = sources[collection];
  const text = `SELECT ${columns.join(', ')}
FROM (${row}) feed LEFT JOIN LATERAL (
  SELECT *, row_number() OVER (ORDER BY ${nearest}) <= ${max} AS fits
  FROM (${events.join(' UNION ALL ')}) one ${limited}
) e ON true
ORDER BY e.start_time, e.uid`;
  return { name: `feed_${collection}`, text, collection: 'calendar feeds' };
}
