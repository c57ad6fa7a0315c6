import { describe, expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { fieldsOf, options, rowsOf, suggest, tableOf } from '../test/support/suggested-tables.js';
import { suggestMapping } from './suggest-mapping.js';

describe('headers say what columns are', () => {
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
  ])('of an inventory in %s', async (_, header, row) => {
    const [sku, machine, brand, serial, room] = header.split(';');
    const { mapping } = await suggest(rowsOf(header, row));
    expect(mapping?.collections).toMatchObject({
      spaces: { fields: { slug: { column: room, as: 'slug' }, name: { column: room } } },
      machines: {
        fields: { slug: { column: machine, as: 'slug' }, name: { column: machine }, brand: { column: brand } },
      },
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
  ])('of %s: %s', async (collection, header, row) => {
    const { mapping } = await suggest(rowsOf(header, row));
    expect(Object.keys(mapping?.collections ?? {})).toContain(collection);
  });

  it('by the own names of the catalogue, too', async () => {
    const fields = await fieldsOf(
      'members',
      'number;first_name;last_name;job_title;address.city',
      '1;Ada;Ito;Baker;Hamburg',
    );
    expect(fields['job_title']).toEqual({ column: 'job_title' });
    expect(fields['address.city']).toEqual({ column: 'address.city' });
  });

  it('and a table that has them alone is one of that collection', async () => {
    const { mapping } = await suggest(
      rowsOf('slug;name;equipments.name;published_at', 'attic;Attic;Saw|Drill;1.3.2026'),
      'places',
    );
    expect(mapping?.dates).toBe('day-first');
    expect(mapping?.collections).toEqual({
      places: {
        fields: {
          slug: { column: 'slug' },
          name: { column: 'name' },
          'equipments.name': { column: 'equipments.name', split: '|' },
          published_at: { column: 'published_at' },
        },
      },
    });
  });

  it('also in longer texts, but not by one short word of a question', async () => {
    const { mapping } = await suggest(rowsOf('Name der Maschine;Standort der Maschine;Zustand jetzt', 'Säge;Halle;ok'));
    expect(mapping?.collections['machines']?.fields['name']).toEqual({ column: 'Name der Maschine' });
    const form = 'What is your e-mail address?;What is your full name?;Which workshop would you like to attend?';
    const answers = await suggest(rowsOf(form, 'ada@example.org;Ada Ito;Screen printing'), 'Users');
    expect(Object.keys(answers.mapping?.collections ?? {})).toEqual(['users']);
  });

  it('and values do, where headers say little', async () => {
    const fields = await fieldsOf(
      'members',
      'Vorname;Nachname;Kontakt',
      'Ada;Ito;ada@example.org',
      'Ben;Ito;ben@example.org',
    );
    expect(fields['email']).toEqual({ column: 'Kontakt' });
  });

  it('and a sheet of something else is left out', async () => {
    const legend = await suggest(rowsOf('Colour;Meaning', 'red;broken'), 'Legend');
    const pivot = await suggest(rowsOf('Row labels;Count of things', 'a;2'));
    const empty = await suggest([]);
    expect([legend, pivot, empty].map(({ mapping, leftOut }) => [mapping, leftOut.length])).toEqual(
      Array.from({ length: 3 }, () => [null, 1]),
    );
  });
});

describe('rows', () => {
  it('above the header, headings, blank rows and totals do not count', async () => {
    const rows = rowsOf(
      ...['Inventory;;', 'As of;2026-10-31;', ';;', 'Tag;Machine;Brand', 'Wood;;', '1;Saw;Bosch', '2;Drill;Bosch'],
      ...[';;', 'Total;2;'],
    );
    const { mapping, tables } = await suggest(rows);
    expect(mapping).toMatchObject({ header_row: 4, skip: ['single-cell', { column: 'Tag', begins: 'Total' }] });
    expect(tables[0]?.checks).toEqual(['rows with a single value are left out as headings: Wood']);
  });

  it('below a blank one that begin another table do not count', async () => {
    const rows = rowsOf(
      'Tag;Machine;Brand',
      '1;Saw;x',
      '2;Drill;n/a',
      '3;File;Bahco',
      ';;',
      'Screws;;',
      'Item;Unit;Price',
      'Nut;kg;3',
    );
    expect((await suggest(rows)).mapping).toMatchObject({
      no_value: ['n/a'],
      until: { column: 'Tag', is: 'Screws' },
    });
  });

  it('that are several of one machine have the columns that differ in their units', async () => {
    const rows = rowsOf('Tag;Machine;Room;Notes', '1;Printer;Lab;new nozzle', '2;Printer;Lab;', '3;Printer;Hall;');
    const { mapping } = await suggest(rows);
    expect(mapping?.collections).toMatchObject({
      machines: { fields: { slug: { join: ['Machine', 'Room'], as: 'slug' }, name: { column: 'Machine' } } },
      machine_units: { fields: { sku: { column: 'Tag' }, state_note: { column: 'Notes' } } },
    });
    expect(mapping?.collections['machines']?.fields).not.toHaveProperty('description');
  });

  it('of one machine that spell its brand in two ways have one brand, and of two brands two machines', async () => {
    const one = await fieldsOf('machines', 'Tag;Machine;Brand', '1;Saw;Bosch', '2;Saw;BOSCH', '3;Drill;Makita');
    expect(one).toMatchObject({ name: { column: 'Machine' }, brand: { column: 'Brand', values: { BOSCH: 'Bosch' } } });
    const two = await fieldsOf('machines', 'Tag;Machine;Brand', '1;Saw;Bosch', '2;Saw;Makita');
    expect(two['slug']).toEqual({ join: ['Machine', 'Brand'], as: 'slug' });
  });

  it('that mostly have no name are named by their models', async () => {
    const { mapping } = await suggest(
      rowsOf('Tag;Asset name;Model;Model No.', '1;;MK4;MK4-1', '2;;MK4;MK4-1', '3;By the door;Speedy;'),
    );
    expect(mapping?.collections).toMatchObject({
      machines: { fields: { name: { column: 'Model' } } },
      machine_units: { fields: { name: { column: 'Asset name' } } },
    });
  });

  it('with a quantity are so many units, with numbered keys', async () => {
    const { mapping } = await suggest(rowsOf('Tool;Brand;Qty', 'Hammer;Picard;3', 'Saw;Bahco;1'));
    expect(mapping?.collections['machine_units']).toMatchObject({
      repeat: 'Qty',
      fields: { sku: { column: 'Tool', as: 'numbered-slug' } },
    });
  });

  it('are of the space of the options where no column names one', async () => {
    const { mapping } = await suggest(rowsOf('Tool;Brand', 'Hammer;Picard'));
    expect(mapping?.collections).toMatchObject({
      spaces: {
        fields: { slug: { value: 'hall-1' }, name: { value: 'Hall 1' }, time_zone: { value: 'Europe/Berlin' } },
      },
      machines: { fields: { 'space.slug': { value: 'hall-1' } } },
    });
  });
});

describe('values', () => {
  it.each([
    ['broken', 'out_of_order'],
    ['defekt', 'out_of_order'],
    ['HORS SERVICE', 'out_of_order'],
    ['en mantenimiento', 'maintenance'],
    ['prestato', 'unavailable'],
    ['Ausgemustert', 'retired'],
    ['zur Zeit in Reparatur', 'maintenance'],
    ['nicht verfügbar', 'unavailable'],
  ])('%s means %s', async (text, state) => {
    const fields = await fieldsOf('machine_units', 'Tag;Machine;Status', `1;Saw;${text}`, '2;Drill;ok');
    expect(fields['state']).toEqual({
      column: 'Status',
      default: 'available',
      values: { [text]: state, ok: 'available' },
    });
  });

  it('that are unknown are told, with what is allowed', async () => {
    const { text, tables } = await suggest(rowsOf('Tag;Machine;Status', '1;Saw;ok', '2;Drill;zebra'));
    expect(text).toContain('# CHECK "zebra": available, unavailable, maintenance, out_of_order, retired');
    expect(tables[0]?.checks).toEqual(['Status has values that machine_units.state does not take: zebra']);
  });

  it('yes and no are states of a member', async () => {
    const fields = await fieldsOf('members', 'Nom;Prénom;Actif', 'Petit;Karim;oui', 'Durand;Anne;non');
    expect(fields['state']).toEqual({ column: 'Actif', default: 'active', values: { oui: 'active', non: 'left' } });
  });

  it('whole names are parted, by the comma where they have one', async () => {
    expect(await fieldsOf('users', 'Name;E-mail;Role', 'Ada Ito;a@example.org;admin')).toMatchObject({
      first_name: { column: 'Name', part: 'first-word' },
      last_name: { column: 'Name', part: 'other-words' },
    });
    expect(await fieldsOf('users', 'Name;E-mail;Role', 'Ito, Ada;a@example.org;admin')).toMatchObject({
      first_name: { column: 'Name', part: 'after-comma' },
      last_name: { column: 'Name', part: 'before-comma' },
    });
  });

  it('spelled in several ways become one name', async () => {
    const fields = await fieldsOf(
      'spaces',
      'Tag;Machine;Room',
      '1;Saw;Wood shop',
      '2;Drill;Wood shop',
      '3;Lathe;wood-shop',
    );
    expect(fields['name']).toEqual({ column: 'Room', values: { 'wood-shop': 'Wood shop' } });
  });

  it('without a number of its own for each row get made keys', async () => {
    const members = await fieldsOf('members', 'Vorname;Nachname;Ort', 'Ada;Ito;Ulm', 'Ada;Ito;Bonn');
    expect(members['number']).toEqual({ join: ['Vorname', 'Nachname'], as: 'numbered-slug' });
  });
});

it('lists the columns that are not used, with some of their values', async () => {
  const { text } = await suggest(rowsOf('Tag;Machine;Weight of it', '1;Saw;12 kg', '2;Drill;3 kg'));
  expect(text).toContain('    # Columns that are not used, with some values:\n    #   Weight of it: 12 kg | 3 kg\n');
});

it('lets bookings name units and members by the names that other sheets have', async () => {
  const inventory = tableOf('Machines', rowsOf('Tag;Machine;Brand', 'L-1;Laser;Trotec', 'C-1;Mill;Haas'));
  const members = tableOf(
    'Members',
    rowsOf('Member no.;Last name;First name;Group', '7;Ito;Ada;Full', '8;Byron;Ben;Full'),
  );
  const bookings = tableOf(
    'Bookings',
    rowsOf(
      'Machine;Date;From;To;Member',
      'Laser;2026-03-02;10:00;12:00;Ada Ito',
      'C-1;2026-03-02;9:00;9:30;Byron, Ben',
    ),
  );
  const { tables } = await suggestMapping([bookings, inventory, members], catalogueDefinitions, options);
  const { collections } = tables.find(({ name }) => name === 'Bookings') ?? {};
  const fields = collections?.get('bookings')?.fields;
  expect(fields?.get('machine_unit.sku')?.mapping).toEqual({ column: 'Machine', values: { Laser: 'L-1' } });
  expect(fields?.get('member.number')?.mapping).toEqual({
    column: 'Member',
    values: { 'Ada Ito': '7', 'Byron, Ben': '8' },
  });
  expect(collections?.has('machines')).toBe(false);
});
