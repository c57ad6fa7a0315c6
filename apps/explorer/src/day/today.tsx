import type { ComponentChildren } from 'preact';
import { Icon } from '../app/icons.js';
import { Later } from '../app/later-views.js';
import { NoAnswer } from '../app/problem.js';
import { type Listed, useNow, useSession } from '../app/session.js';
import { type JsonObject, asText } from '../interface/json.js';
import { rowLabel } from '../interface/rows.js';
import { minute, refreshInterval } from '../request/clock.js';
import { keepChoice } from '../request/kept-choices.js';
import { maxRows } from '../request/pages.js';
import { allSpaces, formatRoute } from '../request/route.js';
import { longDay } from '../week/words.js';
import { addDays } from '../week/zone.js';
import { type Group, isShown, type Part, parts } from '../workshop/groups.js';
import { GroupLine, Hours } from './group-line.js';
import { SessionCards } from './session-cards.js';
import { type SpaceDay, useChosenSpaces, useDay } from './use-day.js';

interface Props {
  /** The slug of a space, or all spaces. */
  readonly space: string | null;
  /** A day; null is today. */
  readonly day: string | null;
  /** The part of the day to show; null is everything. */
  readonly part: string | null;
}

/** A day in one space or all: free and booked machines and rooms, courses and events. */
export function Today({ space, day, part: wanted }: Props) {
  const { spaces } = useSession();
  const { reply } = spaces;
  const present = useNow(minute);
  const { all, chosen } = useChosenSpaces(space);
  const { days, lists, owners } = useDay(chosen, day, present, refreshInterval);
  if (reply?.ok === false && reply.failure.status === 403)
    return (
      <main>
        <p>
          This token may not read spaces. <a href={formatRoute({ view: 'collections' })}>All collections</a>
        </p>
      </main>
    );
  if (!reply?.ok) return <NoAnswer {...spaces} />;
  if (chosen.length === 0) return <Later>{(views) => <views.EmptyCatalogue />}</Later>;
  const part = parts.find((one) => one === wanted) ?? 'all';
  const slug = chosen.length > 1 ? allSpaces : asText(chosen[0]?.['slug']);
  const [first] = days;
  return (
    <main class="today">
      <DayHead days={days} day={day} slug={slug} part={part} />
      <div class="chips">
        <Chips day={day} slug={slug} part={part} />
        {all.length > 1 && <SpaceChoice all={all} slug={slug} day={day} part={part} />}
      </div>
      <Waiting lists={lists} />
      {days.map((one) => (
        <SpaceSection key={asText(one.space['id'])} day={one} part={part} owners={owners} isNamed={days.length > 1} />
      ))}
      {first && lists.some(({ hasMore }) => hasMore) && (
        <p class="soft">{`Only the first ${maxRows} rows of a list are shown.`}</p>
      )}
    </main>
  );
}

interface HeadProps {
  readonly days: readonly SpaceDay[];
  readonly day: string | null;
  readonly slug: string | null;
  readonly part: Part;
}

/** The day and how much is free, with links to other days. */
function DayHead({ days, day, slug, part }: HeadProps) {
  const [first] = days;
  const at = (date: string | null) => formatRoute({ view: 'home', space: slug, day: date, part: partOf(part) });
  if (!first) return <h1>{day === null ? 'Today' : longDay(day)}</h1>;
  const isToday = first.day === first.today;
  return (
    <div class="head">
      <div>
        <h1>{longDay(first.day)}</h1>
        <p class="soft" role="status">
          {days.every((one) => one.day === one.today) ? nowWords(days) : `Times of ${first.zone}`}
        </p>
      </div>
      <nav class="line" aria-label="Days">
        <a class="button" href={at(addDays(first.day, -1))} aria-label="Day before">
          <Icon name="back" />
        </a>
        <a class="button" href={at(null)} aria-current={isToday ? 'date' : undefined}>
          Today
        </a>
        <a class="button" href={at(addDays(first.day, 1))} aria-label="Day after">
          <Icon name="next" />
        </a>
      </nav>
      <a class="button" href={formatRoute({ view: 'board', space: slug })}>
        <Icon name="screen" />
        Board
      </a>
    </div>
  );
}

