import { holdingStates } from '@resource-catalogue/client/availability';
import { NoData } from '../app/problem.js';
import { useNow, useRows, useSession, useZones } from '../app/session.js';
import { Steps } from '../day/today.js';
import { idOf, isObject, type JsonObject, asText } from '../api/json.js';
import { findHolder, rowLabel } from '../api/rows.js';
import { minute } from '../request/clock.js';
import { maxRows } from '../request/pages.js';
import { filter, overlapFilters, rowUrl } from '../request/route.js';
import { type Block, layOutWeek, type Week, weekBounds } from '../availability/week.js';
import { clock, hourWords, shortDay } from '../time/words.js';
import { addDays, isDay, localTime, startOfWeek } from '../time/zone.js';
import type { PartProps } from './portrait-page.js';

/** A machine or a room; a unit belongs to one. */
export const kindOf = (row: JsonObject): 'machine' | 'place' =>
  'brand' in row || isObject(row['machine']) ? 'machine' : 'place';

/** The bookings of a unit, or of all units of a machine or place, in one week in the time zone of the space. */
export function WeekView({ row: unit, week: chosen }: PartProps) {
  const entity = isObject(unit[kindOf(unit)]) ? `${kindOf(unit)}_unit` : kindOf(unit);
  // Without a scope for spaces, times are in UTC.
  const { zones } = useSession();
  const zone = useZones()(unit);
  const present = useNow(minute);
  const today = localTime(present, zone).day;
  const monday = startOfWeek(chosen !== null && isDay(chosen) ? chosen : today);
  const id = idOf(unit);
  const query = [filter(`${entity}_id`, 'in', id), ...overlapFilters(...weekBounds(monday, zone))];
  const bookings = useRows('bookings', zones && query);
  const { reply, rows, hasMore, readAt } = bookings;
  const at = (day: string | null) => rowUrl(`${entity}s`, id, day);
  const week = layOutWeek(rows, monday, zone);
  const isThisWeek = monday === startOfWeek(today);
  return (
    <section class="week" aria-label="Bookings of the week">
      <div class="head">
        <h2>{`${isThisWeek ? 'This week' : 'Week'}, ${shortDay(monday)} to ${shortDay(addDays(monday, 6))}`}</h2>
        <Steps
          label="Weeks"
          back={['Previous week', at(addDays(monday, -7))]}
          now={['This week', at(null)]}
          isNow={isThisWeek}
          next={['Next week', at(addDays(monday, 7))]}
        />
      </div>
      {reply?.ok === false && <NoData {...bookings} />}
      <Calendar week={week} today={today} />
      <p class="soft small">
        {readAt !== null && week.blocks.length === 0 && 'No bookings in this week. '}
        {`Times of ${zone}${hasMore ? `; only the first ${maxRows} bookings are shown` : ''}.`}
      </p>
    </section>
  );
}

const holderName = ({ booking }: Block): string => {
  const holder = findHolder(booking);
  return holder ? rowLabel(holder) : 'Staff or internal';
};

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** The days beside each other; in narrow windows one below the other. */
function Calendar({ week, today }: { week: Week; today: string }) {
  const hours = week.toHour - week.fromHour;
  return (
    <div class="card calendar" style={{ '--hours': hours }}>
      <div class="hours" aria-hidden="true">
        {Array.from({ length: hours }, (_, index) => (
          <span key={index} style={{ top: share(index, hours) }}>
            {hourWords(week.fromHour + index)}
          </span>
        ))}
      </div>
      {week.days.map((day, index) => (
        <section key={day} class={day === today ? 'day today' : 'day'} aria-label={shortDay(day)}>
          <h3>{shortDay(day)}</h3>
          <ul class="column">
            {week.blocks
              .filter((block) => block.day === index)
              .map((block) => (
                <BlockLink key={`${asText(block.booking['id'])} ${block.from}`} block={block} week={week} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function BlockLink({ block, week }: { block: Block; week: Week }) {
  const minutes = (week.toHour - week.fromHour) * 60;
  const state = asText(block.booking['state']) ?? '';
  const time = `${clock(block.from)}–${clock(block.to)}`;
  const kind = !holdingStates.some((holding) => holding === state) ? 'canceled' : state === 'pending' ? 'pending' : '';
  const note = state === 'confirmed' ? '' : `, ${state === 'pending' ? 'requested' : state.replaceAll('_', ' ')}`;
  return (
    <li
      class="block"
      style={{
        top: share(block.from - week.fromHour * 60, minutes),
        bottom: share(week.toHour * 60 - block.to, minutes),
        left: share(block.lane, block.lanes),
        right: share(block.lanes - block.lane - 1, block.lanes),
      }}
    >
      <a
        class={`bar ${kind}`}
        href={rowUrl('bookings', idOf(block.booking))}
        title={`${time} ${holderName(block)}${note}`}
      >
        <time>{time}</time> <bdi>{holderName(block)}</bdi>
        {note}
      </a>
    </li>
  );
}
