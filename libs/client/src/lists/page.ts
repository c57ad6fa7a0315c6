import type { ResponseMeta, Reply } from '../http/response.js';
import { isRecord } from '../objects.js';

/** One page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  /** The cursor of the page that follows, for `list({ cursor })`; null on the last page (LIST-3). */
  readonly nextCursor: string | null;
  /**
   * The limit in effect (PAGE-2). A page of long rows has fewer, although more may follow (PAGE-5): only `nextCursor`
   * shows whether it is the last.
   */
  readonly limit: number;
  /** The URLs of the first and the next page, for people and logs; the client itself follows cursors only (LIST-4). */
  readonly links: { readonly first: string; readonly next: string | null };
  readonly meta: ResponseMeta;
}

/** Reads the body of a list; throws a `decode` error if it breaks LIST-1 or LIST-2. */
export function readPage<Item>(reply: Reply): Page<Item> {
  const { json, meta } = reply;
  if (!isListBody<Item>(json)) throw reply.fail('decode', 'returned JSON that is not a list');
  return { data: json.data, nextCursor: json.meta.next, limit: json.meta.limit, links: json.links, meta };
}

/** Whether a value is a cursor, which needs no escaping in a URL (PAGE-3). */
const isCursor = (value: unknown): boolean => typeof value === 'string' && /^[!-~]*$/.test(value);

interface ListBody<Item> {
  readonly data: readonly Item[];
  readonly links: { readonly first: string; readonly next: string | null };
  readonly meta: { readonly next: string | null; readonly limit: number };
}

function isListBody<Item>(value: unknown): value is ListBody<Item> {
  if (!isRecord(value)) return false;
  const { data, links, meta } = value;
  return Array.isArray(data) && isRecord(links) && isRecord(meta) && (meta['next'] === null || isCursor(meta['next']));
}