/** `Open until 22:00 · 31 of 43 machines and rooms are free now` */
function nowWords(days: readonly SpaceDay[]): string {
  const [only] = days;
  const opening = only && days.length === 1 ? [openWords(only)] : [];
  const isUnknown = days.some(({ timeline }) => timeline.free === null);
  const free = days.reduce((sum, { timeline }) => sum + (timeline.free ?? 0), 0);
  const total = days.reduce((sum, { timeline }) => sum + timeline.lanes.length, 0);
  const count = isUnknown
    ? 'Which are free is unknown, as not all bookings were read'
    : `${free} of ${total} machines and rooms are free now`;
  return [...opening, count].join(' · ');
}

function openWords({ timeline: { opening } }: SpaceDay): string {
  if (!opening) return 'Closed now';
  return opening.isOpen ? `Open until ${opening.at}` : `Opens at ${opening.at}`;
}

const partOf = (part: Part): string | null => (part === 'all' ? null : part);

const partNames: Readonly<Record<Part, string>> = {
  all: 'Everything',
  machines: 'Machines',
  rooms: 'Rooms',
  free: 'Free now',
  sessions: 'Courses & events',
};

function Chips({ day, slug, part }: Omit<HeadProps, 'days'>) {
  return (
    <nav class="line" aria-label="Parts of the day">
      {parts.map((one) => (
        <a
          key={one}
          class="chip"
          aria-current={one === part ? 'true' : undefined}
          href={formatRoute({ view: 'home', space: slug, day, part: partOf(one) })}
        >
          {partNames[one]}
        </a>
      ))}
    </nav>
  );
}

function SpaceChoice({ all, slug, day, part }: Omit<HeadProps, 'days'> & { readonly all: readonly JsonObject[] }) {
  return (
    <select
      class="chip"
      aria-label="Space"
      value={slug ?? ''}
      onChange={({ currentTarget: { value } }) => {
        keepChoice('space', value);
        location.hash = formatRoute({ view: 'home', space: value, day, part: partOf(part) });
      }}
    >
      <option value={allSpaces}>All spaces</option>
      {all.map((row) => (
        <option key={asText(row['id'])} value={asText(row['slug']) ?? ''}>
          {rowLabel(row)}
        </option>
      ))}
    </select>
  );
}

/** The first list that is missing or out of date; empty otherwise. */
export function Waiting({ lists }: { lists: readonly Listed[] }): ComponentChildren {
  const failing = lists.find(({ reply }) => reply?.ok === false);
  if (failing) return <NoAnswer {...failing} />;
  const missing = lists.find(({ readAt }) => readAt === null);
  return missing ? <NoAnswer {...missing} /> : null;
}

interface SectionProps {
  readonly day: SpaceDay;
  readonly part: Part;
  readonly owners: ReadonlyMap<string, JsonObject>;
  readonly isNamed: boolean;
}

function SpaceSection({ day, part, owners, isNamed }: SectionProps) {
  const { space, zone, timeline, groups, sessions } = day;
  const shown = groups.filter((group) => isShown(group, part));
  const hasSessions = part === 'all' || part === 'sessions';
  return (
    <section aria-label={rowLabel(space)}>
      {isNamed && (
        <h2>
          <bdi>{rowLabel(space)}</bdi> <span class="soft small">{day.day === day.today ? openWords(day) : ''}</span>
        </h2>
      )}
      {part !== 'sessions' && (
        <div class="card timeline">
          <Hours timeline={timeline} zone={zone} />
          {shown.length === 0 ? <p class="empty">{emptyWords(groups, part)}</p> : null}
          {shown.map((group) => (
            <GroupLine key={group.id} group={group} owner={owners.get(group.id) ?? null} now={timeline.now} />
          ))}
        </div>
      )}
      {hasSessions && <SessionCards sessions={sessions} />}
    </section>
  );
}

const emptyWords = (groups: readonly Group[], part: Part): string =>
  groups.length === 0
    ? 'This space has no machines or rooms.'
    : part === 'free'
      ? 'Nothing is free now.'
      : `This space has no ${part}.`;
