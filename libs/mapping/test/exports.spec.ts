import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { migratedDatabases } from '@resource-catalogue/database/testing/once/migrated-databases';
import { parseMapping, shippedMapping } from '../src/index.js';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { importMapped, rowsOf, suggested } from './support/import-mapped.js';

const exportOf = (name: string): string => fileURLToPath(new URL(`exports/${name}.csv`, import.meta.url));

describe('a mapping that comes with the program imports an export', () => {
  let database: Database;
  beforeAll(async () => {
    database = await migratedDatabases.lend();
  });
  afterAll(() => database.close());

  it.each([
    {
      name: 'snipe-it',
      inserted: { spaces: 1, categories: 2, machines: 2, machine_units: 3 },
      collection: 'machine_units',
      row: { sku: 'AT-0003', serial_number: 'PR-2', state: 'maintenance', state_note: null },
    },
    {
      name: 'fab-manager-members',
      inserted: { members: 2, groups: 2, accreditations: 2, member_accreditations: 2 },
      collection: 'members',
      row: { number: '12', first_name: 'Élise', last_name: 'Moreau', organization_name: 'Atelier Nord' },
    },
    {
      name: 'eventbrite-orders',
      inserted: { events: 1, event_sessions: 1, bookings: 2 },
      collection: 'event_sessions',
      row: { starts_at: '2026-04-11T08:00:00.000Z', ends_at: '2026-04-11T14:00:00.000Z', seats_booked: 2 },
    },
    {
      name: 'outlook-calendar',
      inserted: { places: 2, place_units: 2, bookings: 2 },
      collection: 'bookings',
      row: { starts_at: '2026-03-16T17:00:00.000Z', ends_at: '2026-03-16T20:00:00.000Z', state: 'confirmed' },
    },
  ])('of $name', async ({ name, inserted, collection, row }) => {
    const mapping = await shippedMapping(name, { space: 'Hall 1', timeZone: 'Europe/Berlin' });
    const own = await importMapped(database, exportOf(name), mapping);
    expect(own).toEqual({ messages: [], inserted: expect.objectContaining(inserted) });
    expect(await rowsOf(database, collection)).toContainEqual(expect.objectContaining(row));
  });

  it('and an unknown one names those that there are', async () => {
    const refused = shippedMapping('snipe', { space: 'Hall 1', timeZone: 'Europe/Berlin' });
    await expect(refused).rejects.toThrow(/^There is no mapping snipe\. There are eventbrite-orders, .*snipe-it\.$/);
  });
});

it.each([
  ['snipe-it', ['spaces', 'machines', 'categories', 'machine_units']],
  ['fab-manager-members', ['members']],
  ['eventbrite-orders', ['spaces', 'events', 'categories', 'event_sessions']],
  ['outlook-calendar', ['spaces', 'places', 'place_units', 'bookings']],
])('without that mapping, an export of %s is recognised, too', async (name, collections) => {
  const [table] = parseMapping(await suggested(exportOf(name)), 'test.mapping.yaml', catalogueDefinitions).tables;
  expect(Object.keys(table?.collections ?? {})).toEqual(collections);
});
