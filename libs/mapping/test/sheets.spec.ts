import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { migratedDatabases } from '@resource-catalogue/database/testing/once/migrated-databases';
import { importMapped, rowsOf, suggested } from './support/import-mapped.js';

const file = (name: string): string => fileURLToPath(new URL(`sheets/${name}`, import.meta.url));

interface Sheet {
  readonly what: string;
  readonly name: string;
  readonly inserted: Readonly<Record<string, number>>;
  /** Some of the rows, by collection. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

const sheets: readonly Sheet[] = [
  {
    what: 'a German inventory with a title, headings, rooms, a total, and a machine of two makers',
    name: 'inventar.csv',
    inserted: { spaces: 3, categories: 3, machines: 6, machine_units: 7 },
    rows: {
      machines: [
        { name: 'Akkuschrauber Bosch', slug: 'akkuschrauber-bosch', space: { name: 'Holzwerkstatt' } },
        { name: 'Lasercutter Trotec', space: { name: 'Workshop' }, category: { name: 'Laser' } },
      ],
      machine_units: [
        { sku: 'H-02', state: 'out_of_order', commissioned_on: '2015-03-02', state_note: 'Lager tauschen' },
        { sku: 'H-04', state: 'unavailable' },
        { sku: 'D-03', commissioned_on: null },
        { sku: 'D-02', state: 'maintenance', machine: { name: '3D-Drucker Prusa' } },
      ],
    },
  },
  {
    what: 'French members with days before months, and yes and no',
    name: 'adherents.csv',
    inserted: { members: 3, groups: 2, accreditations: 2, member_accreditations: 3 },
    rows: {
      members: [
        {
          ...{ number: 'A-001', first_name: 'Élise', last_name: 'Moreau', birthdate: '1988-02-04', state: 'active' },
          ...{ locale: 'fr-FR', joined_at: '2024-09-02T22:00:00.000Z', group: { name: 'Plein' } },
          accreditations: [{ name: 'Découpe laser' }, { name: 'Scie' }],
        },
        { number: 'A-003', state: 'left', email: null },
      ],
    },
  },
  {
    what: 'German members with whole names, several addresses in a cell, birthdays of the last century, and who has left',
    name: 'mitglieder.csv',
    inserted: { members: 3, groups: 2 },
    rows: {
      members: [
        { number: '001', first_name: 'Deniz', email: 'deniz@example.org', birthdate: '1987-04-12', state: 'active' },
        {
          ...{ first_name: 'Hans Peter', email: null, birthdate: '1948-12-24', state: 'left', group: null },
          address: { postal_code: '24145', city: 'Bad Höver' },
        },
      ],
    },
  },
  {
    what: 'German bookings with the hours in one cell, of which a remark cancels one',
    name: 'belegung.csv',
    inserted: { machines: 2, machine_units: 2, bookings: 3 },
    rows: {
      bookings: [
        { starts_at: '2026-03-02T09:00:00.000Z', ends_at: '2026-03-02T11:00:00.000Z', state: 'confirmed' },
        { starts_at: '2026-03-02T13:00:00.000Z', ends_at: '2026-03-02T15:00:00.000Z', state: 'canceled' },
        { starts_at: '2026-03-03T08:00:00.000Z', ends_at: '2026-03-03T09:30:00.000Z' },
      ],
    },
  },
  {
    what: 'an English calendar with times beside its dates, and months before days',
    name: 'calendar.csv',
    inserted: { places: 2, place_units: 2, bookings: 3 },
    rows: {
      bookings: [
        { place_unit: { sku: 'laser-cutter' }, starts_at: '2026-03-02T08:00:00.000Z', state: 'confirmed' },
        { place_unit: { sku: 'wood-bench-1' }, ends_at: '2026-03-16T20:00:00.000Z' },
      ],
    },
  },
  {
    what: 'the events of a form, with their sessions and prices',
    name: 'workshops.csv',
    inserted: { categories: 1, events: 2, event_sessions: 3, prices: 2 },
    rows: {
      events: [
        { slug: 'screen-printing', seats_per_session: 8, prices: [{ amount_in_cents: 2500, currency: 'EUR' }] },
        { slug: 'repair-cafe', prices: [{ amount_in_cents: 0 }] },
      ],
      event_sessions: [{ event: { name: 'Repair café' }, starts_at: '2026-05-16T12:00:00.000Z', seats_total: 30 }],
    },
  },
  {
    what: 'Dutch users with whole names, and addresses as mail programs write them',
    name: 'team.csv',
    inserted: { users: 3 },
    rows: {
      users: [
        { email: 'sanne@example.nl', first_name: 'Sanne', last_name: 'de Vries', role: 'admin', locale: 'nl' },
        { email: 'tom@example.nl', first_name: 'Tom', last_name: 'Bakker', role: 'manager' },
        { email: 'lotte.smit@example.nl', first_name: 'Lotte', last_name: '?', role: 'trainer' },
      ],
    },
  },
  {
    what: 'a Spanish price list',
    name: 'tarifas.csv',
    inserted: { plans: 3 },
    rows: {
      plans: [
        { name: 'Abono mensual', amount_in_cents: 3900, currency: 'EUR', duration_unit: 'month' },
        { name: 'Abono anual', amount_in_cents: 39_000, duration_unit: 'year' },
        { name: 'Día de prueba', amount_in_cents: 0, duration_unit: 'day' },
      ],
    },
  },
  {
    what: 'Spanish rooms',
    name: 'salas.csv',
    inserted: { places: 3, place_units: 3, equipments: 4, place_equipments: 5 },
    rows: {
      places: [
        { name: 'Sala de reuniones', capacity_per_unit: 12, equipments: [{ name: 'Pizarra' }, { name: 'Proyector' }] },
      ],
      place_units: [{ sku: 'taller-de-costura', floor: '0', state: 'maintenance' }],
    },
  },
];

describe('the mapping that is proposed imports without a change', () => {
  let database: Database;
  beforeAll(async () => {
    database = await migratedDatabases.lend();
  });
  afterAll(() => database.close());

  it.each(sheets)('$what', async ({ name, inserted, rows }) => {
    const own = await importMapped(database, file(name), await suggested(file(name)));
    expect(own).toEqual({ messages: [], inserted: expect.objectContaining(inserted) });
    for (const [collection, some] of Object.entries(rows)) {
      const stored = await rowsOf(database, collection);
      for (const row of some) expect(stored).toContainEqual(expect.objectContaining(matching(row)));
    }
  });
});

/** Matches objects with at least these keys, at any depth, and arrays in any order. */
function matching(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, matchingValue(own)]));
}

function matchingValue(value: unknown): unknown {
  if (Array.isArray(value)) return expect.arrayContaining(value.map(matchingValue));
  return typeof value === 'object' && value !== null ? expect.objectContaining(matching(value)) : value;
}
