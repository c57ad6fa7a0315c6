import { within } from '@resource-catalogue/concurrency';
import type { ReadSource, Row } from '@resource-catalogue/database';

/** Whether Node and PostgreSQL agree about the stored time zones. */
export interface TimeZones {
  readonly ok: boolean;
  readonly reason?: string;
  /** The version of Node's data, such as 2026a; PostgreSQL does not tell its own. */
  readonly node: string;
}

/** Milliseconds to wait for the database. */
const timeout = 5000;

/** Maximum number of zones that are compared, and that a reason lists. */
const maxCompared = 500;
const maxNamed = 5;

/** PostgreSQL's offsets of the stored zones from UTC in seconds, one column per instant; null if it lacks the zone. */
const statement = `
  WITH zones AS (
    SELECT time_zone AS zone FROM spaces UNION SELECT time_zone FROM users WHERE time_zone IS NOT NULL LIMIT ${maxCompared}
  ), known AS MATERIALIZED (SELECT name FROM pg_timezone_names)
  SELECT zone, CASE WHEN zone IN (SELECT name FROM known) THEN array_to_string(ARRAY(
    SELECT extract(epoch FROM (instant AT TIME ZONE zone) - (instant AT TIME ZONE 'UTC'))::integer
    FROM unnest(string_to_array($1, ',')::timestamptz[]) WITH ORDINALITY i (instant, place) ORDER BY place
  ), ',') END
  FROM zones ORDER BY zone`;

/**
 * Compares the offsets of the stored zones now, in the next January and in the next July. Both programs compute local days
 * of slots, so they must agree. Never rejects.
 */
export async function compareTimeZones(source: Pick<ReadSource, 'query'>, now: Date): Promise<TimeZones> {
  const node = process.versions['tz'] ?? 'unknown';
  const instants = [now, ...[0, 6].map((month) => nextMiddleOf(month, now))];
  const values = [instants.map((instant) => instant.toISOString()).join(',')];
  try {
    const rows = await within(timeout, source.query({ text: statement }, values));
    const differing = rows.flatMap((row) => difference(row, instants));
    if (differing.length === 0) return { ok: true, node };
    const named = differing.slice(0, maxNamed).join('; ');
    const more = differing.length > maxNamed ? `; and ${differing.length - maxNamed} more` : '';
    return { ok: false, reason: `Time zone data differs: ${named}${more}. Update the older program.`, node };
  } catch {
    return { ok: false, reason: 'The time zones could not be compared when the service started.', node };
  }
}

function nextMiddleOf(month: number, now: Date): Date {
  const year = now.getUTCFullYear();
  const middle = (of: number): Date => new Date(Date.UTC(of, month, 15, 12));
  return middle(year) > now ? middle(year) : middle(year + 1);
}

function difference([zone, offsets]: Row, instants: readonly Date[]): string[] {
  if (!zone) return [];
  if (typeof offsets !== 'string') return [`PostgreSQL does not know ${zone}`];
  const ours = offsetsIn(zone, instants);
  if (ours === null) return [`Node does not know ${zone}`];
  const index = offsets.split(',').findIndex((offset, place) => Number(offset) !== ours[place]);
  const [theirs, mine, instant] = [offsets.split(',')[index], ours[index], instants[index]];
  if (theirs === undefined || mine === undefined || instant === undefined) return [];
  return [`${zone} on ${instant.toISOString().slice(0, 10)} is ${mine} s from UTC in Node, ${theirs} s in PostgreSQL`];
}

/** Node's offsets from UTC in seconds; null if it does not know the zone. */
function offsetsIn(timeZone: string, instants: readonly Date[]): number[] | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    return instants.map((instant) => {
      const text = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      const [, sign, hours, minutes, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
      const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds);
      return sign === '-' ? -size : size;
    });
  } catch {
    return null;
  }
}
