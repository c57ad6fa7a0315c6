import { useContext } from 'preact/hooks';
import { useNow, useRows, useSpaces, ZoneContext } from '../app/session.js';
import { idOf, isObject, type JsonObject, asList, asObject, asText } from '../api/json.js';
import { isInstant, rowLabel, unitName } from '../api/rows.js';
import { minute, refreshInterval } from '../request/clock.js';
import { filter, liveFilter, overlapFilters, rowUrl, sortedBy } from '../request/route.js';
import { momentWords, nearDay, timeWords } from '../time/words.js';
import { knownZone, localTime } from '../time/zone.js';
import { holdingFilter } from '../availability/rows.js';
import { nextFree } from '../availability/timeline.js';
import { plain, UnitState } from './facts.js';
import type { PartProps } from './portrait-page.js';
import { kindOf } from './week.js';

function useUnits(row: JsonObject) {
  const own = filter(`${kindOf(row)}_id`, 'in', idOf(row));
  const list = useRows(`${kindOf(row)}_units`, [own, liveFilter, sortedBy('sku')]);
  return { list, units: list.rows.filter(({ state }) => state !== 'retired') };
}

const days = 14;
const duration = 120;

/** When the first unit is free for two hours. */
export function NextFree({ row }: PartProps) {
  const from = new Date(useNow(refreshInterval));
  const to = new Date(from.getTime() + days * 86_400_000);
  const kind = kindOf(row);
  const own = filter(`${kind}_id`, 'in', idOf(row));
  const where = useSpaces().find(({ id }) => id === asObject(row['space'])['id']);
  const { list, units } = useUnits(row);
  const bookings = useRows('bookings', [own, holdingFilter, ...overlapFilters(from.toISOString(), to.toISOString())]);
  if (!where || [list, bookings].some(({ readAt, hasMore }) => readAt === null || hasMore)) return null;
  const zone = knownZone(asText(where['time_zone']) ?? 'UTC');
  const next = nextFree({ space: where, units, bookings: bookings.rows }, { start: from, end: to }, zone, duration);
  if (!next) return <p class="card next">{`No free two hours in the next ${days} days`}</p>;
  const [start, end] = [next.time.start.getTime(), next.time.start.getTime() + duration * minute];
  const { day } = localTime(start, zone);
  const near = nearDay(day, localTime(from.getTime(), zone).day);
  return (
    <a class="card next" href={rowUrl(`${kind}_units`, idOf(next.unit), day)}>
      <span>Next free two hours</span>
      <b>{`${near.charAt(0).toUpperCase()}${near.slice(1)}, ${timeWords(start, zone)} to ${timeWords(end, zone)}`}</b>
      <bdi>{unitName(next.unit)}</bdi>
    </a>
  );
}

/** How it is booked: `self service, in steps of 30 min, after approval` */
export function bookingWords(row: JsonObject): string {
  const { hourly_booking_time_step_in_minutes: step, booking_must_be_approved: isApproved } = row;
  return [
    plain(row['availability_mode']),
    ...(typeof step === 'number' ? [`in steps of ${step} min`] : []),
    ...(isApproved === true ? ['after approval'] : []),
  ].join(', ');
}

/** The next course that teaches a machine for which one needs an accreditation. */
export function NextCourse({ row }: { row: JsonObject }) {
  const present = new Date(useNow(refreshInterval)).toISOString();
  const zone = useContext(ZoneContext);
  const isTaught = asList(row['required_accreditations']).length > 0;
  const trainings = useRows('trainings', isTaught ? [filter('machine_id', 'in', idOf(row)), liveFilter] : null);
  const ids = trainings.rows.map((training) => idOf(training)).join(',');
  const query = [filter('training_id', 'in', ids), filter('starts_at', 'gt', present), sortedBy('starts_at')];
  const sessions = useRows('training_sessions', ids === '' ? null : [...query, { name: 'limit', value: '20' }]);
  const next = sessions.rows.find(({ state }) => state === 'scheduled');
  const starts = next?.['starts_at'];
  if (!next || !isInstant(starts)) return <>{isTaught ? 'none planned' : 'none required'}</>;
  return (
    <a href={rowUrl('training_sessions', idOf(next))}>
      <bdi>{rowLabel(next)}</bdi>, {momentWords(Date.parse(starts), zone)}
    </a>
  );
}

/** The units, with the state of those that cannot be used. */
export function Units({ row }: { row: JsonObject }) {
  const { units } = useUnits(row);
  return (
    <ul class="plain">
      {units.map((unit) => (
        <li key={idOf(unit)}>
          <a href={rowUrl(`${kindOf(row)}_units`, idOf(unit))}>
            <bdi>{unitName(unit)}</bdi>
          </a>
          {unit['state'] !== 'available' && <UnitState unit={unit} />}
        </li>
      ))}
    </ul>
  );
}

/** The link from a booking to the other bookings of its week. */
export function weekOfBooking(row: JsonObject) {
  const kind = kindOf({ machine: row['machine_unit'] });
  const unit = row[`${kind}_unit`];
  if (!isObject(unit)) return null;
  const day = asText(asObject(asList(row['slots'])[0])['start_date']);
  return (
    <a href={rowUrl(`${kind}_units`, idOf(unit), day)}>
      The week of <bdi>{rowLabel(unit)}</bdi>
    </a>
  );
}
