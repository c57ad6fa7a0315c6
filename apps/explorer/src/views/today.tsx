import { useState } from 'preact/hooks';
import { dayIn } from '@resource-catalogue/client/availability';
import { type JsonObject, textOf } from '../interface/json.js';
import { labelOf } from '../interface/rows.js';
import { addressOf, rowAddress } from '../request/route.js';
import { addDays, isDay, knownZone, localTime } from '../week/zone.js';
import { layOutDay, sessionsOfDay, type Lane, type SessionOfDay, type Timeline } from '../workshop/timeline.js';
import { EmptyCatalogue } from './empty-catalogue.js';
import { NoAnswer } from './problem.js';
import { RequestCode } from './request.js';
import { filter, type Listed, live, sortedBy, useRows } from './use-rows.js';

interface Props {
  /** The slug of a space; null is the first. */
  readonly space: string | null;
  /** A day; null is today. */
  readonly day: string | null;
}

/** What happens in a space on a day: what is free, what is booked, and which sessions have seats. */
export function Today({ space: slug, day }: Props) {
  const spaces = useRows('spaces', [live, sortedBy('name')]);
  const { reply, rows } = spaces;
  // A token without the scope for spaces has the lists below.
  if (reply?.ok === false && reply.failure.status === 403) return null;
  if (!reply?.ok) return <NoAnswer {...spaces} />;
  const space = rows.find((row) => row['slug'] === slug) ?? rows[0];
  if (!space) return <EmptyCatalogue />;
  return <SpaceDay key={textOf(space['id'])} spaces={rows} space={space} day={day} />;
}

interface SpaceProps {
  readonly spaces: readonly JsonObject[];
  readonly space: JsonObject;
  readonly day: string | null;
}

function SpaceDay({ spaces, space, day }: SpaceProps) {
  const [present] = useState(() => Date.now());
  const zone = knownZone(textOf(space['time_zone']) ?? 'UTC');
  const today = localTime(present, zone).day;
  const shown = day !== null && isDay(day) ? day : today;
  const id = textOf(space['id']) ?? '';
  const { from } = dayIn(zone, shown);
  const { to } = dayIn(zone, addDays(shown, 1));
  const here = filter('space_id', 'in', id);
  const overlap = [filter('starts_at', 'lt', to.toISOString()), filter('ends_at', 'gt', from.toISOString())];
  const machines = useRows('machine_units', [here, live, sortedBy('sku')]);
  const places = useRows('place_units', [here, live, sortedBy('sku')]);
  const held = filter('state', 'in', 'pending,confirmed,no_show');
  const bookings = useRows('bookings', [here, held, ...overlap, sortedBy('starts_at')]);
  const trainings = useRows('training_sessions', [here, ...overlap, sortedBy('starts_at')]);
  const events = useRows('event_sessions', [here, ...overlap, sortedBy('starts_at')]);
  const units = [...machines.rows, ...places.rows];
  const sessions = sessionsOfDay([...trainings.rows, ...events.rows], shown, zone);
  const at = (date: string | null) => addressOf({ view: 'home', space: textOf(space['slug']), day: date });
  return (
    <main class="today">
      <div class="line">
        <h1>{shown === today ? 'Today' : dateWords(shown)}</h1>
        <label for="space">in</label>
        <select
          id="space"
          value={textOf(space['slug']) ?? ''}
          onChange={({ currentTarget }) => {
            location.hash = addressOf({ view: 'home', space: currentTarget.value, day });
          }}
        >
          {spaces.map((row) => (
            <option key={textOf(row['id'])} value={textOf(row['slug']) ?? ''}>
              {labelOf(row)}
            </option>
          ))}
        </select>
        <nav aria-label="Days">
          <a href={at(addDays(shown, -1))}>Day before</a> <a href={at(null)}>Today</a>{' '}
          <a href={at(addDays(shown, 1))}>Day after</a>
        </nav>
      </div>
      <Units lists={[machines, places, bookings]} units={units}>
        {(isWhole) => (
          <Day
            timeline={layOutDay({ space, units, bookings: bookings.rows }, shown, zone, present)}
            zone={zone}
            isWhole={isWhole}
          />
        )}
      </Units>
      <Sessions lists={[trainings, events]} sessions={sessions} />
    </main>
  );
}

