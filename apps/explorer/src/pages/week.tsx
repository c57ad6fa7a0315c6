import { type JsonObject, asText } from '../interface/json.js';
import { findHolder, rowLabel } from '../interface/rows.js';
import { minute } from '../request/clock.js';
import { maxRows } from '../request/pages.js';
import { filter, overlapping, rowAddress } from '../request/route.js';
import { type Block, layOutWeek, type Week, weekBounds } from '../week/layout.js';
import { addDays, clock, isDay, localTime, startOfWeek } from '../week/zone.js';
import { NoAnswer } from '../app/problem.js';
import { RequestCode } from '../app/request.js';
import { useNow, useSession, useZones } from '../app/session.js';
import { useRows } from '../app/use-rows.js';
import { Reference } from '../data/value.js';

interface Props {
  readonly collection: string;
  /** A unit, or a machine or place with all its units. */
  readonly row: JsonObject;
  /** The filter of bookings that accepts the id of the row. */
  readonly field: string;
  /** A day of the week to show; null is this week. */
  readonly chosen: string | null;
}

/** Bookings in these states do not hold their unit. */
const freeStates = new Set(['rejected', 'canceled']);

/**
 * The bookings of one or several units in one week, in the time zone of the space: as a picture, and as an
 * accessible table.
 */
export function WeekView({ collection, row: unit, field, chosen }: Props) {
  // Without a scope for spaces, times are in UTC.
  const { zones } = useSession();
  const zone = useZones()(unit);
  const present = useNow(minute);
  const monday = startOfWeek(chosen !== null && isDay(chosen) ? chosen : localTime(present, zone).day);
  const query = [filter(field, 'in', asText(unit['id']) ?? ''), ...overlapping(...weekBounds(monday, zone))];
  const bookings = useRows('bookings', zones && query);
  const { reply, rows, hasMore, target, call } = bookings;
  const id = asText(unit['id']) ?? '';
  const at = (day: string | null) => rowAddress(collection, id, day);
  return (
    <section class="week" aria-label="Bookings of the week">
      <div class="line">
        <h2>{`Bookings, ${monday} to ${addDays(monday, 6)}`}</h2>
        <nav aria-label="Weeks">
          <a href={at(addDays(monday, -7))}>Week before</a> <a href={at(null)}>This week</a>{' '}
          <a href={at(addDays(monday, 7))}>Week after</a>
        </nav>
      </div>
      <p class="soft small">{`Times of ${zone}${hasMore ? `; only the first ${maxRows} bookings are shown` : ''}.`}</p>
      {reply && !reply.ok ? <NoAnswer {...bookings} /> : <Calendar week={layOutWeek(rows, monday, zone)} />}
      {reply?.ok && <BookingTable week={layOutWeek(rows, monday, zone)} />}
      {target !== '' && <RequestCode target={target} call={call} />}
    </section>
  );
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const holderName = ({ booking }: Block): string => {
  const holder = findHolder(booking);
  return holder ? rowLabel(holder) : 'Staff or internal';
};

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** The picture, for sighted users; the table below has the same content. */
function Calendar({ week }: { week: Week }) {
  const hours = week.toHour - week.fromHour;
  return (
    <div class="calendar" aria-hidden="true">
      <div class="hours" style={{ height: `${hours * 1.6}rem` }}>
        {Array.from({ length: hours }, (_, index) => (
          <span key={index} style={{ top: share(index, hours) }}>
            {week.fromHour + index}
          </span>
        ))}
      </div>
      {week.days.map((day, index) => (
        <div key={day} class="day">
          <div class="day-name">
            {dayNames[index]} <span class="soft">{Number(day.slice(8))}</span>
          </div>
          <div class="track" style={{ height: `${hours * 1.6}rem`, backgroundSize: `100% ${share(1, hours)}` }}>
            {week.blocks
              .filter((block) => block.day === index)
              .map((block) => (
                <BlockLink key={`${asText(block.booking['id'])} ${block.from}`} block={block} week={week} />
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function BlockLink({ block, week }: { block: Block; week: Week }) {
  const minutes = (week.toHour - week.fromHour) * 60;
  const state = asText(block.booking['state']) ?? '';
  const time = `${clock(block.from)}–${clock(block.to)}`;
  return (
    <a
      class={freeStates.has(state) ? 'block free' : state === 'pending' ? 'block pending' : 'block'}
      href={rowAddress('bookings', asText(block.booking['id']) ?? '')}
      tabIndex={-1}
      title={`${time} ${holderName(block)}, ${state}`}
      style={{
        top: share(block.from - week.fromHour * 60, minutes),
        height: share(block.to - block.from, minutes),
        left: share(block.lane, block.lanes),
        width: share(1, block.lanes),
      }}
    >
      <bdi>{holderName(block)}</bdi>
    </a>
  );
}

function BookingTable({ week }: { week: Week }) {
  if (week.blocks.length === 0) return <p class="empty">Nothing is booked in this week.</p>;
  return (
    <div class="scroll" role="region" aria-label="Bookings of the week as a table" tabIndex={0}>
      <table class="rows">
        <thead>
          <tr>
            {['when', 'booking', 'for', 'state'].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.blocks.map((block) => (
            <tr key={`${asText(block.booking['id'])} ${block.day} ${block.from}`}>
              <th scope="row">{`${dayNames[block.day]} ${week.days[block.day]?.slice(5)}, ${clock(block.from)}–${clock(block.to)}`}</th>
              <td>
                <Reference name="booking" row={block.booking} />
              </td>
              <td>
                <bdi>{holderName(block)}</bdi>
              </td>
              <td>{asText(block.booking['state'])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
