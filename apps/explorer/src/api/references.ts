import { collectionBehind as nameBehind } from '@resource-catalogue/contracts/references';
import type { Catalogue, Collection } from './catalogue.js';

/** The collection that a key refers to: `machine_unit_id`, `required_plans`, `author`; null if there is none. */
export function collectionBehind({ collections }: Catalogue, key: string): Collection | null {
  const names = collections.map(({ name }) => name);
  const found = nameBehind(key, names);
  return collections.find(({ name }) => name === found) ?? null;
}

/** The list of rows that refer to a row: `bookings` by `machine_unit_id` for a machine unit. */
export function findReferrers(
  catalogue: Catalogue,
  name: string,
): { collection: Collection; parameter: string; field: string }[] {
  return catalogue.collections.flatMap((collection) =>
    collection.filters
      .filter(
        ({ field, operator }) =>
          operator === 'in' && field.endsWith('_id') && collectionBehind(catalogue, field)?.name === name,
      )
      .map(({ parameter, field }) => ({ collection, parameter, field })),
  );
}
