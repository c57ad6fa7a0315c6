import { expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { FieldMapping } from '../map/mapping.js';
import { parseMapping } from '../map/read-mapping.js';
import {
  proposeCollections,
  proposeFields,
  options,
  splitRows,
  suggest,
  makeTable,
} from '../../test/support/mapping.js';
import { countRows, suggestMapping } from './suggest-mapping.js';
import type { KindName } from './table-kinds.js';
import { writeMapping } from './write-mapping.js';

it.each([
  ['English', 'Asset tag;Machine;Manufacturer;Serial no.;Room', '1;Laser;Trotec;9;Hall'],
  ['English with a typing error', 'ASSET-TAG;machine;Manufactuer;SerialNo;room', '1;Laser;Trotec;9;Hall'],
  ['German', 'Inv.Nr;Gerät;Hersteller (Land);Seriennummer;Ort (Raum)', '1;Laser;Trotec;9;Halle'],
  ['German without accents', 'INVENTARNUMMER;GERAT;MARKE;SERIENNR;RAUM', '1;Laser;Trotec;9;Halle'],
  ['French', 'N° inventaire;Équipement;Marque;N° de série;Salle', '1;Laser;Trotec;9;Salle 1'],
  ['Spanish', 'Nº inventario;Máquina;Fabricante;Nº de serie;Sala', '1;Láser;Trotec;9;Sala 1'],
  ['Italian', 'Codice;Macchina;Produttore;Matricola;Stanza', '1;Laser;Trotec;9;Sala 1'],
  ['Dutch', 'Inventarisnummer;Apparaat;Merk;Serienummer;Ruimte', '1;Laser;Trotec;9;Zaal'],
  ['Portuguese', 'Nº de inventário;Equipamento;Marca;Nº de série;Sala', '1;Laser;Trotec;9;Sala'],
])('headers of an inventory are recognised in %s', async (_, header, row) => {
  const [sku, machine, brand, serial, room] = header.split(';');
  const name = { column: machine };
  expect(await proposeCollections(header, row)).toMatchObject({
    spaces: { fields: { slug: { column: room, as: 'slug' }, name: { column: room } } },
    machines: { fields: { slug: { column: machine, as: 'slug' }, name, brand: { column: brand } } },
    machine_units: { fields: { sku: { column: sku }, serial_number: { column: serial } } },
  });
});

it.each([
  ['members', 'First name;Last name;Date of birth;Member since', 'Ada;Ito;1990-02-03;2025-01-01'],
  ['members', 'Vorname;Name;E-Mail;PLZ;Ort', 'Ada;Ito;ada@example.org;20457;Hamburg'],
  ['users', 'Nombre completo;Correo;Rol', 'Ana García;ana@example.org;socio'],
  ['bookings', 'Gerät;Gebucht von;Von;Bis', 'Laser;Ada Ito;2026-03-02 10:00;2026-03-02 12:00'],
  ['events', 'Événement;Date;Début;Fin;Places', 'Portes ouvertes;02/03/2026;18h00;20h00;30'],
  ['trainings', 'Corso;Data;Inizio;Fine;Posti', 'Laser;02/03/2026;18:00;20:00;6'],
  ['places', 'Zaal;Verdieping;Capaciteit', 'Zaal 1;2;12'],
  ['spaces', 'Standort;Straße;PLZ;Ort', 'Halle Nord;Hafenstr. 1;20457;Hamburg'],
  ['plans', 'Plano;Preço;Período', 'Mensal;39,00 €;mês'],
])('%s are recognised by the headers %s', async (collection, header, row) => {
  expect(Object.keys(await proposeCollections(header, row))).toContain(collection);
});

it.each<[what: string, lines: readonly string[], collections: Readonly<Record<string, object>>]>([
  [
    'column names of the catalogue',
    ['number;first_name;last_name;job_title;address.city', '1;Ada;Ito;Baker;Hamburg'],
    { members: { job_title: { column: 'job_title' }, 'address.city': { column: 'address.city' } } },
  ],
  [
    'longer headers',
    ['Name der Maschine;Standort der Maschine;Zustand jetzt', 'Säge;Halle;ok'],
    { machines: { name: { column: 'Name der Maschine' } } },
  ],
  [
    'values, if headers are vague',
    ['Vorname;Nachname;Kontakt', 'Ada;Ito;ada@example.org', 'Ben;Ito;ben@example.org'],
    { members: { email: { column: 'Kontakt' } } },
  ],
  [
    'machines with the same name in two rooms',
    ['Tag;Machine;Room', '1;Printer;Lab', '2;Printer;Lab', '3;Printer;Hall'],
    { machines: { slug: { join: ['Machine', 'Room'], as: 'slug' }, name: { column: 'Machine' } } },
  ],
  [
    'one brand in two spellings',
    ['Tag;Machine;Brand', '1;Saw;Bosch', '2;Saw;BOSCH', '3;Drill;Makita'],
    { machines: { name: { column: 'Machine' }, brand: { column: 'Brand', values: { BOSCH: 'Bosch' } } } },
  ],
  [
    'machines by their models, if most have no name',
    ['Tag;Asset name;Model;Model No.', '1;;MK4;MK4-1', '2;;MK4;MK4-1', '3;By the door;Speedy;'],
    { machines: { name: { column: 'Model' } }, machine_units: { name: { column: 'Asset name' } } },
  ],
  [
    'first and last names from full names with a comma',
    ['Name;E-mail;Role', 'Ito, Ada;a@example.org;admin'],
    {
      users: {
        first_name: { column: 'Name', part: 'after-comma' },
        last_name: { column: 'Name', part: 'before-comma' },
      },
    },
  ],
  [
    'one name in several spellings',
    ['Tag;Machine;Room', '1;Saw;Wood shop', '2;Drill;Wood shop', '3;Lathe;wood-shop'],
    { spaces: { name: { column: 'Room', values: { 'wood-shop': 'Wood shop' } } } },
  ],
  [
    'generated keys, if members have no number',
    ['Vorname;Nachname;Ort', 'Ada;Ito;Ulm', 'Ada;Ito;Bonn'],
    { members: { number: { join: ['Vorname', 'Nachname'], as: 'numbered-slug' } } },
  ],
])('a proposal reads %s', async (_, lines, collections) => {
  const found = await proposeCollections(...lines);
  for (const [name, fields] of Object.entries(collections)) expect(found[name]?.fields).toMatchObject(fields);
});

it('notes that differ between units of a machine describe only the units', async () => {
  const { machines, machine_units: units } = await proposeCollections('Tag;Machine;Notes', '1;Saw;new', '2;Saw;old');
  expect(units?.fields).toMatchObject({ state_note: { column: 'Notes' } });
  expect(machines?.fields).not.toHaveProperty('description');
});

it('a row with a quantity becomes that number of units with numbered keys', async () => {
  expect((await proposeCollections('Tool;Brand;Qty', 'Hammer;Picard;3', 'Saw;Bahco;1'))['machine_units']).toMatchObject(
    {
      repeat: 'Qty',
      fields: { sku: { column: 'Tool', as: 'numbered-slug' } },
    },
  );
});

it('a table with only column names of the catalogue is mapped to its collection', async () => {
  const rows = splitRows('slug;name;equipments.name;published_at', 'attic;Attic;Saw|Drill;1.3.2026');
  const { mapping } = await suggest(rows, 'places');
  expect(mapping?.dates).toBe('day-first');
  const [slug, name, published_at] = ['slug', 'name', 'published_at'].map((column) => ({ column }));
  const fields = { slug, name, 'equipments.name': { column: 'equipments.name' }, published_at };
  expect(mapping?.collections).toEqual({ places: { fields } });
});

it('a short word within a question of a form is not enough to recognise a column', async () => {
  const form = 'What is your e-mail address?;What is your full name?;Which workshop would you like to attend?';
  const { mapping } = await suggest(splitRows(form, 'ada@example.org;Ada Ito;Screen printing'), 'Users');
  expect(Object.keys(mapping?.collections ?? {})).toEqual(['users']);
});

it.each([['Colour;Meaning', 'red;broken'], ['Row labels;Count of things', 'a;2'], []])(
  'an unrelated sheet is left out: %s',
  async (...lines) => {
    const { mapping, leftOut } = await suggest(splitRows(...lines));
    expect([mapping, leftOut.length]).toEqual([undefined, 1]);
  },
);

it('titles above the header, headings, blank rows and totals are skipped', async () => {
  const { mapping, tables } = await suggest(
    splitRows(
      ...['Inventory;;', 'As of;2026-10-31;', ';;', 'Tag;Machine;Brand', 'Wood;;', '1;Saw;Bosch', '2;Drill;Bosch'],
      ...[';;', 'Total;2;'],
    ),
  );
  expect(mapping).toMatchObject({ header_row: 4, skip: ['single-cell', { column: 'Tag', begins: 'Total' }] });
  expect(tables[0]?.checks).toEqual(['rows with a single value are skipped as headings: Wood']);
});

it('another table below a blank row is left out', async () => {
  const rows = ['Tag;Machine;Brand', '1;Saw;x', '2;Drill;n/a', '3;File;Bahco', ';;', 'Screws;;', 'Item;Unit;Price'];
  expect((await suggest(splitRows(...rows, 'Nut;kg;3'))).mapping).toMatchObject({
    no_value: ['n/a'],
    until: { column: 'Tag', is: 'Screws' },
  });
});

it.each([
  ['broken', 'out_of_order'],
  ['defekt', 'out_of_order'],
  ['HORS SERVICE', 'out_of_order'],
  ['en mantenimiento', 'maintenance'],
  ['prestato', 'unavailable'],
  ['Ausgemustert', 'retired'],
  ['zur Zeit in Reparatur', 'maintenance'],
  ['nicht verfügbar', 'unavailable'],
])('the state %s means %s', async (text, state) => {
  const { state: field } = await proposeFields('machine_units', 'Tag;Machine;Status', `1;Saw;${text}`, '2;Drill;ok');
  expect(field).toEqual({ column: 'Status', values: { [text]: state, ok: 'available' } });
});

it('unknown values are flagged with CHECK and the allowed values', async () => {
  const { text, tables } = await suggest(splitRows('Tag;Machine;Status', '1;Saw;ok', '2;Drill;zebra'));
  expect(text).toContain('# CHECK "zebra": available, unavailable, maintenance, out_of_order, retired');
  expect(tables[0]?.checks).toEqual(['Status has values that machine_units.state does not accept: zebra']);
});

it('unused columns are listed, with some of their values', async () => {
  const { text } = await suggest(splitRows('Tag;Machine;Weight of it', '1;Saw;12 kg', '2;Drill;3 kg'));
  expect(text).toContain('    # Unused columns, with sample values:\n    #   Weight of it: 12 kg | 3 kg\n');
});

it('bookings may refer to units and members by their names in other sheets', async () => {
  const sheet = (name: string, ...lines: readonly string[]) => makeTable(name, ...splitRows(...lines));
  const sheets = [
    sheet(
      'Bookings',
      'Machine;Date;From;To;Member',
      'Laser;2026-03-02;10:00;12:00;Ada Ito',
      'C-1;2026-03-02;9:00;9:30;Byron, Ben',
    ),
    sheet('Machines', 'Tag;Machine;Brand', 'L-1;Laser;Trotec', 'C-1;Mill;Haas'),
    sheet('Members', 'Member no.;Last name;First name;Group', '7;Ito;Ada;Full', '8;Byron;Ben;Full'),
  ];
  const { tables } = await suggestMapping(sheets, catalogueDefinitions, options);
  const { collections } = tables.find(({ name }) => name === 'Bookings') ?? {};
  const mappingOf = (field: string) => collections?.get('bookings')?.fields.get(field)?.mapping;
  expect(mappingOf('machine_unit.sku')).toEqual({ column: 'Machine', values: { Laser: 'L-1' } });
  expect(mappingOf('member.number')).toEqual({ column: 'Member', values: { 'Ada Ito': '7', 'Byron, Ben': '8' } });
  expect(collections?.has('machines')).toBe(false);
});

it.each<[what: string, name: string, collection: string, lines: readonly string[], fields: object]>([
  ['parts', 'Machines', 'machines', ['Part No,Part Name,Quantity', 'P-1,Gasket,2'], { name: { column: 'Part Name' } }],
  ['items', 'b', 'machines', ['Item,Checkouts', 'Drill,3', 'Saw,4'], { name: { column: 'Item' } }],
  ['tools', 'c', 'machines', ['Tool,English name', 'Bohrer,Drill'], { name: { column: 'Tool' } }],
  ['articles', 'd', 'machines', ['Articolo,Scaffale', 'Arco,J'], { name: { column: 'Articolo' } }],
  [
    'a kind from the name of the file',
    'Inventory',
    'machines',
    ['Description,Qty', 'Drill,2'],
    { name: { column: 'Description' } },
  ],
  [
    'sessions with both times in a cell',
    'i',
    'training_sessions',
    ['Course,Date,Time', 'Laser,2026-03-01,18:00-20:00', 'Saw,2026-03-02,18:00-20:00'],
    { starts_at: { join: ['Date', 'Time'], part: 'start' }, ends_at: { join: ['Date', 'Time'], part: 'end' } },
  ],
  [
    'rooms of the same number in two buildings',
    'Rooms',
    'places',
    ['Building,Floor,Room,Common name', 'North,1,101,Kitchen', 'South,1,101,Library', 'South,2,201,Studio'],
    {
      slug: { join: ['Building', 'Room'], as: 'slug' },
      name: { join: ['Building', 'Room', 'Common name'] },
    },
  ],
])('a plain list is recognised: %s', async (_, name, collection, lines, fields) => {
  const { mapping } = await suggest(
    lines.map((line) => line.split(',')),
    name,
  );
  expect(mapping?.collections[collection]?.fields).toMatchObject(fields);
});

it.each([
  ['Item;Checkouts', 'Saw;3', 'recognised as machines because of Item; if that is wrong, use --as'],
  [
    'Name;Start;End',
    'Open day;2026-03-01 10:00;2026-03-01 12:00',
    'recognised as events because of Start, End, Name; if that is wrong, use --as trainings or bookings',
  ],
])('a kind that scores low, or barely higher than another, gets a check: %s', async (header, row, check) => {
  expect((await suggest(splitRows(header, row))).tables[0]?.checks).toEqual([check]);
});

it.each<[KindName, fields: object, unused: readonly string[]]>([
  ['machines', { name: { column: 'Colour' } }, ['Meaning']],
  ['members', { first_name: { column: 'Colour', part: 'first-word' } }, ['Meaning']],
  ['plans', { name: { column: 'Colour' } }, ['Meaning']],
  ['users', { email: { value: 'CHECK' }, first_name: { column: 'Colour', part: 'first-word' } }, ['Meaning']],
])('a table is read as the kind of --as, even without a known column: %s', async (kind, fields, unused) => {
  const table = makeTable('Sheet1', ...splitRows('Colour;Meaning', 'dark red;broken', 'light green;fine'));
  const kinds = new Map([['Sheet1', kind]]);
  const { tables } = await suggestMapping([table], catalogueDefinitions, options, kinds);
  const [mapping] = parseMapping(writeMapping(tables), 'm', catalogueDefinitions).tables;
  expect(mapping?.collections[kind]?.fields).toMatchObject(fields);
  expect(tables[0]?.unused.map(({ name }) => name)).toEqual(unused);
  expect(tables[0]?.checks[0]).toBe(`Colour is used for the names of ${kind}, because no header clearly means them`);
});

it.each<[what: string, header: string, one: string, other: string, sku: FieldMapping]>([
  ['a serial number', 'Machine;Serial number', 'Laser;SN-1', 'Laser;SN-2', { column: 'Serial number' }],
  ['the names, if they are unique', 'Machine;Brand', 'Laser;Trotec', 'Saw;Bosch', { column: 'Machine', as: 'slug' }],
  ['numbers', 'Machine;Serial number', 'Laser;SN-1', 'Laser;', { column: 'Machine', as: 'numbered-slug' }],
])('units are identified by %s', async (_, header, one, other, sku) => {
  const { mapping, tables } = await suggest(splitRows(header, one, other), 'Machines');
  expect(mapping?.collections['machine_units']?.fields).toMatchObject({ sku });
  const numbered = 'machine_units.sku numbers rows with the same Machine from top to bottom';
  expect(tables[0]?.checks.some((check) => check.startsWith(numbered))).toBe(sku.as === 'numbered-slug');
});

it('a column that becomes several spaces gets a check', async () => {
  const { tables } = await suggest(splitRows('Tag;Machine;Room', '1;Saw;A', '2;Drill;B', '3;File;a'));
  expect(tables[0]?.checks).toEqual(['Room becomes 2 spaces in the time zone Europe/Berlin']);
});

it.each([
  [3, { machines: 1, machine_units: 3, spaces: 1 }],
  [1200, { machines: 1, machine_units: 1000, spaces: 1 }],
])('countRows counts the rows of the catalogue in %d rows of a table', async (count, expected) => {
  const rows = Array.from({ length: count }, (_, index) => [`T-${index}`, 'Saw']);
  const { tables } = await suggest([['Tag', 'Machine'], ...rows]);
  const [table] = tables;
  const counts = table && (await countRows(table, catalogueDefinitions));
  expect([Object.fromEntries(counts ?? []), table?.isCut]).toEqual([expected, count > 1000]);
});
