import { Icon } from '../app/icons.js';
import { Picture } from '../app/picture.js';
import { idOf, type JsonObject } from '../api/json.js';
import { unitName } from '../api/rows.js';
import { rowUrl } from '../request/route.js';
import type { FreeState } from '../availability/free-state.js';
import type { Group } from '../availability/groups.js';
import type { Bar, Lane, Timeline } from '../availability/timeline.js';

const percent = (part: number): string => `${100 * part}%`;

/** The hours above the bars. */
export function Hours({ timeline, zone }: { timeline: Timeline; zone: string }) {
  return (
    <div class="hours-of-day" title={`Times of ${zone}`}>
      <span class="hidden">{`Times of ${zone}`}</span>
      <div aria-hidden="true">
        {timeline.hours.map(({ text, left }) => (
          <span key={text} style={{ left: percent(left) }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

interface Props {
  readonly group: Group;
  /** The machine or room with its picture; null until it is read. */
  readonly owner: JsonObject | null;
  readonly timeline: Timeline;
}

/** A machine or room with its bookings; several units unfold. */
export function GroupLine({ group, owner, timeline }: Props) {
  const { id, name, collection, lanes } = group;
  const [only] = lanes;
  const isOne = lanes.length === 1;
  const title = <bdi>{name}</bdi>;
  const link = (
    <a href={rowUrl(collection, id)}>
      {!isOne && 'About '}
      {title}
    </a>
  );
  const thing = (
    <span class="thing">
      <Picture row={owner ?? { name }} width="sm" />
      <span>
        {isOne ? link : <b>{title}</b>}
        <State of={group} />
      </span>
    </span>
  );
  if (isOne && only)
    return (
      <div class="row">
        {thing}
        <Track lane={only} timeline={timeline} />
      </div>
    );
  return (
    <details class="group">
      <summary class="row">
        {thing}
        <span class="lanes" aria-hidden="true">
          {lanes.map((lane) => (
            <Track key={idOf(lane.unit)} lane={lane} timeline={timeline} isThin />
          ))}
        </span>
      </summary>
      {lanes.map((lane) => (
        <UnitLine key={idOf(lane.unit)} lane={lane} timeline={timeline} />
      ))}
      <p class="row about">{link}</p>
    </details>
  );
}

function UnitLine({ lane, timeline }: { lane: Lane; timeline: Timeline }) {
  return (
    <div class="row unit">
      <span>
        <a href={rowUrl('machine' in lane.unit ? 'machine_units' : 'place_units', idOf(lane.unit))}>
          <bdi>{unitName(lane.unit)}</bdi>
        </a>
        <State of={lane} />
      </span>
      <Track lane={lane} timeline={timeline} />
    </div>
  );
}

/** Shows a state by colour, icon and words. */
export const State = ({ of: { kind, words } }: { of: Pick<FreeState, 'kind' | 'words'> }) => (
  <span class={`state ${kind}`}>
    <Icon name={kind} />
    <bdi>{words}</bdi>
  </span>
);

interface TrackProps {
  readonly lane: Lane;
  readonly timeline: Timeline;
  /** Without words and links. */
  readonly isThin?: boolean;
}

/** The bookings of a unit; one that cannot be used has its reason in the bar. */
function Track({ lane, timeline: { now, open }, isThin = false }: TrackProps) {
  const hasNote = lane.note !== '' && !isThin;
  return (
    <span class={`track ${lane.kind}`}>
      {open.map(({ left, width }) => (
        <span key={left} class="open" style={{ left: percent(left), width: percent(width) }} />
      ))}
      {hasNote && <bdi class="note">{lane.note}</bdi>}
      {lane.bars.map((bar) => {
        const { booking, left, width, isPending } = bar;
        const look = {
          key: `${idOf(booking)} ${left}`,
          class: isPending ? 'bar pending' : 'bar',
          style: { left: percent(left), width: percent(width) },
        };
        return isThin ? (
          <span {...look} />
        ) : (
          <a {...look} href={rowUrl('bookings', idOf(booking))} title={bar.title} aria-label={bar.title}>
            {!hasNote && <BarWords bar={bar} />}
          </a>
        );
      })}
      {now !== null && <span class="now" aria-hidden="true" style={{ left: percent(now) }} />}
    </span>
  );
}

const BarWords = ({ bar: { times, isPending, holder } }: { bar: Bar }) => (
  <>
    <time>{times}</time> <bdi>{isPending ? `requested ${holder}` : holder}</bdi>
  </>
);
