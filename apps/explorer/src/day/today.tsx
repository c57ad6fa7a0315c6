import type { ComponentChildren } from 'preact';
import { Icon } from '../app/icons.js';
import { Later } from '../app/later-views.js';
import { NoData } from '../app/problem.js';
import { type ListRequest, useNow, useSession } from '../app/session.js';
import { idOf, type JsonObject, asText } from '../api/json.js';
import { rowLabel } from '../api/rows.js';
import { minute, refreshInterval } from '../request/clock.js';
import { keepChoice } from '../request/storage.js';
import { maxRows } from '../request/pages.js';
import { allSpaces, formatRoute, type HomeRoute } from '../request/route.js';
import { longDay } from '../time/words.js';
import { addDays } from '../time/zone.js';
import { type Group, isShown, type Part, parts } from '../availability/groups.js';
import { GroupLine, Hours } from './group-line.js';
import { SessionCards } from './session-cards.js';
import { openWords, type SpaceDay, useChosenSpaces, useDay } from './use-day.js';

/** A day in one space or all: free and booked machines and rooms, courses and events. */
export function Today(route: HomeRoute) {
  const { spaces } = useSession();
  const { reply } = spaces;
  const present = useNow(minute);
  const { all, chosen } = useChosenSpaces(route.space);
  const { days, lists, owners } = useDay(chosen, route.day, present, refreshInterval);
  if (reply?.ok === false && reply.failure.status === 403)
    return (
      <main>
        <p>
          This token may not read spaces. <a href={formatRoute({ view: 'collections' })}>All collections</a>
        </p>
      </main>
    );
  if (!reply?.ok) return <NoData {...spaces} />;
  if (chosen.length === 0) return <Later>{(views) => <views.EmptyCatalogue />}</Later>;
  const part = parts.find((one) => one === route.part) ?? 'all';
  const here = { ...route, space: chosen.length > 1 ? allSpaces : asText(chosen[0]?.['slug']) };
  return (
    <main class="today">
      <DayHead days={days} here={here} />
      <div class="chips">
        <PartChoice part={part} here={here} />
        {all.length > 1 && <SpaceChoice all={all} here={here} />}
      </div>
      <Waiting lists={lists} />
      {days.map((one) => (
        <SpaceSection key={idOf(one.space)} day={one} part={part} owners={owners} isNamed={days.length > 1} />
      ))}
      {days.length > 0 && lists.some(({ hasMore }) => hasMore) && (
        <p class="soft">{`Only the first ${maxRows} rows of a list are shown.`}</p>
      )}
    </main>
  );
}

const partNames: Readonly<Record<Part, string>> = {
  all: 'Everything',
  machines: 'Machines',
  rooms: 'Rooms',
  free: 'Free now',
  sessions: 'Courses & events',
};

const PartChoice = ({ part, here }: { part: Part; here: HomeRoute }) => (
  <nav class="line" aria-label="Parts of the day">
    {parts.map((one) => (
      <a
        key={one}
        class="chip"
        aria-current={one === part ? 'true' : undefined}
        href={formatRoute({ ...here, part: one === 'all' ? null : one })}
      >
        {partNames[one]}
      </a>
    ))}
  </nav>
);

/** The day and how much is free, with links to other days. */
function DayHead({ days, here }: { days: readonly SpaceDay[]; here: HomeRoute }) {
  const [first] = days;
  if (!first) return <h1>{here.day === null ? 'Today' : longDay(here.day)}</h1>;
  const at = (day: string | null) => formatRoute({ ...here, day });
  return (
    <div class="head">
      <div>
        <h1>{longDay(first.day)}</h1>
        <p class="soft" role="status">
          {days.every((one) => one.day === one.today) ? nowWords(days) : dayWords(days, first.zone)}
        </p>
      </div>
      <Steps
        label="Days"
        back={['Previous day', at(addDays(first.day, -1))]}
        now={['Today', at(null)]}
        isNow={first.day === first.today}
        next={['Next day', at(addDays(first.day, 1))]}
      />
      <a class="button" href={formatRoute({ view: 'board', space: here.space })}>
        <Icon name="screen" />
        Board
      </a>
    </div>
  );
}

