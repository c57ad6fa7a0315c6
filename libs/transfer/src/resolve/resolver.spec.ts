import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, seededDatabase } from '@resource-catalogue/database/testing/databases';
import { asArray, type JsonObject, asObject, asText } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';
import {
  changedTables,
  everyRow,
  exportFolder,
  importFolder,
  parsedRows,
  writeLines,
} from '../../test/support/transfer.js';
import { writeRejects } from '../export/rejects.js';
import { tableFacts } from '../stage/table-facts.js';
import { uniqueBy } from './names.js';
import { naturalKeys, ownKey } from '../layout.js';

describe('an import of sheets into %s', () => {
  let seeded: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    seeded = await seededDatabase();
  });
  afterAll(() => seeded.drop());
  beforeEach(async () => {
    folder = await newFolder();
  });

  /** Writes files, imports the directory, and returns the messages and the changed tables. */
  async function imported(files: Readonly<Record<string, readonly string[]>> = {}, prune = false) {
    await writeLines(folder, files);
    const { messages, result } = await importFolder(seeded.database, folder, { prune });
    return { messages, changed: changedTables(result) };
  }
  const nothing = { messages: [], changed: [] };
  const find = async (collection: string, key: string, value: unknown): Promise<JsonObject> =>
    asObject((await parsedRows(seeded.database, collection)).find((row) => row[key] === value));

  it('an export for spreadsheets can be imported and changes nothing', async () => {
    const before = await everyRow(seeded.database);
    await exportFolder(seeded.database, folder, { format: 'csv' });
    expect(await imported()).toEqual(nothing);
    expect(await everyRow(seeded.database)).toEqual(before);
  });

  it('rows are identified by their names, and files may refer to each other and to the catalogue', async () => {
    const where = { soft_deleted_at: null };
    const { id, email, role } = await seeded.database.prisma.user.findFirstOrThrow({ where });
    const { messages } = await imported({
      'spaces.csv': ['slug,name,time_zone', 'attic,Attic,Asia/Tokyo'],
      'members.csv': [
        'number;first_name;last_name;state;joined_at;locale;space.slug;group.name',
        'X-1;Ada;Ito;active;2.1.2026;en-GB;attic;Club',
        'X-2;Ben;Ito;active;2.1.2026 09:30;en-GB;attic;Club',
      ],
      'users.csv': [
        'email,first_name,last_name,role,state,locale,member.number,spaces.slug',
        `${email.toUpperCase()},Ada,Ito,${role},active,en-GB,X-1,attic`,
      ],
    });
    expect(messages).toEqual([]);
    const ada = await find('members', 'number', 'X-1');
    expect(ada).toMatchObject({ joined_at: '2026-01-01T15:00:00.000Z', user: { id }, space: { name: 'Attic' } });
    expect((await find('members', 'number', 'X-2'))['group']).toEqual(ada['group']);
    expect(await find('users', 'id', id)).toMatchObject({ spaces: [{ name: 'Attic' }], last_name: 'Ito' });
    expect(await imported()).toEqual(nothing);
  });

  it('rejected rows are written with the header of their file, and can be corrected and imported', async () => {
    const { slug } = await seeded.database.prisma.space.findFirstOrThrow();
    const head = ['slug', 'name', 'summary', 'space.slug', 'pricing', 'availability_mode'];
    const row = (name: string, mode: string) => `${name},Name,"two\n\nlines",${slug},free,${mode}`;
    await writeLines(folder, {
      'machines.csv': [head.join(), row('drill', 'scheduled'), row('saw', 'any'), row('mill', 'scheduled')],
      'machines.new.csv': [[...head, 'brand'].join(';'), `lathe;Lathe;;${slug};free;any;Hema`],
    });
    const more = join(folder, 'more');
    await mkdir(more);
    await copyFile(join(folder, 'machines.new.csv'), join(more, 'machines.csv'));
    const first = await importFolder(seeded.database, [folder, more], { continueOnError: true });
    expect(first.messages).toContainEqual(
      expect.stringMatching(/^machines\.csv row 3, line 5, column availability_mode: must be one of /),
    );
    expect(changedTables(first.result)).toContainEqual(['machines', 2, 0]);
    const rejects = join(folder, 'rejects');
    await writeRejects(rejects, first.files, first.result.rejected, first.messages);
    const [duplicate, ...names] = ['machines.2.csv', 'machines.csv', 'machines.new.csv'] as const;
    expect((await readdir(rejects)).sort()).toEqual(['errors.txt', duplicate, ...names]);
    await rm(join(rejects, duplicate));
    const texts = await Promise.all(names.map((name) => readFile(join(rejects, name), 'utf8')));
    expect(texts[0]).toBe(`${head.join()}\n${row('saw', 'any')}\n`);
    for (const [index, name] of names.entries())
      await writeFile(join(rejects, name), texts[index]?.replace('any', 'self_service') ?? '');
    const { messages, result } = await importFolder(seeded.database, rejects);
    expect([messages, changedTables(result)]).toEqual([[], [['machines', 2, 0]]]);
  });

  describe('a sheet without all columns', () => {
    it('an import of ids alone changes no row of any collection', async () => {
      // Columns stored as JSON keep their exact text.
      await seeded.database.exec(
        `UPDATE machines SET machine_booking_minimum_durations =
           replace(machine_booking_minimum_durations::text, '"unit":', '"value":0.50e1,"unit":')::json`,
      );
      const before = await everyRow(seeded.database);
      expect(before['machines']?.join()).toContain('0.50e1');
      for (const [collection, texts] of Object.entries(before)) {
        const rows = texts.map((text) => asObject(JSON.parse(text)));
        const live = rows.filter(({ soft_deleted_at: at = null }) => at === null).slice(0, 20);
        await writeLines(folder, { [`${collection}.csv`]: ['id', ...live.map(({ id }) => asText(id))] });
      }
      expect(await imported()).toEqual(nothing);
      expect(await everyRow(seeded.database)).toEqual(before);
    });

    it('changes the values of its columns, clears those of empty cells, and keeps the others', async () => {
      const made = await imported({
        'spaces.csv': [
          'slug,name,time_zone,summary,description,address.street,address.city,accessibility',
          'attic,Attic,Asia/Tokyo,Under the roof.,**High** up.,Hill 1,Kobe,motor|hearing',
          'cellar,Cellar,Europe/Berlin,,,Hill 2,,',
        ],
        'trainings.csv': ['slug,name,space.slug', 'knots,Knots,attic'],
        'training_sessions.csv': [
          'key,training.slug,space.slug,starts_at,ends_at',
          'K1,knots,attic,2026-05-01 09:00,2026-05-01 10:00',
        ],
        'members.csv': [
          'number,first_name,last_name,space.slug,group.name,accreditations.name,accreditations.obtained_at',
          'X-1,Ada,Ito,attic,Club,Laser|Saw,2026-01-02|2026-01-03',
        ],
      });
      expect(made.messages).toEqual([]);
      const rows = () =>
        Promise.all([
          find('spaces', 'slug', 'attic'),
          find('spaces', 'slug', 'cellar'),
          find('members', 'number', 'X-1'),
          find('training_sessions', 'starts_at', '2026-05-01T00:00:00.000Z'),
        ]);
      const [attic, cellar, member, session] = await rows();
      expect(attic).toMatchObject({ description_rendered: '<p><strong>High</strong> up.</p>\n' });

      const files = {
        'spaces.csv': ['slug,summary,address.city', 'attic,,Osaka', 'cellar,,'],
        'trainings.csv': ['slug', 'knots'],
        'training_sessions.csv': ['key,ends_at', 'K1,2026-05-01 11:00'],
        'members.csv': ['number,email,group.name', 'X-1,ada@example.org,'],
      };
      const changed = ['spaces', 'members', 'training_sessions'].map((table) => [table, 0, 1]);
      expect(await imported(files)).toEqual({ messages: [], changed });
      const updated_at = expect.not.stringContaining(asText(attic['updated_at']));
      const [ends_at, [slot]] = ['2026-05-01T02:00:00.000Z', asArray(session['slots'])];
      expect(await rows()).toEqual([
        { ...attic, updated_at, summary: null, address: { ...asObject(attic['address']), city: 'Osaka' } },
        cellar,
        { ...member, updated_at, email: 'ada@example.org', group: null },
        { ...session, updated_at, ends_at, slots: [{ ...asObject(slot), end_time: ends_at }] },
      ]);
      expect(await imported(files)).toEqual(nothing);
    });

    it('can list the dates on which a space has other hours, and reports the column of a wrong one', async () => {
      const columns = ['date', 'closed', 'opens_at', 'closes_at', 'note'].map((key) => `opening_exceptions.${key}`);
      const header = ['slug', 'name', 'time_zone', ...columns].join();
      const sheet = (cells: string) => ({ 'spaces.csv': [header, `loft,Loft,Europe/Berlin,${cells}`] });
      expect((await imported(sheet('2026-12-24|2026-12-25,no|yes,09:00|,13:00|,|Christmas'))).messages).toEqual([]);
      expect((await find('spaces', 'slug', 'loft'))['opening_exceptions']).toEqual([
        { date: '2026-12-24', closed: false, opens_at: '09:00', closes_at: '13:00', note: null },
        { date: '2026-12-25', closed: true, opens_at: null, closes_at: null, note: 'Christmas' },
      ]);
      const wrong = ['|9 am', '|13:00'].map((closes) => sheet(`2026-12-25|2026-12-24,yes|no,|09:00,${closes},|`));
      expect((await imported(wrong[0])).messages).toEqual([
        expect.stringMatching(/^spaces\.csv row 2, column opening_exceptions\.closes_at: must be .*, not `9 am`$/),
      ]);
      expect((await imported(wrong[1])).messages).toEqual([
        expect.stringMatching(/^spaces\.csv row 2, column opening_exceptions\.date: must be in order: /),
      ]);
    });

    it('is rejected for new rows, for part of an array, and if several slots would have to move', async () => {
      const days = ['2026-05-01', '2026-05-02'];
      const made = await imported({
        'categories.csv': ['type,slug,name', 'price,full,Full', 'price,half,Half'],
        'spaces.csv': ['slug,name,time_zone', 'shed,Shed,Europe/Berlin'],
        'trainings.csv': [
          'slug,name,space.slug,prices.category.slug,prices.amount_in_cents,prices.currency',
          'bows,Bows,shed,full|half,900|500,EUR|EUR',
        ],
        'training_sessions.csv': [
          'key,training.slug,space.slug,starts_at,ends_at,slots.start_time,slots.end_time',
          `K2,bows,shed,2026-05-01 09:00,2026-05-02 10:00,${days.join(' 09:00|')} 09:00,${days.join(' 10:00|')} 10:00`,
        ],
      });
      expect(made.messages).toEqual([]);
      const touched = () => everyRow(seeded.database, 'categories', 'trainings', 'training_sessions');
      const before = await touched();
      const { messages } = await imported({
        'categories.csv': ['slug,description', 'full,For all.', 'third,For some.'],
        'trainings.csv': ['slug,prices.category.slug', 'bows,half|full'],
        'training_sessions.csv': ['key,ends_at', 'K2,2026-05-02 12:00'],
      });
      expect(messages).toEqual([
        expect.stringMatching(
          /^trainings\.csv row 2, column prices\.amount_in_cents: is missing: the stored row has it, /,
        ),
        expect.stringMatching(/^trainings\.csv row 2, column prices\.currency: is missing: /),
        'training_sessions.csv row 2, column slots.start_time: is missing: several slots cannot be derived from the times',
        'categories.csv row 3: is new, so the file must have the columns type, name',
      ]);
      expect(await touched()).toEqual(before);
    });

    it('restores a deleted row that it lists, unless a column says that it is deleted', async () => {
      const live = () => seeded.database.prisma.place.findMany({ where: { soft_deleted_at: null } });
      expect((await imported({ 'places.csv': ['slug,name,space.slug', 'nook,Nook,shed'] })).messages).toEqual([]);
      await seeded.database.exec(`UPDATE places SET soft_deleted_at = updated_at WHERE slug = 'nook'`);
      await imported({ 'places.csv': ['slug,soft_deleted_at', 'nook,2026-01-01'] });
      expect((await live()).map(({ slug }) => slug)).not.toContain('nook');
      expect((await imported({ 'places.csv': ['slug,name', 'nook,Nook'] })).changed).toEqual([['places', 0, 1]]);
      expect(await imported()).toEqual(nothing);
      await imported({}, true);
      expect((await live()).map(({ slug }) => slug)).toEqual(['nook']);
    });
  });

  it.each([
    ['members.csv', 'number,telephone', /:1 has columns that members do not have: telephone\. List all columns with: /],
    ['members.csv', 'first_name,last_name', /:1 has no column number, which identifies its rows\. /],
    [
      'event_sessions.csv',
      'event.slug,space.slug,starts_at,ends_at,seats_total,state',
      /:1 has no column key, which identifies its rows\. /,
    ],
  ])('%s with the header %s is rejected', async (name, head, message) => {
    await expect(imported({ [name]: [head] })).rejects.toThrow(message);
  });

  it('the column that identifies rows of a collection is unique in the schema, or is not stored', async () => {
    const tables = await tableFacts(seeded.database.source, [...naturalKeys.keys()]);
    for (const [table, key] of naturalKeys) {
      const { columns, uniques = [] } = tables.get(table) ?? {};
      const keyed = uniqueBy({ table, key, type: null }, uniques);
      expect([table, columns?.get(key)?.nullable, keyed !== undefined]).toEqual(
        key === ownKey ? [table, undefined, false] : [table, false, true],
      );
    }
  });
});
