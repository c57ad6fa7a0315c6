import type { Collection } from '../interface/catalogue.js';
import { isObject, type JsonObject, asList, asObject, asText } from '../interface/json.js';
import { findReferrers } from '../interface/references.js';
import { rowLabel, shortId, rowTitle } from '../interface/rows.js';
import { toPage } from '../request/ask.js';
import { getCall, listCall } from '../request/commands.js';
import { listAddress, rowAddress, rowTarget, formatTarget } from '../request/route.js';
import { Heading } from './collection.js';
import { portraits } from '../pages/portraits.js';
import { NoAnswer } from '../app/problem.js';
import { Prose } from './prose.js';
import { RequestCode } from '../app/request.js';
import { useReply, useSession, useZones, ZoneContext } from '../app/session.js';
import { FullValue } from './value.js';
import { WeekView } from '../pages/week.js';

interface Props {
  readonly collection: Collection;
  readonly id: string;
  readonly week: string | null;
}

/** Collections whose rows are booked by the hour, by the key of a booking that refers to them. */
const bookedUnits = new Map([
  ['machine_unit', 'machine_units'],
  ['place_unit', 'place_units'],
]);

/** A row with all its fields, the rows that refer to it, and for a unit the week's bookings. */
export function RowView({ collection, id, week }: Props) {
  const { token } = useSession();
  const { target, call } = requestFor(collection, id);
  const answered = useReply(target);
  const { reply } = answered;
  const row = reply?.ok ? rowIn(reply.body) : null;
  const zone = useZones()(row ?? {});
  const list = listAddress(collection.name);
  return (
    <main>
      <Heading way={[[collection.name, list]]} title={row ? rowTitle(row, zone) : shortId(id)} />
      <RequestCode target={target} call={call} />
      {token === null && <p class="empty">Enter an access token above to see the row.</p>}
      {token !== null && !reply?.ok && <NoAnswer {...answered} />}
      {reply?.ok && !row && <p class="empty">There is no such row.</p>}
      {row && (
        <ZoneContext.Provider value={zone}>
          <Contents collection={collection} row={row} week={week} />
        </ZoneContext.Provider>
      )}
      {row && <Referrers collection={collection} id={id} />}
      {row && (
        <details>
          <summary>As JSON</summary>
          <pre class="text" tabIndex={0}>
            {JSON.stringify(row, null, 2)}
          </pre>
        </details>
      )}
    </main>
  );
}

interface ContentsProps {
  readonly collection: Collection;
  readonly row: JsonObject;
  readonly week: string | null;
}

/** The main information of a row, and all its fields. */
function Contents({ collection, row, week }: ContentsProps) {
  const Portrait = portraits[collection.name];
  const [unitKey] = [...bookedUnits].find(([, name]) => name === collection.name) ?? [];
  return (
    <>
      {Portrait && <Portrait row={row} week={week} />}
      {unitKey !== undefined && (
        <WeekView collection={collection.name} row={row} field={`${unitKey}_id`} chosen={week} />
      )}
      {collection.name === 'bookings' && <WeekOfBooking booking={row} />}
      {Portrait ? (
        <details>
          <summary>All fields</summary>
          <Fields collection={collection} row={row} />
        </details>
      ) : (
        <Fields collection={collection} row={row} />
      )}
    </>
  );
}

/** The link from a booking to the other bookings of its week. */
function WeekOfBooking({ booking }: { booking: JsonObject }) {
  const day = asText(asObject(asList(booking['slots'])[0])['start_date']);
  const [key, collection] = [...bookedUnits].find(([one]) => isObject(booking[one])) ?? [];
  if (key === undefined || collection === undefined) return null;
  const id = asText(asObject(booking[key])['id']) ?? '';
  return (
    <p>
      <a href={rowAddress(collection, id, day)}>
        The week of <bdi>{rowLabel(asObject(booking[key]))}</bdi>
      </a>
    </p>
  );
}

/** If a collection has no get, its list is filtered by id. */
function requestFor(collection: Collection, id: string): { target: string; call: string } {
  if (collection.readsOne) {
    return { target: rowTarget(collection.path, id), call: getCall(collection, id) };
  }
  const query = [{ name: 'filters[id][in]', value: id }];
  return { target: formatTarget(collection.path, query), call: listCall(collection, query) };
}

const rowIn = (body: JsonObject): JsonObject | null =>
  isObject(body['data']) ? body['data'] : (toPage(body).rows[0] ?? null);

function Fields({ collection, row }: { collection: Collection; row: JsonObject }) {
  const described = new Map(collection.fields.map(({ name, description }) => [name, description]));
  return (
    <dl class="fields">
      {Object.entries(row).map(([key, value]) => (
        <div key={key}>
          <dt>
            <code>{key}</code>
            <span class="soft small">
              <Prose text={described.get(key) ?? ''} />
            </span>
          </dt>
          <dd>
            <FullValue name={key} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Referrers({ collection, id }: { collection: Collection; id: string }) {
  const { catalogue } = useSession();
  const referrers = findReferrers(catalogue, collection.name);
  if (referrers.length === 0) return null;
  return (
    <section>
      <h2>What refers to it</h2>
      <ul class="links">
        {referrers.map(({ collection: { name }, parameter, field }) => (
          <li key={`${name} ${field}`}>
            <a href={listAddress(name, [{ name: parameter, value: id }])}>
              {name} <span class="soft">by {field}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
