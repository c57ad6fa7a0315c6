import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../app/icons.js';
import { NoData } from '../app/problem.js';
import { useNow, useSession } from '../app/session.js';
import { idOf } from '../api/json.js';
import { rowLabel } from '../api/rows.js';
import { minute } from '../request/clock.js';
import { allSpaces, formatRoute } from '../request/route.js';
import { longDay, timeWords } from '../time/words.js';
import { fitTiles } from '../availability/fit-tiles.js';
import { seatWords } from '../availability/sessions.js';
import { openWords, type SpaceDay, useChosenSpaces, useDay } from './use-day.js';

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
  const isOne = days.length === 1;
  const title = chosen.length > 1 ? 'All spaces' : chosen[0] ? rowLabel(chosen[0]) : 'Board';
  useEffect(() => {
    document.title = `${title} · Board`;
  }, [title]);
  const [first] = days;
  const waiting = [spaces, ...lists].find(({ reply }) => reply?.ok === false);
  const readAt = Math.min(...lists.map((list) => list.readAt ?? Infinity));
  const { size, columns } = useFit(days.map(({ groups, sessions }) => groups.length + sessions.length));
  const close = formatRoute({ view: 'home', space: chosen.length > 1 ? allSpaces : space, day: null, part: null });
  return (
    <main class="board" style={{ fontSize: `${size}px`, '--columns': columns }}>
      <div class="head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <span class="clock">{timeWords(present, first?.zone ?? 'UTC')}</span>
      </div>
      <p class="soft">
        {first &&
          `${longDay(first.today)}${isOne ? ` · ${openWords(first).replace(/^./, (letter) => letter.toLowerCase())}` : ''}`}
      </p>
      {days.map((day) => (
        <Tiles key={idOf(day.space)} day={day} isNamed={!isOne} />
      ))}
      {!first && waiting && <NoData {...waiting} />}
      {first && <Age readAt={readAt} present={present} zone={first.zone} isFailing={waiting !== undefined} />}
      <p class="line controls">
        <button type="button" onClick={() => void document.documentElement.requestFullscreen()}>
          <Icon name="screen" />
          Full screen
        </button>
        <a class="button" href={close}>
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

/** Machines and rooms, then courses and events. */
function Tiles({ day: { space, groups, sessions }, isNamed }: { day: SpaceDay; isNamed: boolean }) {
  const sessionTiles = sessions.map(({ row, label, times, seats }) => ({
    ...{ id: idOf(row), name: label, kind: 'session', icon: 'learn' as const },
    words: seats ? `${times} · ${seatWords(seats)}` : times,
  }));
  return (
    <section aria-label={rowLabel(space)}>
      {isNamed && (
        <h2>
          <bdi>{rowLabel(space)}</bdi>
        </h2>
      )}
      <ul class="tiles">
        {[...groups.map((group) => ({ ...group, icon: group.kind })), ...sessionTiles].map((tile) => (
          <li key={tile.id} class={`tile ${tile.kind}`}>
            <b>
              <bdi>{tile.name}</bdi>
            </b>
            <span>
              <Icon name={tile.icon} />
              {tile.words}
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
  const time = timeWords(readAt, zone);
  if (present - readAt > oldAge)
    return <p class="age old" role="alert">{`Out of date: updated at ${time}. The service is not responding.`}</p>;
  return <p class="age">{`Updated at ${time}${isFailing ? ', retrying' : ''}`}</p>;
}