const dateWords = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });

interface UnitsProps {
  readonly lists: readonly Listed[];
  readonly units: readonly JsonObject[];
  readonly children: (isWhole: boolean) => preact.ComponentChildren;
}

/** The lists that a tile is made of: what is missing of them, what they show, and the requests behind it. */
function Units({ lists, units, children }: UnitsProps) {
  const open = lists.find(({ reply }) => reply?.ok !== true);
  return (
    <section aria-label="Machines and rooms">
      {open && <NoAnswer {...open} />}
      {!open &&
        (units.length > 0 ? (
          children(lists.every(({ hasMore }) => !hasMore))
        ) : (
          <p class="empty">This space has no machines or rooms.</p>
        ))}
      <Requests lists={lists} />
    </section>
  );
}

function Requests({ lists }: { lists: readonly Listed[] }) {
  return (
    <details class="requests">
      <summary class="soft small">The requests behind this</summary>
      {lists.map(({ target, call }) => target !== '' && <RequestCode key={target} target={target} call={call} />)}
    </details>
  );
}

function Day({ timeline, zone, isWhole }: { timeline: Timeline; zone: string; isWhole: boolean }) {
  const free = timeline.lanes.filter(({ isFree }) => isFree).length;
  const words = [
    ...(timeline.now === null
      ? []
      : [`${free} of ${timeline.lanes.length} free now${timeline.isOpen ? '' : ' (closed)'}`]),
    `times of ${zone}`,
    ...(isWhole ? [] : ['only the first 200 rows are shown']),
  ];
  return (
    <>
      <p class="soft" role="status">
        {words.join(' · ')}
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
          {timeline.lanes.map((lane) => (
            <LaneLine key={textOf(lane.unit['id'])} lane={lane} now={timeline.now} />
          ))}
        </ul>
      </div>
    </>
  );
}

const percent = (part: number): string => `${100 * part}%`;

function LaneLine({ lane: { unit, label, isFree, words, bars }, now }: { lane: Lane; now: number | null }) {
  const collection = 'machine' in unit ? 'machine_units' : 'place_units';
  return (
    <li>
      <span class="unit">
        <a href={rowAddress(collection, textOf(unit['id']) ?? '')}>
          <bdi>{label}</bdi>
        </a>{' '}
        <span class={isFree ? 'free' : 'soft'}>{isFree ? `free ${words}` : words}</span>
      </span>
      <span class="track">
        {bars.map(({ booking, left, width, times }) => (
          <a
            key={`${textOf(booking['id'])} ${left}`}
            class={textOf(booking['state']) === 'pending' ? 'bar-of pending' : 'bar-of'}
            href={rowAddress('bookings', textOf(booking['id']) ?? '')}
            title={times}
            aria-label={`Booked ${times}`}
            style={{ left: percent(left), width: percent(width) }}
          />
        ))}
        {now !== null && <span class="now" style={{ left: percent(now) }} />}
      </span>
    </li>
  );
}

function Sessions({ lists, sessions }: { lists: readonly Listed[]; sessions: readonly SessionOfDay[] }) {
  const open = lists.find(({ reply }) => reply?.ok !== true);
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Trainings and events</h2>
      {open && <NoAnswer {...open} />}
      {!open && sessions.length === 0 && <p class="empty">No session takes place.</p>}
      <ul class="sessions">
        {sessions.map(({ row, label, times, seats }) => (
          <li key={textOf(row['id'])}>
            <span>{times}</span>{' '}
            <a href={rowAddress('training' in row ? 'training_sessions' : 'event_sessions', textOf(row['id']) ?? '')}>
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
      <Requests lists={lists} />
    </section>
  );
}
