import { useEffect, useMemo } from 'preact/hooks';
import { type ListRequest, useRows, useSession, useSpaces } from '../app/session.js';
import { idOf, type JsonObject, asObject, asText } from '../api/json.js';
import { minute } from '../request/clock.js';
import { keptChoice } from '../request/storage.js';
import { allSpaces, filter, liveFilter, overlapFilters, sortedBy } from '../request/route.js';
import { isDay, knownZone, localTime } from '../time/zone.js';
import { groupLanes, type Group } from '../availability/groups.js';
import { specialWords } from '../availability/exceptions.js';
import { holdingFilter } from '../availability/rows.js';
import { type SessionOfDay, sessionsOfDay } from '../availability/sessions.js';
import { layOutDay, type Timeline, twoDays } from '../availability/timeline.js';

/** A day in a space: its machines and rooms, and its courses and events. */
export interface SpaceDay {
  readonly space: JsonObject;
  readonly zone: string;
  readonly day: string;
  readonly today: string;
  readonly timeline: Timeline;
  readonly groups: readonly Group[];
  readonly sessions: readonly SessionOfDay[];
}

/** All live spaces, and the chosen ones: that of the slug, all, those chosen last, or else the main space. */
export function useChosenSpaces(slug: string | null): { all: readonly JsonObject[]; chosen: readonly JsonObject[] } {
  const all = useSpaces().filter((row) => row['soft_deleted_at'] === null);
  const wanted = slug ?? keptChoice('space');
  if (wanted === allSpaces) return { all, chosen: all };
  const one = all.find((row) => row['slug'] === wanted) ?? mainSpace(all);
  return { all, chosen: one ? [one] : [] };
}

/** A workshop itself comes before its parts. */
export function mainSpace(spaces: readonly JsonObject[]): JsonObject | undefined {
  const existing = spaces.filter((row) => row['soft_deleted_at'] === null);
  return existing.find((row) => row['parent'] === null && row['publication_state'] === 'published') ?? existing[0];
}

/** `Open until 22:00`, with the reason for other hours than usual; on another day only such hours. */
export function openWords({ space, day, today, timeline: { opening } }: SpaceDay): string {
  const special = specialWords(space, day);
  if (day !== today) return special;
  if (!opening) return special || 'Closed now';
  const now = opening.isOpen ? `Open until ${opening.at}` : `Opens at ${opening.at}`;
  return special ? `${now} (${special.replace(/^./, (letter) => letter.toLowerCase())})` : now;
}

/** A space with its time zone and the day to show there. */
function placeOf(space: JsonObject, chosen: string | null, present: number) {
  const zone = knownZone(asText(space['time_zone']) ?? 'UTC');
  const today = localTime(present, zone).day;
  return { space, zone, today, present, day: chosen !== null && isDay(chosen) ? chosen : today };
}

/**
 * Reads a day in some spaces again at intervals. Bookings are read up to the end of the next day, to tell how long a
 * unit stays free.
 */
export function useDay(spaces: readonly JsonObject[], chosen: string | null, present: number, interval: number) {
  const { zones } = useSession();
  const places = spaces.map((space) => placeOf(space, chosen, present));
  const windows = places.map(({ zone, day }) => twoDays(zone, day));
  const from = new Date(Math.min(...windows.map((window) => window.start.getTime())));
  const to = new Date(Math.max(...windows.map((window) => window.end.getTime())));
  const here = filter('space_id', 'in', spaces.map((space) => idOf(space)).join(','));
  const isReady = zones !== null && spaces.length > 0;
  const span = isReady ? overlapFilters(from.toISOString(), to.toISOString()) : [];
  const units = isReady ? [here, liveFilter, sortedBy('sku')] : null;
  const lists = {
    machineUnits: useRows('machine_units', units),
    placeUnits: useRows('place_units', units),
    bookings: useRows('bookings', isReady ? [here, holdingFilter, ...span] : null),
    trainings: useRows('training_sessions', isReady ? [here, ...span] : null),
    events: useRows('event_sessions', isReady ? [here, ...span] : null),
  };
  // Units of a space may belong to a machine of another one.
  const owners = [useRows('machines', isReady ? [liveFilter] : null), useRows('places', isReady ? [liveFilter] : null)];
  const all = Object.values(lists);
  // A page left open would call units free that were booked since.
  useEffect(() => {
    for (const { reply, sendAgain } of all) if (reply?.ok) sendAgain();
  }, [Math.floor(present / interval)]);
  // A collection that the token may not read is left out of the day.
  const isKnown = all.every(
    ({ readAt, reply }) => readAt !== null || (reply?.ok === false && reply.failure.status === 403),
  );
  const days = useMemo(
    () => (isKnown ? places.map((place) => layOut(place, lists)) : []),
    [...all.map(({ rows }) => rows), Math.floor(present / minute), isKnown, chosen],
  );
  /** Machines and rooms by their id, with their pictures. */
  const byId: ReadonlyMap<string, JsonObject> = new Map(
    owners.flatMap(({ rows }) => rows).map((row) => [idOf(row), row]),
  );
  return { days, lists: all, owners: byId };
}

type Lists = Readonly<Record<'machineUnits' | 'placeUnits' | 'bookings' | 'trainings' | 'events', ListRequest>>;

/** The day of one space, from the lists of all. */
function layOut({ space, zone, day, today, present }: ReturnType<typeof placeOf>, lists: Lists): SpaceDay {
  const isHere = (row: JsonObject) => asObject(row['space'])['id'] === space['id'];
  const { machineUnits, placeUnits, bookings, trainings, events } = lists;
  const rows = {
    space,
    units: [...machineUnits.rows, ...placeUnits.rows].filter(isHere),
    bookings: bookings.rows.filter(isHere),
    isWhole: bookings.readAt !== null && !bookings.hasMore,
  };
  const timeline = layOutDay(rows, day, zone, present);
  const sessions = sessionsOfDay([...trainings.rows, ...events.rows].filter(isHere), day, zone);
  return { space, zone, day, today, timeline, groups: groupLanes(timeline.lanes, zone), sessions };
}
