import { type Result, settle } from '../errors/result.js';
import { maximumPageSize } from '../limits.js';
import type { Page } from './page.js';
import { loadAt, type LoadedPage, type LoadPage, readPages, type PagesOptions } from './read-pages.js';

/** The functions and parameters of a list. */
interface ListSource<Item> extends Omit<PagesOptions, 'maxPages'> {
  /** Reads the page at a cursor, with this limit. */
  readonly load: (
    cursor: string | null,
    limit: number | undefined,
    signal: AbortSignal | undefined,
  ) => Promise<LoadedPage<Item>>;
  /** Where the list starts; null for its first row. */
  readonly cursor: string | null;
  /** The page size requested by the caller. */
  readonly limit: number | undefined;
}

/**
 * A list that is read as it is used: nothing is sent before it is awaited or iterated.
 *
 * - `await call` is the first page.
 * - `for await (const item of call)` iterates over all items of all pages, in order (PAGE-4).
 * - An error during iteration has `resumeCursor`: a list with that `cursor` resumes with the first page that was not returned.
 *
 * @example
 * const { data, nextCursor } = await client.bookings.list({ limit: 20 });
 * for await (const booking of client.bookings.list({ sort: 'starts_at' })) console.log(booking.starts_at);
 */
export class ListCall<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #load: ListSource<Item>['load'];
  readonly #cursor: string | null;
  readonly #limit: number | undefined;
  readonly #options: PagesOptions;
  #page: Promise<Page<Item>> | undefined;

  /** Internal: call `list` instead, or the `list` of a client's collection. */
  constructor({ load, cursor, limit, ...options }: ListSource<Item>) {
    this.#load = load;
    this.#cursor = cursor;
    this.#limit = limit;
    this.#options = options;
  }

  /** The first page, read once however often it is awaited. */
  then<Good = Page<Item>, Bad = never>(
    onPage?: ((page: Page<Item>) => Good | PromiseLike<Good>) | null,
    onError?: ((error: unknown) => Bad | PromiseLike<Bad>) | null,
  ): Promise<Good | Bad> {
    this.#page ??= loadAt(this.#loadWith(this.#limit), this.#cursor, this.#options.signal).then(({ page }) => page);
    return this.#page.then(onPage, onError);
  }

  /** Handles the failure of the first page. */
  catch<Bad>(onError: (error: unknown) => Bad | PromiseLike<Bad>): Promise<Page<Item> | Bad> {
    return this.then(undefined, onError);
  }

  /** Runs when the first page has arrived or failed. */
  finally(onEnd: () => void): Promise<Page<Item>> {
    return this.then().finally(onEnd);
  }

  /** The first page, or the error as a value instead of an exception. */
  safe(): Promise<Result<Page<Item>>> {
    return settle(this);
  }

  /** Iterates over the items; each page is read when its first item is needed. Leaving the loop stops reading. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /**
   * Iterates over the pages, at most `maxPages` of them, of 200 rows unless the list has a `limit`; `nextCursor` of the last one
   * resumes later.
   *
   * @example
   * for await (const { data, nextCursor } of client.bookings.list().pages({ maxPages: 10 })) await store(data, nextCursor);
   */
  pages({ maxPages = Infinity }: { readonly maxPages?: number } = {}): AsyncGenerator<Page<Item>, void, undefined> {
    return readPages(this.#loadWith(this.#limit ?? maximumPageSize), this.#cursor, { ...this.#options, maxPages });
  }

  /**
   * The first `max` items, or all if there are fewer. `max` is required, since a list may have any length. If a page fails, items
   * read so far are lost; iterating over `pages` keeps them.
   *
   * @throws TypeError if `max` is not a number of at least 0.
   * @example
   * const places = await client.places.list().toArray({ max: 500 });
   */
  async toArray({ max }: { readonly max: number }): Promise<Item[]> {
    if (!(max >= 0)) throw new TypeError('toArray needs max >= 0.');
    const items: Item[] = [];
    for await (const page of this.pages({ maxPages: max > 0 ? Infinity : 0 })) {
      items.push(...page.data.slice(0, max - items.length));
      if (items.length >= max) break;
    }
    return items;
  }

  /** The first item, or undefined if the list is empty; reads one row only. */
  async first(): Promise<Item | undefined> {
    return (await loadAt(this.#loadWith(1), this.#cursor, this.#options.signal)).page.data[0];
  }

  #loadWith(limit: number | undefined): LoadPage<Item> {
    return (cursor, signal) => this.#load(cursor, limit, signal);
  }
}
