import type { JsonObject } from '../interface/json.js';
import { type Reply, toPage } from './ask.js';
import { findValue, type Pair, formatTarget, withValue } from './route.js';

/** The largest page (PAGE-2). */
const pageSize = 200;
/** Maximum number of pages that a view reads of a list. */
const maxPages = 10;

/** Maximum number of rows that a view reads of a list. */
export const maxRows = maxPages * pageSize;

/** The query for full pages, unless it has a limit. */
export const fullPages = (query: readonly Pair[]): readonly Pair[] =>
  findValue(query, 'limit') === null ? withValue(query, 'limit', String(pageSize)) : query;

/** Reads the pages of a list up to a maximum, and returns them as one; its cursor is null if there are no more. */
export async function askPages(
  read: (target: string) => Promise<Reply>,
  path: string,
  query: readonly Pair[],
  max = maxPages,
): Promise<Reply> {
  const data: JsonObject[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const reply = await read(formatTarget(path, withValue(query, 'cursor', cursor)));
    if (!reply.ok) return reply;
    const { rows, next } = toPage(reply.body);
    data.push(...rows);
    if (next === null || pages >= max) return { ...reply, body: { data, meta: { next } } };
    cursor = next;
  }
}
