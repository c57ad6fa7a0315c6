import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { changedTables, exportFolder, importFolder, importFound, writeLines } from '../../test/support/transfer.js';
import type { ImportError } from '../import-errors.js';
import { rejectedRows, writeRejectsSheet } from '../export/rejects-sheet.js';
import { layoutOf } from '../../test/support/mapping.js';
import { ownFile } from '../map/own-file.js';
import { openBytes } from '../read/byte-source.js';
import { csvTable } from '../read/csv.js';
import { usualHeaders } from '../export/template.js';

type Files = Readonly<Record<string, readonly string[]>>;

const hall: Files = { 'spaces.csv': ['slug,name,time_zone', 'hall,Hall,Europe/Berlin'] };
const lab: Files = {
  ...hall,
  'machines.csv': ['name', 'Mill'],
  'machine_units.csv': ['sku,machine.slug', 'MILL-1,mill'],
  'members.csv': ['number,first_name,last_name', '7,Ada,Ito'],
};
const bookings = (...rows: readonly string[]): Files => ({
  ...lab,
  'bookings.csv': ['key,member.number,machine_unit.sku,starts_at,ends_at', ...rows],
});

describe('sheets of people', () => {
  let database: Database;
  let folder: string;

  beforeEach(async () => {
    database = await scratchDatabase();
    folder = await newFolder();
  });
  afterEach(() => database.close());

  async function imported(files: Files) {
    await writeLines(folder, files);
    const { messages, result } = await importFolder(database, folder);
    return { messages, result, changed: changedTables(result) };
  }
  const query = async (text: string) => (await database.source.query({ text }, [])).map((row) => row.join(' '));

  it.each<[what: string, files: Files, ...messages: RegExp[]]>([
    [
      'a space in another case, with one error for its name',
      { ...hall, 'members.csv': ['number,last_name,first_name,space.slug,joined_at', '1,Lee,Ann,Hall,2026-01-05'] },
      /^members.csv row 2, column space.slug: no space with the slug `Hall`; did you mean `hall`\?$/,
    ],
    [
      'invalid time zones, with a proposal',
      {
        'spaces.csv': ['slug,name,time_zone', 'a,A,CET', 'b,B,Berlin'],
        'members.csv': ['number,last_name,first_name,space.slug,joined_at', '1,Lee,Ann,b,2026-01-05'],
      },
      /row 2, column time_zone: must be UTC or an IANA time zone, spelled like Europe\/Berlin, not `CET`; did you mean `\w+\/\w+`\?$/,
      /row 3, .* did you mean `Europe\/Berlin`\?$/,
      /^members.csv row 2, column space.slug: the space with the slug `b` has errors itself$/,
    ],
    [
      'values without the format of their field',
      {
        'spaces.csv': ['slug,name,time_zone,email,website_url', 'hall,Hall,Europe/Berlin,n/a,www.example.org'],
        'machines.csv': ['name,image.sm,image.md,image.lg', 'Mill,laser 1.jpg,https://a.org/b,https://a.org/c'],
      },
      /^machines\.csv row 2, column image\.sm: must be an http or https URL .*, not `laser 1\.jpg`$/,
      /^spaces\.csv row 2, column email: must be one e-mail address .* or an empty cell, not `n\/a`$/,
      /^spaces\.csv row 2, column website_url: .* not `www\.example\.org`; did you mean `https:\/\/www\.example\.org`\?$/,
    ],
    [
      'numbers that spreadsheet programs have damaged',
      {
        'members.csv': [
          'number,first_name,last_name',
          ...['00042,Ann,Lee', '42,Bo,Lee', '01. Mrz,Cy,Lee', '1-Feb,Di,Lee', '1.23457E+13,Ed,Lee'],
        ],
        'users.csv': ['email,first_name,last_name,member.number', 'a@example.org,Ann,Lee,042'],
      },
      /row 3, column number: `42` differs from `00042` only in zeros, /,
      /row 4, column number: `01\. Mrz` looks like a day that a spreadsheet program made from another text\. /,
      /row 5, column number: `1-Feb` looks like a day /,
      /row 6, column number: `1\.23457E\+13` looks like a number that a spreadsheet program shortened\. /,
      /^users.csv row 2, column member.number: no member with the number `042`; did you mean `00042`\?$/,
    ],
    [
      'every invalid cell of a row, by the row and the line of the file',
      {
        ...lab,
        'bookings.csv': [
          'key,member.number,machine_unit.sku,state,starts_at,ends_at,seats.first_name',
          '1,7,MILL-1,confirmed,2026-03-01 09:00,2026-03-01 10:00,"Ada\nIto"',
          '2,7,MILL-1,confirmd,3/1/2026,2026-03-02,',
        ],
      },
      /^bookings\.csv row 2, column seats.first_name: must not have invisible characters such as U\+000A, .* mean `Ada Ito`\?$/,
      /^bookings\.csv row 3, line 4, column starts_at: .* not `3\/1\/2026`, which could be day\/month or month\/day$/,
      /^bookings\.csv row 3, line 4, column state: .*; did you mean `confirmed`\?$/,
    ],
    [
      'sets with gaps',
      {
        'trainings.csv': ['name,machines.slug', 'Milling,mill||saw'],
        ...lab,
        'members.csv': [
          'number,first_name,last_name,accreditations.name,accreditations.obtained_at',
          '1,Ann,Lee,Laser|,2026-01-05|2026-01-05',
        ],
      },
      /^members.csv row 2, column accreditations.name: is missing$/,
      /^trainings.csv row 2, column machines.slug: has an empty value next to a bar$/,
    ],
    [
      'missing or too many values, duplicates, and unknown names',
      {
        'members.csv': [
          'number,first_name,last_name,space.slug,accreditations.name,accreditations.obtained_at',
          ...[
            '1,Ann,Lee,nowhere,,',
            '2,,Lee,,,',
            '3,Ann,Lee,,Laser|Saw,2026-01-02',
            ',Ann,Lee,,,',
            '6,A,B,,,',
            '6,A,B,,,',
          ],
        ],
      },
      /^members.csv row 3, column first_name: is missing$/,
      /^members.csv row 4, column accreditations.obtained_at: must have as many values as accreditations.name, which has 2$/,
      /^members.csv row 5, column number: is missing$/,
      /^members.csv row 7, column number: must be unique: 6 is also at members.csv row 6$/,
      /^members.csv row 2, column space.slug: no space with the slug `nowhere`$/,
    ],
    [
      'a duplicate key, with one error that has the key',
      {
        ...lab,
        'trainings.csv': ['name', 'Milling'],
        'training_sessions.csv': [
          'key,training.slug,starts_at,ends_at',
          'T1,milling,2026-03-01 09:00,2026-03-01 10:00',
          'T1,milling,2026-03-02 09:00,2026-03-02 10:00',
        ],
      },
      /^training_sessions\.csv row 3, column key: must be unique: T1 is also at training_sessions\.csv row 2$/,
    ],
    [
      'a booking that begins at a time and ends on a day',
      bookings('1,7,MILL-1,2026-09-29 20:00,2026-09-30'),
      /^bookings.csv row 2, column ends_at: must have a time, as the start has one, not `2026-09-30`$/,
    ],
  ])('an import rejects %s', async (_, files, ...messages) => {
    const found = await imported(files);
    expect(found.messages).toEqual(messages.map((pattern) => expect.stringMatching(pattern)));
    expect(found.result.stored).toBe(false);
  });

  it('new rows do not need values that have a default', async () => {
    const files: Files = {
      ...bookings('B1,7,MILL-1,2026-03-01 09:00,2026-03-01 10:00'),
      'users.csv': ['email,first_name,last_name', 'ada@example.org,Ada,Ito'],
      'places.csv': ['name', 'Großer Saal'],
      'place_units.csv': ['sku,place.slug', 'SAAL,grosser-saal'],
      'plans.csv': ['name,amount_in_cents,currency', 'Maker,3900,EUR'],
      'trainings.csv': ['name', 'Milling'],
      'training_sessions.csv': ['key,training.slug,starts_at,ends_at', 'T1,milling,2026-03-01 09:00,2026-03-01 10:00'],
      'events.csv': ['name', 'Open evening'],
      'event_sessions.csv': ['key,event.slug,starts_at,ends_at', 'E1,open-evening,2026-03-01 19:00,2026-03-01 22:00'],
    };
    expect((await imported(files)).messages).toEqual([]);
    expect(
      await query(`SELECT concat_ws(' ', m.slug, pricing, availability_mode, s.slug) FROM machines m JOIN spaces s ON s.id = space_id
        UNION ALL SELECT concat_ws(' ', number, state, locale, s.slug) FROM members m JOIN spaces s ON s.id = space_id
        UNION ALL SELECT concat_ws(' ', 'plan', pricing, duration_unit, duration_count) FROM plans`),
    ).toEqual(['mill free staff_only hall', '7 active en hall', 'plan charged month 1']);
    await database.exec(`UPDATE members SET space_id = NULL`);
    await exportFolder(database, join(folder, 'exported'), { format: 'csv' });
    expect(changedTables((await importFolder(database, join(folder, 'exported'))).result)).toEqual([]);
    // A repeated import keeps defaults such as the day on which a member joined, even with all columns of the template.
    const columns = usualHeaders(layoutOf('members'));
    const ada = new Map(Object.entries({ number: '7', first_name: 'Ada', last_name: 'Ito' }));
    const members = [columns.join(), columns.map((column) => ada.get(column) ?? '').join()];
    for (const same of [files, { ...files, 'members.csv': members }])
      expect(await imported(same)).toMatchObject({ messages: [], changed: [] });
  });

  it('times in a space with an invalid stored time zone are rejected, but not those in other spaces', async () => {
    await imported({ 'spaces.csv': ['slug,name,time_zone', 'hall,Hall,Europe/Berlin', 'lab,Lab,Asia/Tokyo'] });
    await database.exec(`UPDATE spaces SET time_zone = 'Tokyo' WHERE slug = 'lab'`);
    await rm(join(folder, 'spaces.csv'));
    const head = 'number,first_name,last_name,space.slug,joined_at';
    const rejected = await imported({ 'members.csv': [head, '1,Ann,Lee,lab,2026-01-05', '2,Bo,Lee,hall,2026-01-05'] });
    expect(rejected.messages).toEqual([
      expect.stringMatching(
        /^members\.csv row 2, column joined_at: must have an offset, .* the space of the row has no valid time zone/,
      ),
    ]);
    expect((await imported({ 'spaces.csv': ['slug,time_zone', 'lab,Asia/Tokyo'] })).messages).toEqual([]);
  });

  it('a row without a space belongs to the only live one, and rows in a deleted space use its time zone', async () => {
    const member = (number: number, space: string) => [
      'number,first_name,last_name,space.slug,joined_at',
      `${number},Ann,Lee,${space},2026-01-05`,
    ];
    const spaces = ['slug,name,time_zone,soft_deleted_at', 'hall,Hall,Asia/Kolkata,', 'lab,Lab,Asia/Tokyo,2026-01-01'];
    await imported({ 'spaces.csv': spaces, 'members.csv': member(1, '') });
    await rm(join(folder, 'spaces.csv'));
    await imported({ 'members.csv': member(2, '') });
    await imported({ 'members.csv': member(3, 'lab') });
    expect(
      await query(`SELECT number, s.slug, joined_at AT TIME ZONE s.time_zone
        FROM members m LEFT JOIN spaces s ON s.id = space_id ORDER BY 1`),
    ).toEqual(['1 hall 2026-01-05 00:00:00', '2 hall 2026-01-05 00:00:00', '3 lab 2026-01-05 00:00:00']);
  });

  it('a name refers to the live row if a deleted row has the same name', async () => {
    await imported({ ...hall, 'users.csv': ['email,first_name,last_name', 'a@example.org,Old,Ito'] });
    await database.exec(`UPDATE users SET soft_deleted_at = updated_at`);
    const id = '0198c1bb-b4b8-73bd-840b-d683a4c7f2e1';
    const live = ['id,email,first_name,last_name,role,state,locale', `${id},a@example.org,New,Ito,member,active,en`];
    expect((await imported({ 'users.csv': live })).messages).toEqual([]);
    expect((await imported({ 'users.csv': ['email,last_name', 'a@example.org,Lee'] })).messages).toEqual([]);
    expect(await query('SELECT first_name, last_name FROM users ORDER BY 1')).toEqual(['New Lee', 'Old Ito']);
  });

  it('all spellings of the name of a group refer to the same group', async () => {
    const head = 'number,first_name,last_name,group.name,accreditations.name,accreditations.obtained_at';
    const rows = [
      '1,A,Lee,F\u00f6rderer,S\u00e4ge|Laser,2026-01-05|2026-01-05',
      '2,B,Lee,Fo\u0308rderer\u00a0,s\u00e4ge,2026-01-05',
    ];
    await imported({ 'members.csv': [head, ...rows] });
    await imported({ 'members.csv': [head, '3,C,Lee, f\u00d6RDERER,SA\u0308GE,2026-01-05'] });
    expect(await query('SELECT name, count(*) FROM groups g JOIN members m ON m.group_id = g.id GROUP BY 1')).toEqual([
      'F\u00f6rderer 3',
    ]);
    expect(await query('SELECT name FROM accreditations ORDER BY 1')).toEqual(['Laser', 'S\u00e4ge']);
  });

  it('bookings of whole days end when their last day ends', async () => {
    const files = bookings('1,7,MILL-1,29.09.2026,04.10.2026', '2,7,MILL-1,05.10.2026,05.10.2026');
    expect((await imported(files)).messages).toEqual([]);
    expect(
      await query(`SELECT ends_at AT TIME ZONE 'Europe/Berlin', slots -> 0 ->> 'end_date' FROM bookings ORDER BY 1`),
    ).toEqual(['2026-10-05 00:00:00 2026-10-04', '2026-10-06 00:00:00 2026-10-05']);
  });

  it('errors and rejects have the columns of the file', async () => {
    const wrong = ['1|Ann|Lee|aktiv', '2|Bo|Lee|active', '3|"Cy"|Lee|weg'];
    await writeLines(folder, { 'people.csv': ['sep=|', 'number|first_name|last_name|state', ...wrong] });
    const path = join(folder, 'people.csv');
    const columnName = (header: string): string => (header === 'state' ? 'Status' : header);
    const own = await ownFile(await csvTable(await openBytes(path)), layoutOf('members'));
    const mapped = Object.assign(own, { columnName });
    const file = { path, collection: 'members', sha256: null, mapped };
    const errors: ImportError[] = [];
    const onError = (error: ImportError) => errors.push(error);
    const { result } = await importFound(database, [file], { continueOnError: true, onError });
    expect(errors.map(({ row, column }) => [row.row, column])).toEqual([2, 4].map((row) => [row, 'Status']));
    const rejects = join(folder, 'members.csv');
    await writeRejectsSheet(rejects, rejectedRows([file], result.rejected, errors));
    const must = 'must be one of pending, active, suspended, left';
    expect(await readFile(rejects, 'utf8')).toBe(
      [
        '\ufeffproblem,number,first_name,last_name,state',
        `"Status: ${must}, not \`aktiv\`; did you mean \`active\`?",1,Ann,Lee,aktiv`,
        `"Status: ${must}, not \`weg\`",3,Cy,Lee,weg`,
        '',
      ].join('\r\n'),
    );
    await writeFile(rejects, (await readFile(rejects, 'utf8')).replaceAll(/aktiv$|weg$/gm, 'active'));
    await rm(path);
    expect(await imported({})).toMatchObject({ messages: [], result: { lines: 2, stored: true } });
  });

  it.each([
    ['a line with the delimiter', 'row 3, line 4', '\ufeffsep=;', 'number;first_name;last_name', '1;A;Lee', '1;B;Lee'],
    ['rows that are one quoted cell', 'row 3', 'number,first_name,last_name', '"1,A,Lee"', '1,B,Lee'],
    ['lines that are one quoted cell', 'row 3', '"number,first_name,last_name"', '"1,A,""Lee, Jr."""', '"1,B,Lee"'],
  ])('a sheet may have %s', async (_, place, ...texts) => {
    const lines = texts.map((text) => `${text}\r`);
    expect((await imported({ 'members.csv': lines })).messages).toEqual([
      expect.stringContaining(`members.csv ${place}, column number: must be unique: 1 is also at members.csv row 2`),
    ]);
    expect((await imported({ 'members.csv': lines.slice(0, -1) })).result.stored).toBe(true);
  });
});
