import type { JsonObject, Row } from '../json.js';
import type { ListQuery, Position } from '../query/list-query.js';

/** A page: its rows, and the position where the next one begins, null after the last (LIST-3). */
export interface Page {
  readonly rows: readonly Row[];
  readonly next: Position | null;
}

export interface ShownPage {
  readonly query: ListQuery;
  readonly data: readonly JsonObject[];
  readonly cursor: string | null;
  readonly links: { readonly first: string; readonly next: string | null };
}