interface StepsProps {
  readonly label: string;
  readonly back: readonly [label: string, url: string];
  readonly now: readonly [label: string, url: string];
  readonly isNow: boolean;
  readonly next: readonly [label: string, url: string];
}

/** Links to the time before and after, and to the present. */
export const Steps = ({ label, back, now, isNow, next }: StepsProps) => (
  <nav class="line" aria-label={label}>
    <a class="button" href={back[1]} aria-label={back[0]}>
      <Icon name="back" />
    </a>
    <a class="button" href={now[1]} aria-current={isNow ? 'date' : undefined}>
      {now[0]}
    </a>
    <a class="button" href={next[1]} aria-label={next[0]}>
      <Icon name="next" />
    </a>
  </nav>
);

/** `Open until 22:00 · 31 of 43 machines and rooms are free now` */
function nowWords(days: readonly SpaceDay[]): string {
  const opening = days.length === 1 ? days.map(openWords) : [];
  const isUnknown = days.some(({ timeline }) => timeline.free === null);
  const free = days.reduce((sum, { timeline }) => sum + (timeline.free ?? 0), 0);
  const total = days.reduce((sum, { timeline }) => sum + timeline.lanes.length, 0);
  const count = isUnknown
    ? 'Unknown what is free, because not all bookings were read'
    : `${free} of ${total} machines and rooms are free now`;
  return [...opening, count].join(' · ');
}

/** `Closed: Christmas Day · Times of Europe/Dublin` */
const dayWords = (days: readonly SpaceDay[], zone: string): string =>
  [...(days.length === 1 ? days.map(openWords) : []), `Times of ${zone}`].filter(Boolean).join(' · ');

function SpaceChoice({ all, here }: { all: readonly JsonObject[]; here: HomeRoute }) {
  return (
    <select
      class="chip"
      aria-label="Space"
      value={here.space ?? ''}
      onChange={({ currentTarget: { value } }) => {
        keepChoice('space', value);
        location.hash = formatRoute({ ...here, space: value });
      }}
    >
      <option value={allSpaces}>All spaces</option>
      {all.map((row) => (
        <option key={idOf(row)} value={asText(row['slug']) ?? ''}>
          {rowLabel(row)}
        </option>
      ))}
    </select>
  );
}

/** Explains why a list is missing or out of date, for the first such list. */
export function Waiting({ lists }: { lists: readonly ListRequest[] }): ComponentChildren {
  const waiting = lists.find(({ reply }) => reply?.ok === false) ?? lists.find(({ readAt }) => readAt === null);
  return waiting ? <NoData {...waiting} /> : null;
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
  return (
    <section aria-label={rowLabel(space)}>
      {isNamed && (
        <h2>
          <bdi>{rowLabel(space)}</bdi> <span class="soft small">{openWords(day)}</span>
        </h2>
      )}
      {part !== 'sessions' && (
        <div class="card timeline">
          <Hours timeline={timeline} zone={zone} />
          {shown.length === 0 ? <p class="empty">{emptyWords(groups, part)}</p> : null}
          {shown.map((group) => (
            <GroupLine key={group.id} group={group} owner={owners.get(group.id) ?? null} timeline={timeline} />
          ))}
        </div>
      )}
      {(part === 'all' || part === 'sessions') && <SessionCards sessions={sessions} />}
    </section>
  );
}

const emptyWords = (groups: readonly Group[], part: Part): string =>
  groups.length === 0
    ? 'This space has no machines or rooms.'
    : part === 'free'
      ? 'Nothing is free now.'
      : `This space has no ${part}.`;
