import type { ListFilter } from '@resource-catalogue/list-query';
import type { Database, ReadSource } from '@resource-catalogue/database';
import { type Definition, type Page, Reader, SummaryCache } from '@resource-catalogue/read';

/** Rows that are read at once: enough that a statement costs little beside its rows, few enough to be held. */
const rowsAtOnce = 500;

/** What only links and cursors need. */
const noRequest = { fingerprint: '0'.repeat(16), pairs: [] };

/** The rows of one collection as the API shows them, each a JSON text, ordered by id. */
export type RowsOf = (definition: Definition) => AsyncGenerator<readonly string[], void, undefined>;

/** An export may wait for its reader, such as a slow pipe. One that is suspended holds back vacuum and migrations until then. */
const waitForReader = { text: `SET LOCAL idle_in_transaction_session_timeout = '10min'` };

/** Runs the work on one state of the whole catalogue, whatever others write meanwhile. */
export function withSnapshot<T>(database: Database, work: (rowsOf: RowsOf) => Promise<T>): Promise<T> {
  return database.source.snapshot(async (source) => {
    if (database.kind === 'postgres') await source.query(waitForReader, []);
    return work((definition) => rows(definition, source));
  });
}

/** Those of the rows that have one of the ids. */
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
    // The page is read ahead, so nobody may be waiting for it yet when it fails.
    page.catch(() => undefined);
    return page;
  };
  let next: Promise<Page> | null = pageAfter(null);
  while (next !== null) {
    const page: Page = await next;
    const last = page.items.at(-1);
    next = page.next === null || last === undefined ? null : pageAfter(idOf(last));
    if (page.items.length > 0) yield page.items;
  }
}

/** The first key of every resource is its id. */
function idOf(text: string): string {
  const id = /^\{"id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`A resource does not begin with its id: ${text.slice(0, 60)}`);
  return id;
}
