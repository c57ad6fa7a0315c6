import { memoize, resolvedZone } from '@resource-catalogue/contracts';
import type { Session } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import { type FoundError, quotation, toLocation } from '../import-errors.js';
import type { Staging } from '../stage/staging.js';
import { TimeZone } from '../values/times.js';
import { columnPointer, maxFound, sourcePosition } from './staged-checks.js';

/** Collections whose rows have slots. */
const slotted = ['bookings', 'event_sessions', 'training_sessions'];

/**
 * Finds slots whose dates are not those of their instants in the time zone of the space (section 8, Slot). PostgreSQL
 * looks for candidates; Intl decides, since it derives the dates of sheets, and its time zones may be of another version.
 */
export async function slotDateErrors(session: Session, staging: Staging): Promise<FoundError[]> {
  const zoneOf = memoize((name) => (resolvedZone(name) === null ? null : new TimeZone(name)), 1000);
  const found: FoundError[] = [];
  for (const name of slotted) {
    if (staging.has(name)) {
      const staged = `SELECT s.*, coalesce(n.time_zone, t.time_zone) AS zone, s.slots AS own_slots, NULL AS stored
        FROM ${staging.table(name).staged} s LEFT JOIN staged_spaces n ON n.id = s.space_id LEFT JOIN spaces t ON t.id = s.space_id`;
      for (const row of await candidates(session, staged)) found.push(...wrongDates(row, zoneOf));
    }
    if (staging.has('spaces')) found.push(...(await movedSlots(session, name, staging, zoneOf)));
  }
  return found.slice(0, maxFound);
}

type Row = readonly (string | null)[];
type ZoneOf = (name: string) => TimeZone | null;

/** Rows with a slot whose dates differ from its local days, or whose time zone PostgreSQL does not know. */
function candidates(session: Session, rows: string): Promise<readonly Row[]> {
  const local = (instant: string): string => `((${instant}) AT TIME ZONE s.zone)::date`;
  const start = local(`(slot ->> 'start_time')::timestamptz`);
  const end = local(`(slot ->> 'end_time')::timestamptz - interval '1 ms'`);
  const text = `WITH found AS MATERIALIZED (
      SELECT ${sourcePosition}, s.zone, s.own_slots::text, s.stored FROM (${rows}) s
      LEFT JOIN pg_timezone_names z ON z.name = s.zone
      WHERE CASE WHEN z.name IS NULL THEN true ELSE EXISTS (SELECT FROM json_array_elements(s.own_slots::json) AS slot
        WHERE (slot ->> 'start_date')::date <> ${start} OR (slot ->> 'end_date')::date <> ${end}) END
      ORDER BY s.source_no, s.line_no)
    SELECT * FROM found LIMIT ${maxFound}`;
  return session.query({ text });
}

/** Finds staged spaces whose new time zone makes the dates of stored slots wrong. */
async function movedSlots(session: Session, table: string, staging: Staging, zoneOf: ZoneOf): Promise<FoundError[]> {
  const moved = `staged_spaces s JOIN spaces t ON t.id = s.id AND t.time_zone <> s.time_zone`;
  if ((await session.query({ text: `SELECT FROM ${moved} LIMIT 1` })).length === 0) return [];
  const left = staging.has(table) ? `WHERE NOT EXISTS (SELECT FROM staged_${table} n WHERE n.id = b.id)` : '';
  const stored = `SELECT s.source_no, s.line_no, s.item_no, s.time_zone AS zone, b.slots AS own_slots, b.id::text AS stored
    FROM ${moved} JOIN ${table} b ON b.space_id = s.id ${left}`;
  const found = new Map<string, FoundError>();
  for (const row of await candidates(session, stored)) {
    const [error] = wrongDates(row, zoneOf);
    const space = row.slice(0, 2).join(' ');
    if (error === undefined || found.has(space)) continue;
    const detail = [
      `changes the local days of stored ${table}, such as `,
      { value: row[5] ?? '' },
      ': import these with their new slots as well, or keep the time zone',
    ];
    found.set(space, { row: error.row, pointer: columnPointer(staging.table('spaces'), 'time_zone', row), detail });
  }
  return [...found.values()];
}

/** The dates of a slot, each with the key of its instant, milliseconds to subtract from it, and its description. */
const dates = [
  ['start_date', 'start_time', 0, 'start_time'],
  ['end_date', 'end_time', 1, 'the last millisecond before end_time'],
] as const;

/** Compares the dates of a row's slots with the days of their instants. */
function wrongDates(row: Row, zoneOf: ZoneOf): FoundError[] {
  const name = row[3] ?? '';
  const zone = zoneOf(name);
  const slots: unknown = JSON.parse(row[4] ?? '[]');
  const found: FoundError[] = [];
  for (const [index, slot] of (zone && Array.isArray(slots) ? slots : []).entries()) {
    if (!isObject(slot) || zone === null) continue;
    for (const [date, time, before, which] of dates) {
      const day = zone.dayAt(Date.parse(String(slot[time])) - before);
      if (slot[date] === day) continue;
      const detail = [`must be ${day}, the day of ${which} in ${name}, not `, quotation(slot[date])];
      found.push({ row: toLocation(row), pointer: `/slots/${index}/${date}`, detail });
    }
  }
  return found;
}
