import { textFormats } from '@resource-catalogue/contracts';
import type { Session } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import { type FoundError, quotation, toPlace } from '../import-errors.js';
import type { StagedTable, Staging } from '../stage/staging.js';
import { TimeZone } from '../values/local-times.js';
import { columnPointer, maxFound, place } from './staged-checks.js';

/** Pages of 8 KiB per query: some ten thousand rows. */
const pagesAtOnce = 500;

/**
 * Finds slots whose dates are not those of their instants in the time zone of the space (section 8, Slot). JavaScript
 * computes them, because the time zones of PostgreSQL may be of another version than those that derive dates.
 */
export async function slotDateErrors(session: Session, staging: Staging): Promise<FoundError[]> {
  const found: FoundError[] = [];
  const days = new LocalDays();
  for (const name of ['bookings', 'event_sessions', 'training_sessions']) {
    for await (const rows of staging.has(name) ? stagedSlots(session, staging.table(name)) : []) {
      for (const row of rows) found.push(...wrongDates(row, days));
      if (found.length >= maxFound) return found.slice(0, maxFound);
    }
    if (staging.has('spaces')) found.push(...(await movedSlots(session, name, staging, days)));
  }
  return found;
}

type Row = readonly (string | null)[];

/** Rows with a time zone and slots, after their place. */
async function* stagedSlots(session: Session, { staged }: StagedTable): AsyncGenerator<readonly Row[]> {
  const text = `SELECT ${place}, coalesce(n.time_zone, t.time_zone), s.slots FROM ${staged} s
    LEFT JOIN staged_spaces n ON n.id = s.space_id LEFT JOIN spaces t ON t.id = s.space_id`;
  const pages = await pagesOf(session, staged);
  for (let page = 0; page < pages; page += pagesAtOnce) {
    yield session.query({ text: `${text} WHERE s.ctid >= '(${page},0)' AND s.ctid < '(${page + pagesAtOnce},0)'` });
  }
}

/** Finds staged spaces whose new time zone makes the dates of stored slots wrong. */
async function movedSlots(session: Session, table: string, staging: Staging, days: LocalDays): Promise<FoundError[]> {
  const moved = `FROM staged_spaces s JOIN spaces t ON t.id = s.id AND t.time_zone <> s.time_zone`;
  if ((await session.query({ text: `SELECT ${moved} LIMIT 1` })).length === 0) return [];
  const found = new Map<string, FoundError>();
  const left = staging.has(table)
    ? `NOT EXISTS (SELECT FROM ${staging.table(table).staged} n WHERE n.id = b.id)`
    : 'true';
  const text = `SELECT ${place}, s.time_zone, b.slots::text, b.id::text ${moved} JOIN ${table} b ON b.space_id = s.id
    WHERE ${left}`;
  const pages = await pagesOf(session, table);
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const range = `b.ctid >= '(${page},0)' AND b.ctid < '(${page + pagesAtOnce},0)'`;
    for (const row of await session.query({ text: `${text} AND ${range}` })) {
      const [error] = wrongDates(row, days);
      const space = row.slice(0, 2).join(' ');
      if (error === undefined || found.has(space)) continue;
      const detail = [
        `changes the local days of stored ${table}, such as `,
        { value: row[5] ?? '' },
        ': import these with their new slots as well, or keep the time zone',
      ];
      found.set(space, { row: error.row, pointer: columnPointer(staging.table('spaces'), 'time_zone', row), detail });
    }
  }
  return [...found.values()];
}

async function pagesOf(session: Session, table: string): Promise<number> {
  const text = `SELECT (pg_relation_size('${table}') / current_setting('block_size')::int)::text`;
  return Number((await session.query({ text }))[0]?.[0]);
}

/** Compares the dates of a row's slots with the days of their instants. */
function wrongDates(row: Row, days: LocalDays): FoundError[] {
  const zone = row[3] ?? '';
  const slots: unknown = JSON.parse(row[4] ?? '[]');
  const found: FoundError[] = [];
  for (const [index, slot] of (Array.isArray(slots) ? slots : []).entries()) {
    if (!isObject(slot)) continue;
    for (const [date, time, before, which] of dates) {
      const day = days.at(zone, Date.parse(String(slot[time])) - before);
      if (day === null || slot[date] === day) continue;
      const detail = [`must be ${day}, the day of ${which} in ${zone}, not `, quotation(slot[date])];
      found.push({ row: toPlace(row), pointer: `/slots/${index}/${date}`, detail });
    }
  }
  return found;
}

/** The dates of a slot: their instants, how many milliseconds earlier the day is taken, and the instant in words. */
const dates = [
  ['start_date', 'start_time', 0, 'start_time'],
  ['end_date', 'end_time', 1, 'the last millisecond before end_time'],
] as const;

const quarter = 15 * 60_000;
const day = 96 * quarter;

/** Offsets of time zones are whole quarters of an hour since then, so a local day begins with one. */
const regular = Date.UTC(1980, 0);

/** The two local days of a day in UTC, and the instant at which the second one begins. */
interface Days {
  readonly first: string;
  readonly second: string;
  readonly change: number;
}

/** A century of days in ten time zones. */
const maxRemembered = 365_000;

/** Local days of instants. Caches them by days in UTC, because Intl is slow. */
export class LocalDays {
  private readonly zones = new Map<string, TimeZone | null>();
  private readonly known = new Map<string, Days>();

  /** The day, like `2026-03-01`; null in an unknown time zone. */
  at(name: string, instant: number): string | null {
    const zone = this.zone(name);
    if (zone === null || Number.isNaN(instant)) return null;
    if (instant < regular) return zone.dayAt(instant);
    const begin = instant - (instant % day);
    const key = `${name} ${begin}`;
    const days = this.known.get(key) ?? daysFrom(zone, begin);
    if (this.known.size < maxRemembered) this.known.set(key, days);
    return instant < days.change ? days.first : days.second;
  }

  private zone(name: string): TimeZone | null {
    const known = this.zones.get(name);
    if (known !== undefined) return known;
    const zone = textFormats['time-zone'].holds(name) ? new TimeZone(name) : null;
    this.zones.set(name, zone);
    return zone;
  }
}

function daysFrom(zone: TimeZone, begin: number): Days {
  const [first, second] = [zone.dayAt(begin), zone.dayAt(begin + day - 1)];
  let [low, high] = [0, first === second ? 0 : day / quarter];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (zone.dayAt(begin + middle * quarter) === first) low = middle + 1;
    else high = middle;
  }
  return { first, second, change: begin + low * quarter };
}
