import type { Collection } from '../api/catalogue.js';
import { toPage } from '../request/send-request.js';
import { type CollectionRoute, formatRoute, listUrl, type Pair, findValue, withValue } from '../request/route.js';
import { FillingCommands } from '../app/empty-catalogue.js';
import { Heading } from '../app/heading.js';
import { FilterForm } from './filter-form.js';
import { NoData } from '../app/problem.js';
import { RowView } from './row.js';
import { Prose } from './value.js';
import { RowsTable } from './rows-table.js';
import { type RepeatableRequest, useReply, useSession, useZones } from '../app/session.js';

/** A page that fits a screen; the service's default is larger. */
const pageSize = '20';

/** A collection, or one of its rows. */
export function CollectionPlace({ route }: { route: CollectionRoute }) {
  const collection = useSession().catalogue.collections.find(({ name }) => name === route.collection);
  if (!collection) {
    return (
      <main>
        <Heading title={route.collection} />
        <p>This collection does not exist.</p>
      </main>
    );
  }
  if (route.view === 'list')
    return <CollectionView key={route.collection} collection={collection} query={route.query} />;
  const { id, week } = route;
  return <RowView key={`${route.collection}/${id}`} collection={collection} id={id} week={week} />;
}

interface Props {
  readonly collection: Collection;
  readonly query: readonly Pair[];
}

/** A collection: its filters, the resulting request, and its rows. */
function CollectionView({ collection: described, query }: Props) {
  const { read } = useSession();
  const collection = { ...described, defaultSort: defaultOrder(described) };
  const defaults = [
    ...(collection.defaultSort === described.defaultSort ? [] : [{ name: 'sort', value: collection.defaultSort }]),
    { name: 'limit', value: pageSize },
  ];
  const limited = [...query, ...defaults.filter(({ name }) => findValue(query, name) === null)];
  const request = useReply(collection, limited);
  const { reply } = request;
  const errors = reply?.ok === false ? reply.failure.errors : [];
  return (
    <main>
      <Heading from={['Collections', formatRoute({ view: 'collections' })]} title={collection.name} />
      <p class="lead">
        <Prose text={collection.description} />
      </p>
      <FilterForm collection={collection} query={query} errors={errors} />
      {read === null ? (
        <p class="empty">Enter an access token above to see the rows.</p>
      ) : (
        <Results collection={collection} query={query} {...request} />
      )}
    </main>
  );
}

/** Lists with a start are sorted by it, latest first. */
const defaultOrder = ({ sorts, defaultSort }: Collection): string =>
  sorts.includes('-starts_at') ? '-starts_at' : defaultSort;

function Results({ collection, query, ...request }: Props & RepeatableRequest) {
  const { reply } = request;
  const zoneOf = useZones();
  if (!reply?.ok) return <NoData {...request} />;
  const { rows, next } = toPage(reply.body);
  const zones = new Set(rows.map(zoneOf));
  const sort = findValue(query, 'sort') ?? collection.defaultSort;
  return (
    <section aria-label="Results">
      <p class="soft small" role="status">
        {[
          `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${next === null ? ', the last page' : ''}`,
          zones.size > 1 ? 'times in the zone of the space of each row' : `times in ${[...zones].join('') || 'UTC'}`,
        ].join(' · ')}
      </p>
      {rows.length === 0 ? (
        <NoRows collection={collection} query={query} />
      ) : (
        <RowsTable collection={collection} rows={rows} sort={sort} />
      )}
      <Pages name={collection.name} query={query} next={next} />
    </section>
  );
}

/** Shown if the filters match no row, or the collection is empty. */
function NoRows({ collection, query }: Props) {
  if (query.some(({ name }) => name.startsWith('filters'))) return <p class="empty">No rows match. Remove a filter.</p>;
  return (
    <>
      <p class="empty">{`There are no ${collection.name.replaceAll('_', ' ')} yet.`}</p>
      <FillingCommands collection={collection.name} />
    </>
  );
}

/** Lists only go forwards; use the browser's history to go back. */
function Pages({ name, query, next }: { name: string; query: readonly Pair[]; next: string | null }) {
  const to = (cursor: string | null) => listUrl(name, withValue(query, 'cursor', cursor));
  return (
    <nav class="line" aria-label="Pages">
      {findValue(query, 'cursor') !== null && <a href={to(null)}>First page</a>}
      {next !== null && (
        <a class="button" href={to(next)}>
          Next page
        </a>
      )}
    </nav>
  );
}
