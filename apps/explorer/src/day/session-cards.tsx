import { idOf, isObject } from '../api/json.js';
import { rowLabel } from '../api/rows.js';
import { rowUrl } from '../request/route.js';
import { type SessionOfDay, seatWords } from '../availability/sessions.js';

/** The courses and events of a day. */
export function SessionCards({ sessions }: { sessions: readonly SessionOfDay[] }) {
  return (
    <section>
      <h2>Courses and events</h2>
      {sessions.length === 0 && <p class="soft">No courses or events.</p>}
      <div class="cards">
        {sessions.map((session) => (
          <SessionCard key={idOf(session.row)} session={session} />
        ))}
      </div>
    </section>
  );
}

/** One session: when, what, how many seats, and by whom. */
export function SessionCard({ session }: { session: SessionOfDay }) {
  const { row, label, times, seats } = session;
  const people = [row['trainers'], row['hosts']].flat().filter(isObject).map(rowLabel);
  return (
    <a class="card session" href={rowUrl('training' in row ? 'training_sessions' : 'event_sessions', idOf(row))}>
      <span class="when">{times}</span>
      <b>
        <bdi>{label}</bdi>
      </b>
      {seats && <Seats seats={seats} />}
      {people.length > 0 && (
        <span class="soft small">
          with <bdi>{people.join(', ')}</bdi>
        </span>
      )}
    </a>
  );
}

/** Seats as a bar and in words. */
export const Seats = ({ seats }: { seats: NonNullable<SessionOfDay['seats']> }) => (
  <span class="seats">
    <progress max={Math.max(1, seats.total)} value={seats.total - seats.left} aria-hidden="true" />
    {seatWords(seats)}
  </span>
);
