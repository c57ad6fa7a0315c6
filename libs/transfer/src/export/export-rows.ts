import type { ListFilter } from '@resource-catalogue/list-query';
import type { Database, ReadSource } from '@resource-catalogue/database';
import { type Definition, type Page, Reader, SummaryCache } from '@resource-catalogue/read';

/** Rows per query: large enough to amortise the query, small enough for memory. */
const rowsAtOnce = 500;

/** Request properties that only links and cursors need. */
const noRequest = { fingerprint: '0'.repeat(16), pairs: [] };

/** The rows of one collection as JSON texts in the API's format, ordered by id. */
export type RowsOf = (definition: Definition) => AsyncGenerator<readonly string[], void, undefined>;

/** A reader such as a pipe may be slow, but an idle transaction blocks vacuum and migrations. */
const waitForReader = { text: `SET LOCAL idle_in_transaction_session_timeout = '10min'` };

/** Runs the work on a consistent snapshot of the whole catalogue. */
export function withSnapshot<T>(database: Database, work: (rowsOf: RowsOf) => Promise<T>): Promise<T> {
  return database.source.snapshot(async (source) => {
    await source.query(waitForReader, []);
    return work((definition) => rows(definition, source));
  });
}

/** Reads the rows with these ids. */
export const rowsWithIds = (definition: Definition, source: ReadSource, ids: readonly string[]): ReturnType<RowsOf> =>
  rows(definition, source, [{ field: 'id', operator: 'in', values: ids }]);

async function* rows(
  definition: Definition,
  source: ReadSource,
  filters: readonly ListFilter[] = [],
): ReturnType<RowsOf> {
  const reader = new Reader(source, new SummaryCache());
  const pageAfter = (id: string | null): Promise<Page> => {
    const sort = { field: 'id', descending: false };
    const after = id === null ? null : { key: id, id };
    const page = reader.list(definition, { filters, sort, limit: rowsAtOnce, after, ...noRequest });
    // The next page is read ahead, so it may fail before anything awaits it.
    page.catch(() => undefined);
    return page;
  };
  let next: Promise<Page> | null = pageAfter(null);
  while (next !== null) {
    const page: Page = await next;
    const last = page.items.at(-1);
    next = page.next === null || last === undefined ? null : pageAfter(readId(last));
    if (page.items.length > 0) yield page.items;
  }
}

/** Every resource begins with its id. */
function readId(text: string): string {
  const id = /^\{"id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`A resource does not begin with its id: ${text.slice(0, 60)}`);
  return id;
}
