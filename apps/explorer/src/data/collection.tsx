import { useEffect, useRef } from 'preact/hooks';
import type { Collection } from '../interface/catalogue.js';
import { toPage } from '../request/ask.js';
import { listCall } from '../request/commands.js';
import { formatRoute, home, listAddress, type Pair, formatTarget, findValue, withValue } from '../request/route.js';
import { FillingCommands } from '../app/empty-catalogue.js';
import { FilterForm } from './filter-form.js';
import { NoAnswer } from '../app/problem.js';
import { Prose } from './prose.js';
import { RequestCode } from '../app/request.js';
import { RowsTable } from './rows-table.js';
import { type Answered, useReply, useSession, useZones } from '../app/session.js';

/** A page that fits a screen; the service's default is larger. */
const pageSize = '20';

interface Props {
  readonly collection: Collection;
  readonly query: readonly Pair[];
}

/** The start of a view: back links, and a focused heading, so that screen readers announce the view. */
export function Heading({ way, title }: { way: readonly (readonly [string, string])[]; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${title} · Resource Catalogue`;
  }, [title]);
  return (
    <>
      <nav class="soft small" aria-label="Way">
        {([['Today', formatRoute(home)], ['Collections', formatRoute({ view: 'collections' })], ...way] as const).map(
          ([text, address]) => (
            <span key={address}>
              <a href={address}>{text}</a> /{' '}
            </span>
          ),
        )}
      </nav>
      <h1 tabIndex={-1} ref={heading}>
        <bdi>{title}</bdi>
      </h1>
    </>
  );
}

/** A collection: its filters, the resulting request, and its rows. */
export function CollectionView({ collection: described, query }: Props) {
  const { token } = useSession();
  const collection = { ...described, defaultSort: defaultOrder(described) };
  const defaults = [
    ...(collection.defaultSort === described.defaultSort ? [] : [{ name: 'sort', value: collection.defaultSort }]),
    { name: 'limit', value: pageSize },
  ];
  const limited = [...query, ...defaults.filter(({ name }) => findValue(query, name) === null)];
  const target = formatTarget(collection.path, limited);
  const answered = useReply(target);
  const { reply } = answered;
  const errors = reply?.ok === false ? reply.failure.errors : [];
  return (
    <main>
      <Heading way={[]} title={collection.name} />
      <p class="lead">
        <Prose text={collection.description} />
      </p>
      <FilterForm collection={collection} query={query} errors={errors} />
      <RequestCode target={target} call={listCall(collection, limited)} />
      {token === null ? (
        <p class="empty">Enter an access token above to see the rows.</p>
      ) : (
        <Answer collection={collection} query={query} {...answered} />
      )}
    </main>
  );
}

/** Lists with a start are sorted by it, latest first. */
const defaultOrder = ({ sorts, defaultSort }: Collection): string =>
  sorts.includes('-starts_at') ? '-starts_at' : defaultSort;

function Answer({ collection, query, ...answered }: Props & Answered) {
  const { reply } = answered;
  const zoneOf = useZones();
  if (!reply?.ok) return <NoAnswer {...answered} />;
  const { rows, next } = toPage(reply.body);
  const zones = new Set(rows.map(zoneOf));
  const sort = findValue(query, 'sort') ?? collection.defaultSort;
  return (
    <section aria-label="Answer">
      <p class="soft small" role="status">
        {[
          `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${next === null ? ', the last page' : ''}`,
          `${reply.milliseconds} ms`,
          zones.size > 1 ? 'times of the space of each row' : `times in ${[...zones].join('') || 'UTC'}`,
          ...(reply.quota ? [`${reply.quota.remaining} of ${reply.quota.quota} requests left`] : []),
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

/** The filters match no row, or there is none yet. */
function NoRows({ collection, query }: Props) {
  if (query.some(({ name }) => name.startsWith('filters')))
    return <p class="empty">No row meets this. Take a filter away.</p>;
  return (
    <>
      <p class="empty">{`There are no ${collection.name.replaceAll('_', ' ')} yet.`}</p>
      <FillingCommands collection={collection.name} />
    </>
  );
}

/** Lists only go forwards; use the browser's history to go back. */
function Pages({ name, query, next }: { name: string; query: readonly Pair[]; next: string | null }) {
  const to = (cursor: string | null) => listAddress(name, withValue(query, 'cursor', cursor));
  return (
    <nav class="pages" aria-label="Pages">
      {findValue(query, 'cursor') !== null && <a href={to(null)}>First page</a>}
      {next !== null && (
        <a class="button" href={to(next)}>
          Next page
        </a>
      )}
    </nav>
  );
}
