import type { ListQuery } from '@resource-catalogue/list-query';

/** One page of a list: its rows as JSON text, and the cursor of the page that follows (LIST-3). */
export class Page {
  constructor(
    readonly query: ListQuery,
    readonly items: readonly string[],
    readonly next: string | null,
  ) {}
}

/** One resource as JSON text: the very object that a list shows (GET-1). */
export class Item {
  constructor(readonly text: string) {}
}
