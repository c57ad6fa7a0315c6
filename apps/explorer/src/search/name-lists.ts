import type { Collection } from '../api/catalogue.js';
import type { JsonObject } from '../api/json.js';
import { type Failure, type Reply, toPage } from '../request/send-request.js';
import { readPages, type Read } from '../request/pages.js';
import { liveFilter, sortedBy, formatTarget } from '../request/route.js';
import { zoneIn } from '../time/zone.js';
import { type Entry, toEntry, findMatches, namingFields, findNearMatches } from './entries.js';

/** Maximum number of full pages to read per collection; later rows are found by their exact names. */
const maxPages = 5;

/** Sort orders for reading the names of a collection, best first. */
const nameOrders = ['name', 'last_name', 'sku', '-starts_at'];

/** The first rows of collections, by the name of the collection. */
export type NameLists = Map<string, Promise<Reply>>;

/** The results of a search. */
export interface SearchResults {
  readonly entries: readonly Entry[];
  /** Whether some collection has more rows than were searched. */
  readonly isPartial: boolean;
  /** Why a collection could not be searched; a missing scope does not count. */
  readonly failure: Failure | null;
}

interface Source {
  readonly read: Read;
  readonly zones: ReadonlyMap<string, string>;
  /** The names read so far with the token. */
  readonly names: NameLists;
}

/** Searches collections by name. */
export async function findByName(
  source: Source,
  collections: readonly Collection[],
  text: string,
): Promise<SearchResults> {
  const toEntries = ({ name }: Collection, rows: readonly JsonObject[]) =>
    rows.map((row) => toEntry(name, row, zoneIn(source.zones, row)));
  const lists = await Promise.all(
    collections.map(async (collection) => {
      const reply = await listNames(source, collection);
      const { rows, next } = toPage(reply.ok ? reply.body : {});
      const failure = reply.ok || reply.failure.status === 403 ? null : reply.failure;
      return { collection, entries: toEntries(collection, rows), isWhole: next === null, failure };
    }),
  );
  const all = lists.flatMap(({ entries }) => entries);
  const cut = lists.filter(({ isWhole }) => !isWhole).map(({ collection }) => collection);
  const near = findMatches(all, text);
  const sought = near.length > 0 ? [] : isId(text.trim()) ? collections : cut;
  const exact = await Promise.all(
    sought.map(async (collection) => toEntries(collection, await findExact(source.read, collection, text.trim()))),
  );
  const found = [...near, ...exact.flat()];
  return {
    entries: found.length > 0 ? found : findNearMatches(all, text),
    isPartial: cut.length > 0,
    failure: lists.find(({ failure }) => failure)?.failure ?? null,
  };
}

/** The first rows of a collection by name, read once; after a failure, the next search retries. */
function listNames({ read, names }: Source, { name, path, filters, sorts, defaultSort }: Collection): Promise<Reply> {
  const known = names.get(name);
  if (known) return known;
  const order = sortedBy(nameOrders.find((one) => sorts.includes(one)) ?? defaultSort);
  const kept = filters.some(({ parameter }) => parameter === liveFilter.name) ? [liveFilter] : [];
  const list = readPages(read, path, [...kept, order], maxPages);
  names.set(name, list);
  void list.then((reply) => reply.ok || reply.failure.status === 403 || names.delete(name));
  return list;
}

/** The row with exactly this name, slug, number, e-mail address or SKU; or, for deleted rows, id. */
async function findExact(read: Read, { path, filters }: Collection, text: string): Promise<JsonObject[]> {
  // A comma separates the values of a set.
  if (text === '' || text.includes(',')) return [];
  const fields = isId(text) ? ['id'] : namingFields;
  const targets = filters
    .filter(({ field, operator }) => operator === 'in' && fields.includes(field))
    .map(({ parameter: name }) => formatTarget(path, [{ name, value: text }, ...fewRows]));
  const replies = await Promise.all(targets.map((target) => read(target)));
  const rows = replies.flatMap((reply) => (reply.ok ? toPage(reply.body).rows : []));
  return [...new Map(rows.map((row) => [row['id'], row])).values()];
}

const fewRows = [{ name: 'limit', value: '5' }];

const isId = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);
