import { isCatalogueError } from '../errors/catalogue-error.js';
import type { Reply } from '../http/answer.js';
import { CursorGuard } from './cursor-guard.js';
import type { Page } from './page.js';

/** A page, and the maker of an error should its cursor lead nowhere. */
export interface LoadedPage<Item> {
  readonly page: Page<Item>;
  readonly fail: Reply['fail'];
}

/** Reads the page that a cursor asks for; null asks for the first. */
export type LoadPage<Item> = (cursor: string | null, signal: AbortSignal | undefined) => Promise<LoadedPage<Item>>;

/** How a walk over the pages of a list goes. */
export interface WalkOptions {
  /** Pages to read at most. */
  readonly maxPages?: number;
  /** Whether the next page is already being read while the caller works on this one. */
  readonly prefetch?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Empty pages in a row after which a list is taken to lead nowhere. */
const mostEmptyPages = 20;

/** Walks from page to page, one at a time, and reads none that nobody asks for. Leaving the loop ends a pending request. */
export async function* walk<Item>(
  load: LoadPage<Item>,
  start: string | null,
  { maxPages = Infinity, prefetch = false, signal }: WalkOptions,
): AsyncGenerator<Page<Item>, void, undefined> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  const read = (cursor: string | null) => loadAt(load, cursor, controller.signal);
  const faultOf = circleOrDesert<Item>();
  try {
    let pending = maxPages > 0 ? read(start) : undefined;
    for (let pages = 1; pending !== undefined; pages += 1) {
      const loaded: LoadedPage<Item> = await pending;
      const next = loaded.page.nextCursor;
      const fault = faultOf(loaded.page);
      const goesOn = next !== null && pages < maxPages;
      pending = goesOn && prefetch && fault === undefined ? read(next) : undefined;
      // Whoever waits for it gets its error; if the loop is left, nobody does.
      pending?.catch(() => {});
      yield loaded.page;
      if (goesOn && fault !== undefined) throw loaded.fail('pagination', fault, { resumeCursor: next });
      if (goesOn) pending ??= read(next);
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}

/** Looks at one page after the other and says when their cursors lead nowhere. */
function circleOrDesert<Item>(): (page: Page<Item>) => string | undefined {
  const guard = new CursorGuard();
  let empty = 0;
  return ({ data, nextCursor }) => {
    empty = data.length === 0 ? empty + 1 : 0;
    if (nextCursor !== null && guard.repeats(nextCursor)) return 'led back to a cursor that came before';
    return empty > mostEmptyPages ? `gave ${empty} empty pages in a row` : undefined;
  };
}

/** Reads a page; an error on the way tells where to go on. */
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
