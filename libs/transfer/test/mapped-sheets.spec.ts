import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { ImportResult } from '../src/import-catalogue.js';
import { parsedRows } from './support/transfer.js';
import { openTables, parseMapping, shippedMapping, suggestMapping, writeMapping } from '../src/index.js';
import { importMapped } from './support/mapping.js';

const open = (name: string) => openTables(fileURLToPath(new URL(name, import.meta.url)));

async function proposedFor(name: string): Promise<string> {
  const options = { space: 'Workshop', timeZone: 'Europe/Berlin', now: '2026-11-26T00:00:00Z' };
  return writeMapping((await suggestMapping(await open(name), catalogueDefinitions, options)).tables);
}

const inserted = ({ tables }: ImportResult) =>
  tables.flatMap(({ table, inserted: count }) => (count > 0 ? [`${count} ${table}`] : [])).join(', ');

/** An expected set of named objects, in any order. */
const named = (...names: readonly string[]): unknown =>
  expect.arrayContaining(names.map((name) => expect.objectContaining({ name })));

type Sheet = readonly [
  what: string,
  file: string,
  inserted: string,
  /** Some expected rows by collection, each found by its first value. */
  rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>,
];

const sheets: readonly Sheet[] = [
  [
    'a German inventory with a title, headings, rooms, a total, and a machine of two brands',
    'inventar.csv',
    '3 spaces, 3 categories, 6 machines, 7 machine_units',
    {
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
  ],
  [
    'French members with days before months, and yes and no',
    'adherents.csv',
    '3 members, 2 groups, 2 accreditations, 3 member_accreditations',
    {
      members: [
        {
          ...{ number: 'A-001', first_name: 'Élise', last_name: 'Moreau', birthdate: '1988-02-04', state: 'active' },
          ...{ locale: 'fr', joined_at: '2024-09-02T22:00:00.000Z', group: { name: 'Plein' } },
          accreditations: named('Découpe laser', 'Scie'),
        },
        { number: 'A-003', state: 'left', email: null },
      ],
    },
  ],
  [
    'German members with full names, several addresses in a cell, birthdays in the last century, and former members',
    'mitglieder.csv',
    '3 members, 2 groups',
    {
      members: [
        { number: '001', first_name: 'Deniz', email: 'deniz@example.org', birthdate: '1987-04-12', state: 'active' },
        {
          ...{ first_name: 'Hans Peter', email: null, birthdate: '1948-12-24', state: 'left', group: null },
          address: { postal_code: '24145', city: 'Bad Höver' },
        },
      ],
    },
  ],
  [
    'German bookings with start and end in one cell, one of them canceled by a remark',
    'belegung.csv',
    '2 machines, 2 machine_units, 3 bookings',
    {
      bookings: [
        { starts_at: '2026-03-02T09:00:00.000Z', ends_at: '2026-03-02T11:00:00.000Z', state: 'confirmed' },
        { starts_at: '2026-03-02T13:00:00.000Z', ends_at: '2026-03-02T15:00:00.000Z', state: 'canceled' },
        { starts_at: '2026-03-03T08:00:00.000Z', ends_at: '2026-03-03T09:30:00.000Z' },
      ],
    },
  ],
  [
    'an English calendar with times in separate columns, and months before days',
    'calendar.csv',
    '2 places, 2 place_units, 3 bookings',
    {
      bookings: [
        { starts_at: '2026-03-02T08:00:00.000Z', place_unit: { sku: 'laser-cutter' }, state: 'confirmed' },
        { ends_at: '2026-03-16T20:00:00.000Z', place_unit: { sku: 'wood-bench-1' } },
      ],
    },
  ],
  [
    'events from a form, with sessions and prices',
    'workshops.csv',
    '1 categories, 2 events, 3 event_sessions, 2 prices',
    {
      events: [
        { slug: 'screen-printing', seats_per_session: 8, prices: [{ amount_in_cents: 2500, currency: 'EUR' }] },
        { slug: 'repair-cafe', prices: [{ amount_in_cents: 0 }] },
      ],
      event_sessions: [{ starts_at: '2026-05-16T12:00:00.000Z', event: { name: 'Repair café' }, seats_total: 30 }],
    },
  ],
  [
    'Dutch users with full names, and addresses as written by mail programs',
    'team.csv',
    '3 users',
    {
      users: [
        { email: 'sanne@example.nl', first_name: 'Sanne', last_name: 'de Vries', role: 'admin', locale: 'nl' },
        { email: 'tom@example.nl', first_name: 'Tom', last_name: 'Bakker', role: 'manager' },
        { email: 'lotte.smit@example.nl', first_name: 'Lotte', last_name: '?', role: 'trainer' },
      ],
    },
  ],
  [
    'a Spanish price list',
    'tarifas.csv',
    '3 plans',
    {
      plans: [
        { name: 'Abono mensual', amount_in_cents: 3900, currency: 'EUR', duration_unit: 'month' },
        { name: 'Abono anual', amount_in_cents: 39_000, duration_unit: 'year' },
        { name: 'Día de prueba', amount_in_cents: 0, duration_unit: 'day' },
      ],
    },
  ],
  [
    'Spanish rooms',
    'salas.csv',
    '3 places, 3 place_units, 4 equipments, 5 place_equipments',
    {
      places: [{ name: 'Sala de reuniones', capacity_per_unit: 12, equipments: named('Pizarra', 'Proyector') }],
      place_units: [{ sku: 'taller-de-costura', floor: '0', state: 'maintenance' }],
    },
  ],
];

/**
 * Exports of other programs, the rows created by the shipped mapping, and the collections that a proposal recognises.
 */
const exports: readonly (readonly [...Sheet, recognised: string])[] = [
  [
    'Snipe-IT',
    'snipe-it',
    '1 spaces, 2 categories, 2 machines, 3 machine_units',
    { machine_units: [{ sku: 'AT-0003', serial_number: 'PR-2', state: 'maintenance', state_note: null }] },
    'spaces machines categories machine_units',
  ],
  [
    'Fab-Manager',
    'fab-manager-members',
    '2 members, 2 groups, 2 accreditations, 2 member_accreditations',
    { members: [{ number: '12', first_name: 'Élise', last_name: 'Moreau', organization_name: 'Atelier Nord' }] },
    'members',
  ],
  [
    'Eventbrite',
    'eventbrite-orders',
    '1 events, 1 event_sessions, 2 bookings',
    {
      event_sessions: [{ starts_at: '2026-04-11T08:00:00.000Z', ends_at: '2026-04-11T14:00:00.000Z', seats_booked: 2 }],
    },
    'spaces events categories event_sessions',
  ],
  [
    'Outlook',
    'outlook-calendar',
    '2 places, 2 place_units, 2 bookings',
    {
      bookings: [{ starts_at: '2026-03-16T17:00:00.000Z', ends_at: '2026-03-16T20:00:00.000Z', state: 'confirmed' }],
    },
    'spaces places place_units bookings',
  ],
];

describe('realistic spreadsheets', () => {
  let database: Database;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.close());

  async function check(file: string, mapping: string, [, , tables, rows]: Sheet | readonly [...Sheet, string]) {
    const { messages, result } = await importMapped(database, await open(file), mapping);
    expect(messages).toEqual([]);
    for (const part of tables.split(', ')) expect(inserted(result).split(', ')).toContain(part);
    for (const [collection, expected] of Object.entries(rows)) {
      const stored = await parsedRows(database, collection);
      for (const row of expected) {
        const [[key, value] = []] = Object.entries(row);
        expect(stored.find((each) => each[String(key)] === value)).toMatchObject(row);
      }
    }
  }

  it.each(sheets)('the proposed mapping imports %s unedited', async (...sheet) => {
    const file = `sheets/${sheet[1]}`;
    await check(file, await proposedFor(file), sheet);
  });

  it.each(exports)(
    'an export of %s is imported by its shipped mapping, and recognised without it',
    async (...sheet) => {
      const file = `exports/${sheet[1]}.csv`;
      await check(file, await shippedMapping(sheet[1], { space: 'Hall 1', timeZone: 'Europe/Berlin' }), sheet);
      const [table] = parseMapping(await proposedFor(file), 'test.mapping.yaml', catalogueDefinitions).tables;
      expect(Object.keys(table?.collections ?? {}).join(' ')).toBe(sheet[4]);
    },
  );

  it('an unknown mapping is rejected with the names of existing ones', async () => {
    const rejected = shippedMapping('snipe', { space: 'Hall 1', timeZone: 'Europe/Berlin' });
    await expect(rejected).rejects.toThrow(/^Unknown mapping snipe\. Choose from: eventbrite-orders, .*snipe-it\.$/);
  });
});
