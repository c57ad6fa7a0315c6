import type { ListQuery } from './list-query.js';

/** The query string of `links.first` (no cursor) and `links.next`, without the `?` (LIST-4). */
export function linkQuery(query: Pick<ListQuery, 'pairs'>, cursor: string | null): string {
  return [...query.pairs, ...(cursor === null ? [] : [`cursor=${cursor}`])].join('&');
}

/**
 * Percent-encodes every byte that RFC 3986 does not allow in a query, so that a link is a valid URI and cannot leave
 * the `<…>` of a Link header. Escapes that are there stay as sent.
 */
export function toUriQuery(raw: string): string {
  return raw.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
