import { useEffect, useState } from 'preact/hooks';
import { NoAnswer } from '../app/problem.js';
import { useNow, useSession } from '../app/session.js';
import { Icon } from '../app/icons.js';
import { asText } from '../interface/json.js';
import { rowLabel } from '../interface/rows.js';
import { minute } from '../request/clock.js';
import { allSpaces, formatRoute } from '../request/route.js';
import { longDay, timeWords } from '../week/words.js';
import { fitTiles } from '../workshop/fit-tiles.js';
import { seatWords } from '../workshop/sessions.js';
import { type SpaceDay, useChosenSpaces, useDay } from './use-day.js';

/** Milliseconds after which the board says that it is old. */
const oldAge = 5 * minute;
const tick = 10_000;

/** A screen for the wall of the workshop: large, without controls, always of now. */
export function Board({ space }: { space: string | null }) {
  const present = useNow(tick);
  const { spaces } = useSession();
  const { chosen } = useChosenSpaces(space);
  const { days: all, lists } = useDay(chosen, null, present, minute);
  const days = all.map((day) => ({ ...day, sessions: day.sessions.filter(({ end }) => end > present) }));
  const title = chosen.length > 1 ? 'All spaces' : chosen[0] ? rowLabel(chosen[0]) : 'Board';
  useEffect(() => {
    document.title = `${title} · Board`;
  }, [title]);
  const [first] = days;
  const waiting = [spaces, ...lists].find(({ reply }) => reply?.ok === false);
  const readAt = Math.min(...lists.map((list) => list.readAt ?? Infinity));
  const { size, columns } = useFit(days.map(({ groups, sessions }) => groups.length + sessions.length));
  return (
    <main class="board" style={{ fontSize: `${size}px`, '--columns': columns }}>
      <div class="head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <span class="clock">{timeWords(present, first?.zone ?? 'UTC')}</span>
      </div>
      <p class="soft">{first ? `${longDay(first.today)}${openWords(days)}` : ''}</p>
      {days.map((day) => (
        <Tiles key={asText(day.space['id'])} day={day} isNamed={days.length > 1} />
      ))}
      {!first && waiting && <NoAnswer {...waiting} />}
      {first && <Age readAt={readAt} present={present} zone={first.zone} isFailing={waiting !== undefined} />}
      <p class="line controls">
        <button type="button" onClick={() => void document.documentElement.requestFullscreen()}>
          <Icon name="screen" />
          Full screen
        </button>
        <a
          class="button"
          href={formatRoute({ view: 'home', space: chosen.length > 1 ? allSpaces : space, day: null, part: null })}
        >
          Close the board
        </a>
      </p>
    </main>
  );
}

/** The size of the text and the number of columns with which all tiles are largest, but fit the screen. */
function useFit(counts: readonly number[]): { readonly size: number; readonly columns: number } {
  const [screen, setScreen] = useState([innerWidth, innerHeight] as const);
  useEffect(() => {
    const follow = () => setScreen([innerWidth, innerHeight]);
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, []);
  return fitTiles(counts, ...screen);
}

function openWords(days: readonly SpaceDay[]): string {
  const [only] = days;
  if (!only || days.length > 1) return '';
  const { opening } = only.timeline;
  if (!opening) return ' · closed now';
  return ` · ${opening.isOpen ? 'open until' : 'opens at'} ${opening.at}`;
}

function Tiles({ day, isNamed }: { day: SpaceDay; isNamed: boolean }) {
  const { space, groups, sessions } = day;
  return (
    <section aria-label={rowLabel(space)}>
      {isNamed && (
        <h2>
          <bdi>{rowLabel(space)}</bdi>
        </h2>
      )}
      <ul class="tiles">
        {groups.map((group) => (
          <li key={group.id} class={`tile ${group.kind}`}>
            <b>
              <bdi>{group.name}</bdi>
            </b>
            <span>
              <Icon name={group.kind} />
              {group.words}
            </span>
          </li>
        ))}
        {sessions.map(({ row, label, times, seats }) => (
          <li key={asText(row['id'])} class="tile session">
            <b>
              <bdi>{label}</bdi>
            </b>
            <span>
              <Icon name="learn" />
              {`${times}${seats ? ` · ${seatWords(seats)}` : ''}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AgeProps {
  readonly readAt: number;
  readonly present: number;
  readonly zone: string;
  readonly isFailing: boolean;
}

/** Says when the rows were read, and warns when they are old. */
function Age({ readAt, present, zone, isFailing }: AgeProps) {
  const isOld = present - readAt > oldAge;
  const time = timeWords(readAt, zone);
  if (isOld)
    return <p class="age old" role="alert">{`Not up to date: read at ${time}. The service does not answer.`}</p>;
  return <p class="age">{`Read at ${time}${isFailing ? ', trying again' : ''}`}</p>;
}
