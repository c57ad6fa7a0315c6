import type { InspectedColumn } from './inspect-table.js';
import { toSlug } from '../values/slug.js';
import { sameNames } from './suggest-values.js';
import type { TableBuilder } from './table-builder.js';

export const present = (columns: readonly (InspectedColumn | undefined)[]): InspectedColumn[] =>
  columns.filter((column) => column !== undefined);

export function published(to: TableBuilder, collection: string): void {
  to.constant(collection, 'publication_state', 'published');
  to.constant(collection, 'published_at', to.options.now);
}

export function bookable(to: TableBuilder, collection: string): void {
  published(to, collection);
  to.constant(collection, 'pricing', 'free');
  to.constant(collection, 'availability_mode', 'self_service');
}

/** Sets values that all rows with the same name share; differing values would conflict, so they are left out. */
export function shared(
  to: TableBuilder,
  collection: string,
  keys: readonly InspectedColumn[],
  headers: readonly string[],
): void {
  for (const header of headers) {
    const column = to.column(header);
    if (!column) continue;
    const isName = header === 'brand' || header === 'model';
    if (to.varies(keys, column, isName ? toSlug : undefined)) continue;
    to.from(collection, header, header, isName ? { values: sameNames(column) } : {});
  }
}

const currencies: Readonly<Record<string, string>> = { $: 'USD', '£': 'GBP', '¥': 'JPY', zł: 'PLN' };

export function currencyIn({ distinct }: InspectedColumn): string {
  const [found = '€'] = distinct.flatMap((text) => /[A-Z]{3}|\p{Sc}|zł/u.exec(text)?.[0] ?? []);
  return currencies[found] ?? (found.length === 3 ? found : 'EUR');
}
