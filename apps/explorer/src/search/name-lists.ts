import type { Catalogue, Collection } from '../interface/catalogue.js';
import { type Failure, toPage } from '../request/ask.js';
import { askPages, fullPages } from '../request/pages.js';
import { type Reader, zoneIn, zonesIn } from '../request/reader.js';
import { live, type Pair, sortedBy, formatTarget } from '../request/route.js';
import { type Entry, toEntry, matching, namingFields, nearby } from './entries.js';

/** Maximum number of full pages to read per collection; later rows are found by their exact names. */
const maxPages = 5;

/** Sort orders for reading the names of a collection, best first. */
const nameOrders = ['name', 'last_name', 'sku', '-starts_at'];

interface NameList {
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
  readonly failure: Failure | null;
}

/** The results of a search. */
export interface Found {
  readonly entries: readonly Entry[];
  /** Whether some collection has more rows than were searched. */
  readonly isPartial: boolean;
  /** Why a collection could not be searched; a missing scope does not count. */
  readonly failure: Failure | null;
}

/** The names of rows, read once per token and collection. */
export class NameLists {
  private readonly lists = new Map<string, Promise<NameList>>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly reader: Reader,
  ) {}

  /** Searches collections by name. */
  async find(names: readonly string[], text: string): Promise<Found> {
    const collections = this.catalogue.collections.filter(({ name }) => names.includes(name));
    const lists = await Promise.all(
      collections.map(async (collection) => [collection, await this.list(collection)] as const),
    );
    const near = matching(
      lists.flatMap(([, { entries }]) => entries),
      text,
    );
    const cut = lists.filter(([, { isWhole }]) => !isWhole).map(([collection]) => collection);
    const sought = near.length > 0 ? [] : isId(text.trim()) ? collections : cut;
    const exact = await Promise.all(sought.map((collection) => this.findExact(collection, text.trim())));
    const found = [...near, ...exact.flat()];
    const all = lists.flatMap(([, { entries }]) => entries);
    return {
      entries: found.length > 0 ? found : nearby(all, text),
      isPartial: cut.length > 0,
      failure: lists.find(([, { failure }]) => failure)?.[1].failure ?? null,
    };
  }

  private list(collection: Collection): Promise<NameList> {
    const known = this.lists.get(collection.name);
    if (known) return known;
    const list = this.readList(collection);
    this.lists.set(collection.name, list);
    // The next search retries.
    void list.then(({ failure }) => failure && this.lists.delete(collection.name));
    return list;
  }

  private async readList(collection: Collection): Promise<NameList> {
    const order = nameOrders.find((one) => collection.sorts.includes(one)) ?? collection.defaultSort;
    const { rows, isWhole, failure } = await this.readRows(collection, [sortedBy(order)]);
    const zones = zonesIn(await this.reader.spaces());
    const entries = rows.map((row) => toEntry(collection.name, row, zoneIn(zones, row)));
    return { entries, isWhole, failure };
  }

  private async readRows({ path, filters }: Collection, query: readonly Pair[]) {
    const kept = filters.some(({ parameter }) => parameter === live.name) ? [live] : [];
    const reply = await askPages(this.reader.read, path, fullPages([...kept, ...query]), maxPages);
    if (!reply.ok) return { rows: [], isWhole: true, failure: reply.failure.status === 403 ? null : reply.failure };
    const { rows, next } = toPage(reply.body);
    return { rows, isWhole: next === null, failure: null };
  }

  /** The row with exactly this name, slug, number, e-mail address or SKU; or, for deleted rows, id. */
  private async findExact(collection: Collection, text: string): Promise<Entry[]> {
    // A comma separates the values of a set.
    if (text === '' || text.includes(',')) return [];
    const fields = isId(text) ? ['id'] : namingFields;
    const parameters = collection.filters
      .filter(({ field, operator }) => operator === 'in' && fields.includes(field))
      .map(({ parameter }) => parameter);
    const replies = await Promise.all(
      parameters.map((name) =>
        this.reader.read(
          formatTarget(collection.path, [
            { name, value: text },
            { name: 'limit', value: '5' },
          ]),
        ),
      ),
    );
    const rows = replies.flatMap((reply) => (reply.ok ? toPage(reply.body).rows : []));
    const zones = zonesIn(await this.reader.spaces());
    const entries = rows.map((row) => toEntry(collection.name, row, zoneIn(zones, row)));
    return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  }
}

const isId = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);
