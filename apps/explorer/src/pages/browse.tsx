import { Heading } from '../app/heading.js';
import { Picture } from '../app/picture.js';
import { type ListRequest, useNow, useRows, useZones } from '../app/session.js';
import { viewOf } from '../app/views.js';
import { SessionCard } from '../day/session-cards.js';
import { Waiting } from '../day/today.js';
import { groupBy, idOf, isObject, type JsonObject, asList, asObject, asText } from '../api/json.js';
import { rowLabel } from '../api/rows.js';
import { refreshInterval } from '../request/clock.js';
import { filter, liveFilter, overlapFilters, rowUrl, sortedBy } from '../request/route.js';
import { toDatedSession } from '../availability/sessions.js';
import { price } from './facts.js';

/** All machines, rooms or projects with their pictures, or the next courses and events. */
export function Browse({ what }: { what: string }) {
  const view = viewOf({ view: 'browse', what });
  if (!view || what === 'sessions') return <Agenda />;
  return (
    <main key={what}>
      <Heading title={view.title} />
      <Gallery collection={what} list={usePublished(what, what === 'projects' ? '-updated_at' : 'name')} />
    </main>
  );
}

const usePublished = (collection: string, order = 'name'): ListRequest =>
  useRows(collection, [filter('publication_state', 'in', 'published'), liveFilter, sortedBy(order)]);

/** Rows with their pictures, by category. */
function Gallery({ collection, list }: { collection: string; list: ListRequest }) {
  const groups = groupBy(list.rows, ({ category }) => (isObject(category) ? rowLabel(category) : ''));
  return (
    <>
      <Waiting lists={[list]} />
      {list.readAt !== null && list.rows.length === 0 && <p class="empty">There are none yet.</p>}
      {[...groups]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([name, rows]) => (
          <div key={name}>
            {name !== '' && <h2>{name}</h2>}
            <div class="cards">
              {rows.map((row) => (
                <ThingCard key={idOf(row)} collection={collection} row={row} />
              ))}
            </div>
          </div>
        ))}
    </>
  );
}

const ThingCard = ({ collection, row }: { collection: string; row: JsonObject }) => (
  <a class="card thing-card" href={rowUrl(collection, idOf(row))}>
    <Picture row={row} width="md" class="wide" />
    <b>
      <bdi>{rowLabel(row)}</bdi>
    </b>
    <bdi class="soft small">{asText(row['summary'])}</bdi>
    <span class="tags">
      {notes(row).map((note) => (
        <bdi key={note} class="tag">
          {note}
        </bdi>
      ))}
    </span>
  </a>
);

/** Inductions, prices and the author, as tags. */
function notes(row: JsonObject): string[] {
  const needed = asList(row['required_accreditations']).map((each) => rowLabel(asObject(each)));
  const author = isObject(row['author']) ? [`by ${rowLabel(row['author'])}`] : [];
  return [...needed, ...author, ...(asList(row['prices']).length > 0 ? [price(row)] : [])];
}

const days = 28;

/** The courses and events of the next weeks, and all of them. */
function Agenda() {
  const present = useNow(refreshInterval);
  const [from, to] = [new Date(present), new Date(present + days * 86_400_000)];
  const query = overlapFilters(from.toISOString(), to.toISOString());
  const lists = [useRows('training_sessions', query), useRows('event_sessions', query)];
  const zoneOf = useZones();
  const sessions = lists
    .flatMap(({ rows }) => rows)
    .filter(({ state }) => state === 'scheduled')
    .map((row) => toDatedSession(row, zoneOf(row)));
  return (
    <main>
      <Heading title="Courses & events" />
      <Waiting lists={lists} />
      <div class="cards">
        {sessions
          .sort((one, other) => one.start - other.start)
          .map((session) => (
            <SessionCard key={idOf(session.row)} session={session} />
          ))}
      </div>
      <Gallery collection="trainings" list={usePublished('trainings')} />
      <Gallery collection="events" list={usePublished('events')} />
    </main>
  );
}
