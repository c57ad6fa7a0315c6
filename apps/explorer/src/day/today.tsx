import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type JsonObject, asText } from '../interface/json.js';
import { rowLabel } from '../interface/rows.js';
import { minute, refreshInterval } from '../request/clock.js';
import { maxRows } from '../request/pages.js';
import { formatRoute, filter, live, overlapping, rowAddress, sortedBy } from '../request/route.js';
import { addDays, isDay, knownZone, localTime } from '../week/zone.js';
import { held } from '../workshop/rows.js';
import {
  layOutDay,
  sessionsOfDay,
  type Lane,
  type SessionOfDay,
  type Timeline,
  twoDays,
} from '../workshop/timeline.js';
import { EmptyCatalogue } from '../app/empty-catalogue.js';
import { NoAnswer } from '../app/problem.js';
import { RequestCode } from '../app/request.js';
import { useNow, useSession, useSpaces } from '../app/session.js';
import { type Listed, useRows } from '../app/use-rows.js';

interface Props {
  /** The slug of a space; null is the first. */
  readonly space: string | null;
  /** A day; null is today. */
  readonly day: string | null;
}

/** A day in a space: free and booked units, and sessions with seats. */
export function Today({ space: slug, day }: Props) {
  const { spaces } = useSession();
  const { reply } = spaces;
  const rows = useSpaces().filter((row) => row['soft_deleted_at'] === null);
  if (reply?.ok === false && reply.failure.status === 403)
    return (
      <main>
        <p>
          This token may not read spaces. <a href={formatRoute({ view: 'collections' })}>All collections</a>
        </p>
      </main>
    );
  if (!reply?.ok) return <NoAnswer {...spaces} />;
  const space = rows.find((row) => row['slug'] === slug) ?? rows[0];
  if (!space) return <EmptyCatalogue />;
  return <SpaceDay key={asText(space['id'])} spaces={rows} space={space} day={day} />;
}

interface SpaceProps {
  readonly spaces: readonly JsonObject[];
  readonly space: JsonObject;
  readonly day: string | null;
}

/** A day in a space. Bookings are read up to the end of the next day, to tell how long a unit stays free. */
function SpaceDay({ spaces, space, day }: SpaceProps) {
  const present = useNow(minute);
  const zone = knownZone(asText(space['time_zone']) ?? 'UTC');
  const today = localTime(present, zone).day;
  const shown = day !== null && isDay(day) ? day : today;
  const here = filter('space_id', 'in', asText(space['id']) ?? '');
  const { from, to } = twoDays(zone, shown);
  const overlap = overlapping(from.toISOString(), to.toISOString());
  const machines = useRows('machine_units', [here, live, sortedBy('sku')]);
  const places = useRows('place_units', [here, live, sortedBy('sku')]);
  const bookings = useRows('bookings', [here, held, ...overlap]);
  const trainings = useRows('training_sessions', [here, ...overlap]);
  const events = useRows('event_sessions', [here, ...overlap]);
  const lists = [machines, places, bookings, trainings, events];
  // A page left open would call units free that were booked since.
  useEffect(() => {
    for (const { reply, askAgain } of lists) if (reply?.ok) askAgain();
  }, [Math.floor(present / refreshInterval)]);
  const rows = {
    space,
    units: [...machines.rows, ...places.rows],
    bookings: bookings.rows,
    isWhole: !bookings.hasMore,
  };
  return (
    <main class="today">
      <DayLine spaces={spaces} space={space} day={day} shown={shown} today={today} />
      <Tile label="Machines and rooms" lists={[machines, places, bookings]}>
        {() => <Day timeline={layOutDay(rows, shown, zone, present)} zone={zone} />}
      </Tile>
      <Tile label="Trainings and events" lists={[trainings, events]}>
        {() => <Sessions sessions={sessionsOfDay([...trainings.rows, ...events.rows], shown, zone)} />}
      </Tile>
    </main>
  );
}

interface DayProps extends SpaceProps {
  readonly shown: string;
  readonly today: string;
}

