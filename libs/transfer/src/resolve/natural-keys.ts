import type { CollectionName } from '@resource-catalogue/contracts';

/** A column for rows without a unique field: it is not stored, but the id is derived from it. */
export const ownKey = 'key';

/** The keys that identify rows in spreadsheets. */
export const naturalKeys: Partial<Readonly<Record<CollectionName, string>>> = {
  spaces: 'slug',
  categories: 'slug',
  users: 'email',
  members: 'number',
  machines: 'slug',
  machine_units: 'sku',
  places: 'slug',
  place_units: 'sku',
  plans: 'slug',
  trainings: 'slug',
  training_sessions: ownKey,
  events: 'slug',
  event_sessions: ownKey,
  bookings: ownKey,
};

export const findNaturalKey = (collection: string): string | null =>
  Object.entries(naturalKeys).find(([name]) => name === collection)?.[1] ?? null;
