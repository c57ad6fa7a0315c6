import type { ComponentChildren } from 'preact';
import { Icon } from '../app/icons.js';
import { Picture } from '../app/picture.js';
import { type JsonObject, asText } from '../interface/json.js';
import { rowAddress } from '../request/route.js';
import type { Freedom } from '../workshop/freedom.js';
import type { Group } from '../workshop/groups.js';
import type { Bar, Lane, Timeline } from '../workshop/timeline.js';

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
  readonly now: number | null;
}

/** A machine or room with its bookings; several units unfold. */
export function GroupLine({ group, owner, now }: Props) {
  const { id, name, collection, lanes } = group;
  const [only] = lanes;
  const address = rowAddress(collection, id);
  const thing = (title: ComponentChildren) => (
    <span class="thing">
      <Picture row={owner ?? { name }} width="sm" />
      <span>
        {title}
        <State of={group} />
      </span>
    </span>
  );
  const title = <bdi>{name}</bdi>;
  if (only && lanes.length === 1)
    return (
      <div class="row">
        {thing(<a href={address}>{title}</a>)}
        <Track lane={only} now={now} />
      </div>
    );
  return (
    <details class="group">
      <summary class="row">
        {thing(<b>{title}</b>)}
        <span class="lanes" aria-hidden="true">
          {lanes.map((lane) => (
            <ThinTrack key={asText(lane.unit['id'])} lane={lane} now={now} />
          ))}
        </span>
      </summary>
      {lanes.map((lane) => (
        <UnitLine key={asText(lane.unit['id'])} lane={lane} now={now} />
      ))}
      <p class="row about">
        <a href={address}>About {title}</a>
      </p>
    </details>
  );
}

function UnitLine({ lane, now }: { lane: Lane; now: number | null }) {
  const { id, name, sku } = lane.unit;
  return (
    <div class="row unit">
      <span>
        <a href={rowAddress('machine' in lane.unit ? 'machine_units' : 'place_units', asText(id) ?? '')}>
          <bdi>{[asText(name), asText(sku)].filter(Boolean).join(' · ')}</bdi>
        </a>
        <State of={lane} />
      </span>
      <Track lane={lane} now={now} />
    </div>
  );
}

/** The state by colour, form and word. */
export const State = ({ of: { kind, words } }: { of: Pick<Freedom, 'kind' | 'words'> }) => (
  <span class={`state ${kind}`}>
    <Icon name={kind} />
    <bdi>{words}</bdi>
  </span>
);

/** A unit that cannot be used has its reason in the bar. */
function Track({ lane, now }: { lane: Lane; now: number | null }) {
  return (
    <span class={`track ${lane.kind}`}>
      {lane.note !== '' && <bdi class="note">{lane.note}</bdi>}
      {lane.bars.map((bar) => (
        <BarLink key={`${asText(bar.booking['id'])} ${bar.left}`} bar={bar} isQuiet={lane.note !== ''} />
      ))}
      <Now now={now} />
    </span>
  );
}

/** A quiet bar leaves its place to the reason why the unit cannot be used. */
function BarLink({ bar, isQuiet }: { bar: Bar; isQuiet: boolean }) {
  const { booking, left, width, times, holder, isPending, title } = bar;
  return (
    <a
      class={isPending ? 'bar pending' : 'bar'}
      href={rowAddress('bookings', asText(booking['id']) ?? '')}
      title={title}
      aria-label={title}
      style={{ left: percent(left), width: percent(width) }}
    >
      {!isQuiet && <time>{times}</time>} {!isQuiet && <bdi>{isPending ? `requested ${holder}` : holder}</bdi>}
    </a>
  );
}

/** One of several units, without details. */
const ThinTrack = ({ lane, now }: { lane: Lane; now: number | null }) => (
  <span class={`track ${lane.kind}`}>
    {lane.bars.map(({ booking, left, width, isPending }) => (
      <span
        key={`${asText(booking['id'])} ${left}`}
        class={isPending ? 'bar pending' : 'bar'}
        style={{ left: percent(left), width: percent(width) }}
      />
    ))}
    <Now now={now} />
  </span>
);

const Now = ({ now }: { now: number | null }) =>
  now !== null && <span class="now" aria-hidden="true" style={{ left: percent(now) }} />;
