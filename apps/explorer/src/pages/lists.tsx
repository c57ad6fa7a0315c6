import { useContext } from 'preact/hooks';
import { useNow, useRows, ZoneContext } from '../app/session.js';
import { Reference } from '../data/value.js';
import { SessionCard } from '../day/session-cards.js';
import { Waiting } from '../day/today.js';
import { idOf, asList, asObject, asText } from '../api/json.js';
import { refreshInterval } from '../request/clock.js';
import { filter, sortedBy } from '../request/route.js';
import { toDatedSession } from '../availability/sessions.js';
import type { PartProps } from './portrait-page.js';
import { RenderedHtml } from './rendered-html.js';

/** The first rows that end in the future and refer to this one. */
function useUpcoming(collection: string, field: string, { row }: PartProps) {
  const present = new Date(useNow(refreshInterval)).toISOString();
  const own = filter(field, 'in', idOf(row));
  const query = [own, filter('ends_at', 'gt', present), sortedBy('starts_at'), { name: 'limit', value: '12' }];
  return useRows(collection, query);
}

/** The next dates of a training or an event. */
export function NextDates(props: PartProps) {
  const kind = 'duration_in_minutes' in props.row ? 'training' : 'event';
  const zone = useContext(ZoneContext);
  const sessions = useUpcoming(`${kind}_sessions`, `${kind}_id`, props);
  const shown = sessions.rows.filter(({ state }) => state === 'scheduled');
  return (
    <section>
      <h2>Next dates</h2>
      <Waiting lists={[sessions]} />
      {sessions.readAt !== null && shown.length === 0 && <p class="soft">No dates are planned.</p>}
      <div class="cards">
        {shown.map((row) => (
          <SessionCard key={idOf(row)} session={toDatedSession(row, zone)} />
        ))}
      </div>
    </section>
  );
}

/** The next bookings of a member. */
export function NextBookings(props: PartProps) {
  const bookings = useUpcoming('bookings', 'member_id', props);
  return (
    <section>
      <h2>Next bookings</h2>
      <Waiting lists={[bookings]} />
      {bookings.readAt !== null && bookings.rows.length === 0 && <p class="soft">none</p>}
      <ul class="plain">
        {bookings.rows.map((booking) => (
          <li key={idOf(booking)}>
            <Reference name="booking" row={booking} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The steps of a project. */
export const Steps = ({ row }: PartProps) => (
  <ol class="project-steps">
    {asList(row['steps'])
      .map(asObject)
      .map((step, index) => (
        <li key={asText(step['id']) ?? index}>
          <h2>
            <bdi>{asText(step['title']) ?? `Step ${index + 1}`}</bdi>
          </h2>
          <RenderedHtml html={asText(step['description_rendered']) ?? ''} below={2} />
        </li>
      ))}
  </ol>
);