/** The day and space, with links to others. */
function DayLine({ spaces, space, day, shown, today }: DayProps) {
  const slug = asText(space['slug']);
  const at = (date: string | null, where = slug) => formatRoute({ view: 'home', space: where, day: date });
  return (
    <div class="line">
      <h1>{shown === today ? 'Today' : dateWords(shown)}</h1>
      <label for="space">in</label>
      <select
        id="space"
        value={slug ?? ''}
        onChange={({ currentTarget }) => {
          location.hash = at(day, currentTarget.value);
        }}
      >
        {spaces.map((row) => (
          <option key={asText(row['id'])} value={asText(row['slug']) ?? ''}>
            {rowLabel(row)}
          </option>
        ))}
      </select>
      <nav class="days" aria-label="Days">
        <a href={at(addDays(shown, -1))}>Day before</a> <a href={at(null)}>Today</a>{' '}
        <a href={at(addDays(shown, 1))}>Day after</a> <a href={formatRoute({ view: 'collections' })}>All collections</a>
      </nav>
    </div>
  );
}

const dateWords = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });

interface TileProps {
  readonly label: string;
  readonly lists: readonly Listed[];
  readonly children: () => ComponentChildren;
}

/** Shows the lists once all are loaded, or what is missing, and their requests. */
function Tile({ label, lists, children }: TileProps) {
  const isCut = lists.some(({ hasMore }) => hasMore);
  const waiting = lists.find(({ reply }) => reply?.ok === false) ?? lists.find(({ reply }) => reply === null);
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      {waiting ? <NoAnswer {...waiting} /> : children()}
      {isCut && <p class="soft">{`Only the first ${maxRows} rows of a list are shown.`}</p>}
      <details class="requests">
        <summary class="soft small">The requests behind this</summary>
        {lists.map(({ target, call }) => target !== '' && <RequestCode key={target} target={target} call={call} />)}
      </details>
    </section>
  );
}

function Day({ timeline, zone }: { timeline: Timeline; zone: string }) {
  const { lanes, now, isOpen, free } = timeline;
  if (lanes.length === 0) return <p class="empty">This space has no machines or rooms.</p>;
  const count =
    free === null ? 'Which are free is unknown, as not all bookings were read' : `${free} of ${lanes.length} free now`;
  return (
    <>
      <p class="soft" role="status">
        {now !== null && `${count}${isOpen ? '' : ' (closed)'} · `}
        times of {zone}
      </p>
      <div class="timeline">
        <div class="hours-of-day" aria-hidden="true">
          {timeline.hours.map(({ text, left }) => (
            <span key={text} style={{ left: percent(left) }}>
              {text}
            </span>
          ))}
        </div>
        <ul>
          {lanes.map((lane) => (
            <LaneLine key={asText(lane.unit['id'])} lane={lane} now={now} />
          ))}
        </ul>
      </div>
    </>
  );
}

const percent = (part: number): string => `${100 * part}%`;

function LaneLine({ lane, now }: { lane: Lane; now: number | null }) {
  const { unit, label, isHatched, isFree, words, bars } = lane;
  const collection = 'machine' in unit ? 'machine_units' : 'place_units';
  return (
    <li>
      <span class="unit">
        <a href={rowAddress(collection, asText(unit['id']) ?? '')}>
          <bdi>{label}</bdi>
        </a>{' '}
        <bdi class={isFree ? 'free' : 'soft'}>{isFree ? `free ${words}` : words}</bdi>
      </span>
      <span class={isHatched ? 'track hatched' : 'track'}>
        {bars.map(({ booking, left, width, title }) => (
          <a
            key={`${asText(booking['id'])} ${left}`}
            class={asText(booking['state']) === 'pending' ? 'bar-of pending' : 'bar-of'}
            href={rowAddress('bookings', asText(booking['id']) ?? '')}
            title={title}
            aria-label={title}
            style={{ left: percent(left), width: percent(width) }}
          />
        ))}
        {now !== null && <span class="now" style={{ left: percent(now) }} />}
      </span>
    </li>
  );
}

function Sessions({ sessions }: { sessions: readonly SessionOfDay[] }) {
  if (sessions.length === 0) return <p class="empty">No session takes place.</p>;
  return (
    <ul class="sessions">
      {sessions.map(({ row, label, times, seats }) => (
        <li key={asText(row['id'])}>
          <span>{times}</span>{' '}
          <a href={rowAddress('training' in row ? 'training_sessions' : 'event_sessions', asText(row['id']) ?? '')}>
            <bdi>{label}</bdi>
          </a>{' '}
          {seats && (
            <span class="soft">
              {seats.left === 0 ? 'no seats left' : `${seats.left} of ${seats.total} seats left`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
