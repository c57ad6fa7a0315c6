import type { JsonObject } from '../api/json.js';
import { type Reply, toPage } from './send-request.js';
import { findValue, type Pair, formatTarget, withValue } from './route.js';

/** The largest page (PAGE-2). */
const pageSize = 200;
/** Maximum number of pages that a view reads of a list. */
const maxPages = 10;

/** Maximum number of rows that a view reads of a list. */
export const maxRows = maxPages * pageSize;

/** Sends a GET with the token to a path of the service. */
export type Read = (target: string, signal?: AbortSignal) => Promise<Reply>;

/** The query for full pages, unless it has a limit. */
export const fullPages = (query: readonly Pair[]): readonly Pair[] =>
  findValue(query, 'limit') === null ? withValue(query, 'limit', String(pageSize)) : query;

/**
 * Reads one page of a list if the query has a limit, and otherwise full pages up to a maximum as one; its cursor is
 * null if there are no more.
 */
export async function readPages(read: Read, path: string, query: readonly Pair[], limit = maxPages): Promise<Reply> {
  const max = findValue(query, 'limit') === null ? limit : 1;
  const data: JsonObject[] = [];
  let page = fullPages(query);
  for (let pages = 1; ; pages += 1) {
    const reply = await read(formatTarget(path, page));
    if (!reply.ok || max === 1) return reply;
    const { rows, next } = toPage(reply.body);
    data.push(...rows);
    if (next === null || pages >= max) return { ...reply, body: { data, meta: { next } } };
    page = withValue(page, 'cursor', next);
  }
}
