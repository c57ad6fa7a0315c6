import { isCatalogueError } from '../errors/catalogue-error.js';
import { onAbort } from '../http/abort.js';
import type { Reply } from '../http/response.js';
import { isRecord } from '../objects.js';
import type { Page } from './page.js';

/** A page, and a function that creates an error for its cursor. */
export interface LoadedPage<Item> {
  readonly page: Page<Item>;
  readonly fail: Reply['fail'];
}

/** Reads the page at a cursor; null is the first. */
export type LoadPage<Item> = (cursor: string | null, signal: AbortSignal | undefined) => Promise<LoadedPage<Item>>;

/** Options for iterating over the pages of a list. */
export interface PagesOptions {
  /** Maximum number of pages to read. */
  readonly maxPages?: number;
  /** Whether the next page is read while the caller works on this one. */
  readonly prefetch?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Empty pages in a row after which iteration fails. */
const maxEmptyPages = 20;

/** Iterates over pages, and reads a page only when it is needed. Leaving the loop ends a pending request. */
export async function* readPages<Item>(
  load: LoadPage<Item>,
  start: string | null,
  { maxPages = Infinity, prefetch = false, signal }: PagesOptions,
): AsyncGenerator<Page<Item>, void, undefined> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const forget = signal && onAbort(signal, abort);
  if (signal?.aborted) abort();
  const read = (cursor: string | null) => loadAt(load, cursor, controller.signal);
  const problemOf = endlessnessCheck<Item>();
  try {
    let pending = maxPages > 0 ? read(start) : undefined;
    for (let pages = 1; pending !== undefined; pages += 1) {
      const loaded: LoadedPage<Item> = await pending;
      const next = loaded.page.nextCursor;
      const problem = problemOf(loaded.page);
      const goesOn = next !== null && pages < maxPages;
      pending = goesOn && prefetch && problem === undefined ? read(next) : undefined;
      // Its error reaches the loop when it is awaited; after leaving the loop it would be unhandled.
      pending?.catch(() => {});
      yield loaded.page;
      if (goesOn && problem !== undefined) throw loaded.fail('pagination', problem, { resumeCursor: next });
      if (goesOn) pending ??= read(next);
    }
  } finally {
    forget?.();
    controller.abort();
  }
}

/** Checks one page after the other and returns why the list never ends, if so. */
function endlessnessCheck<Item>(): (page: Page<Item>) => string | undefined {
  const cursors = new CycleDetector();
  const rows = new CycleDetector();
  let empty = 0;
  return ({ data, nextCursor }) => {
    empty = data.length === 0 ? empty + 1 : 0;
    if (nextCursor !== null && cursors.repeats(nextCursor)) return 'repeated a cursor';
    // An unchanged row is returned once (PAGE-4), whatever the number of cursors.
    const first: unknown = data[0];
    const { id, updated_at: changed }: Readonly<Record<string, unknown>> = isRecord(first) ? first : {};
    const known = typeof id === 'string' && typeof changed === 'string';
    if (known && rows.repeats(`${id} ${changed}`)) return 'repeated a page';
    return empty > maxEmptyPages ? `returned ${empty} empty pages in a row` : undefined;
  };
}

/**
 * Detects repeating texts by Brent's algorithm: it stores one text and replaces it after 1, 2, 4, 8, … pages, so
 * iterating over a million rows needs no more memory than over ten, and a cycle of any length is found.
 */
class CycleDetector {
  #kept: string | undefined;
  #pages = 0;
  #keepAt = 1;

  /** Whether this text completes a cycle. */
  repeats(text: string): boolean {
    if (text === this.#kept) return true;
    this.#pages += 1;
    if (this.#pages >= this.#keepAt) {
      this.#kept = text;
      this.#keepAt *= 2;
    }
    return false;
  }
}

/** Reads a page; an error has the cursor to resume with. */
export async function loadAt<Item>(
  load: LoadPage<Item>,
  cursor: string | null,
  signal: AbortSignal | undefined,
): Promise<LoadedPage<Item>> {
  try {
    return await load(cursor, signal);
  } catch (error) {
    if (isCatalogueError(error)) error.resumeCursor = cursor;
    throw error;
  }
}
