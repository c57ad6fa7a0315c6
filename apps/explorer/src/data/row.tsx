import { Heading } from '../app/heading.js';
import { NoData } from '../app/problem.js';
import { useReply, useSession, useZones, ZoneContext } from '../app/session.js';
import { Terms } from '../app/terms.js';
import { viewOf } from '../app/views.js';
import type { Collection } from '../api/catalogue.js';
import { isObject, type JsonObject, asText } from '../api/json.js';
import { findReferrers } from '../api/references.js';
import { keyWords, rowTitle, shortId } from '../api/rows.js';
import { PortraitPage } from '../pages/portrait-page.js';
import { portraits } from '../pages/portraits.js';
import { toPage } from '../request/send-request.js';
import { formatRoute, listUrl } from '../request/route.js';
import { FullValue, Prose } from './value.js';

interface Props {
  readonly collection: Collection;
  readonly id: string;
  readonly week: string | null;
}

/** A row: a page for people if its collection has one, all its fields, and the rows that refer to it. */
export function RowView({ collection, id, week }: Props) {
  const { read } = useSession();
  // If a collection has no get, its list is filtered by id.
  const request = useReply(collection, collection.readsOne ? id : [{ name: 'filters[id][in]', value: id }]);
  const { reply } = request;
  const row = reply?.ok ? rowIn(reply.body) : null;
  const zone = useZones()(row ?? {});
  const view = viewOf({ view: 'row', collection: collection.name, id, week });
  return (
    <main class="page">
      <Heading
        from={view ? [view.title, formatRoute(view.route)] : [keyWords(collection.name), listUrl(collection.name)]}
        title={row ? rowTitle(row, zone) : shortId(id)}
      />
      {read === null && <p class="empty">Enter an access token above to see the row.</p>}
      {read !== null && !reply?.ok && <NoData {...request} />}
      {reply?.ok && !row && <p class="empty">This row does not exist.</p>}
      {row && (
        <ZoneContext.Provider value={zone}>
          <Contents collection={collection} row={row} week={week} />
        </ZoneContext.Provider>
      )}
      {row && <Referrers collection={collection} id={id} />}
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
  const portrait = portraits[collection.name];
  if (!portrait) return <Fields collection={collection} row={row} />;
  const summary = asText(row['summary']);
  return (
    <>
      {summary !== null && (
        <p class="lead">
          <bdi>{summary}</bdi>
        </p>
      )}
      <PortraitPage portrait={portrait} row={row} week={week} />
      <details class="more">
        <summary>All fields</summary>
        <Fields collection={collection} row={row} />
      </details>
    </>
  );
}

const rowIn = (body: JsonObject): JsonObject | null =>
  isObject(body['data']) ? body['data'] : (toPage(body).rows[0] ?? null);

/** The fields in the order of the API, except the id, which is last. */
function Fields({ collection, row }: { collection: Collection; row: JsonObject }) {
  const described = new Map(collection.fields.map(({ name, description }) => [name, description]));
  const { id, ...others } = row;
  return (
    <Terms
      class="fields"
      lines={Object.entries({ ...others, id }).map(([key, value]) => [
        <>
          <span title={key}>{keyWords(key)}</span>
          <span class="soft small">
            <Prose text={described.get(key) ?? ''} />
          </span>
        </>,
        <FullValue name={key} value={value} />,
      ])}
    />
  );
}

/** Lists of the rows that refer to this one. */
function Referrers({ collection, id }: { collection: Collection; id: string }) {
  const { catalogue } = useSession();
  const referrers = findReferrers(catalogue, collection.name);
  if (referrers.length === 0) return null;
  return (
    <details class="more">
      <summary>Referenced by</summary>
      <ul class="links">
        {referrers.map(({ collection: { name }, parameter, field }) => (
          <li key={`${name} ${field}`}>
            <a href={listUrl(name, [{ name: parameter, value: id }])}>
              {keyWords(name)} <span class="soft">by {keyWords(field).toLowerCase()}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
