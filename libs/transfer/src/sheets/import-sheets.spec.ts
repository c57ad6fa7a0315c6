import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { everyRow, importFolder, scratchFolder, silent } from '../../test/support/transfer.js';
import { exportToFolder } from '../export-files.js';
import { writeRejects } from '../rejects.js';
import { tableFacts } from '../table-facts.js';
import { uniqueBy } from './sheet-names.js';
import { naturalKeys, ownKey } from './natural-keys.js';

describe.each(databaseKinds)('an import of sheets into %s', (kind) => {
  let seeded: TestDatabase;
  let folder: Awaited<ReturnType<typeof scratchFolder>>;

  beforeAll(async () => {
    seeded = await seededDatabase(kind);
  });
  afterAll(() => seeded.drop());
  beforeEach(async () => {
    folder = await scratchFolder();
  });
  afterEach(() => folder.drop());

  const imported = () => importFolder(seeded.database, folder.path);
  const write = (name: string, ...lines: readonly string[]) =>
    writeFile(join(folder.path, name), lines.map((line) => `${line}\n`).join(''));
  /** What an import did to the tables that it changed. */
  const changes = async (prune = false) => {
    const { messages, result } = await importFolder(seeded.database, folder.path, { prune });
    const changed = result.tables.filter(({ inserted, updated }) => inserted + updated > 0);
    const tables = changed.map(({ table, inserted, updated }) => [table, inserted, updated]);
    return { messages, lines: result.lines, changed: tables };
  };
  const live = (texts: readonly string[]) =>
    texts
      .map((text) => objectOf(JSON.parse(text)))
      .filter(({ soft_deleted_at: at }) => at === null || at === undefined);
  const stored = async () => {
    const rows = await everyRow(seeded.database, 'spaces', 'members', 'users', 'training_sessions');
    return (collection: string, key: string, name: string) =>
      rows[collection]?.map((text) => objectOf(JSON.parse(text))).find(({ [key]: value }) => value === name) ?? {};
  };

  it('an export for spreadsheets can be imported and changes nothing', async () => {
    const before = await everyRow(seeded.database);
    await exportToFolder(seeded.database, catalogueDefinitions, folder.path, { format: 'csv', gzip: false }, silent);
    const lines = Object.values(before).flat().length;
    expect(await changes()).toEqual({ messages: [], lines, changed: [] });
    expect(await everyRow(seeded.database)).toEqual(before);
  });

  it('rows are identified by their names, and files may refer to each other and to the catalogue', async () => {
    const { id, email, role } = await seeded.database.prisma.user.findFirstOrThrow({
      where: { soft_deleted_at: null },
    });
    await write('spaces.csv', 'slug,name,time_zone', 'attic,Attic,Asia/Tokyo');
    await write(
      'members.csv',
      'number;first_name;last_name;state;joined_at;locale;space.slug;group.name',
      'X-1;Ada;Ito;active;2.1.2026;en-GB;attic;Club',
      'X-2;Ben;Ito;active;2.1.2026 09:30;en-GB;attic;Club',
    );
    await write(
      'users.csv',
      'email,first_name,last_name,role,state,locale,member.number,spaces.slug',
      `${email.toUpperCase()},Ada,Ito,${role},active,en-GB,X-1,attic`,
    );
    expect(await imported()).toMatchObject({ messages: [], result: { stored: true } });
    const shown = await stored();
    expect(shown('members', 'number', 'X-1')).toMatchObject({
      joined_at: '2026-01-01T15:00:00.000Z',
      user: { id },
      space: { name: 'Attic' },
    });
    expect(shown('members', 'number', 'X-2')['group']).toEqual(shown('members', 'number', 'X-1')['group']);
    expect(shown('users', 'id', id)).toMatchObject({ spaces: [{ name: 'Attic' }], last_name: 'Ito' });
    expect((await changes()).changed).toEqual([]);
  });

  it('errors name file, row and column, and what would be right', async () => {
    const head =
      'number,first_name,last_name,state,joined_at,locale,space.slug,birthdate,address.country_code,accreditations.name,accreditations.obtained_at';
    const ada = 'Ada,Ito,active,2026-01-02T00:00Z,en-GB';
    await write(
      'members.csv',
      head,
      `Y-1,${ada},nowhere,,,,`,
      `Y-2,${ada},,3/1/2026,,,`,
      `Y-3,,Ito,aktiv,2026-01-02T00:00Z,en-GB,,,,,`,
      `Y-4,${ada},,,,Laser|Saw,2026-01-02`,
      `,${ada},,,,,`,
      `Y-6,${ada},,,,,`,
      `Y-6,${ada},,,,,`,
    );
    expect((await imported()).messages).toEqual([
      'members.csv row 3, column birthdate: must be a day like 2026-03-01 or 1.3.2026, not `3/1/2026`, which could be day/month or month/day',
      'members.csv row 4, column first_name: is missing',
      'members.csv row 4, column state: must be one of pending, active, suspended, left, not `aktiv`; did you mean `active`?',
      'members.csv row 5, column accreditations.obtained_at: must have as many values as accreditations.name, which has 2',
      'members.csv row 6, column number: is missing',
      'members.csv row 8, column number: must be unique: Y-6 is also at members.csv row 7',
      'members.csv row 2, column space.slug: no space with the slug `nowhere`',
    ]);
  });

  it('rejected rows are written with the head of their file, and can be corrected and imported', async () => {
    const { slug } = await seeded.database.prisma.space.findFirstOrThrow();
    const head = ['slug', 'name', 'space.slug', 'pricing', 'availability_mode'];
    const row = (name: string, mode: string) => `${name},"two\n\nlines",${slug},free,${mode}`;
    await write('machines.csv', head.join(), row('drill', 'scheduled'), row('saw', 'any'), row('mill', 'scheduled'));
    await write('machines.new.csv', [...head, 'brand'].join(';'), `lathe;Lathe;${slug};free;any;Hema`);
    const more = join(folder.path, 'more');
    await mkdir(more);
    await copyFile(join(folder.path, 'machines.new.csv'), join(more, 'machines.csv'));
    const first = await importFolder(seeded.database, [folder.path, more], { continueOnError: true });
    expect(first.messages).toContainEqual(
      expect.stringMatching(/^machines\.csv row 3, line 5, column availability_mode: must be one of /),
    );
    expect(first.result.tables.find(({ table }) => table === 'machines')).toMatchObject({ inserted: 2, updated: 0 });
    const rejects = join(folder.path, 'rejects');
    await writeRejects(rejects, first.files, first.result.rejected, first.messages);
    const [twice, ...names] = ['machines.2.csv', 'machines.csv', 'machines.new.csv'] as const;
    expect((await readdir(rejects)).sort()).toEqual(['errors.txt', twice, ...names]);
    await rm(join(rejects, twice));
    const texts = await Promise.all(names.map((name) => readFile(join(rejects, name), 'utf8')));
    expect(texts[0]).toBe(`${head.join()}\n${row('saw', 'any')}\n`);
    for (const [index, name] of names.entries()) {
      await writeFile(join(rejects, name), texts[index]?.replace('any', 'self_service') ?? '');
    }
    const { messages, result } = await importFolder(seeded.database, rejects);
    expect(messages).toEqual([]);
    expect(result.tables.find(({ table }) => table === 'machines')).toMatchObject({ inserted: 2 });
  });

  describe('a sheet without all columns', () => {
    it('leaves rows unchanged that it only lists, in every collection', async () => {
      // What is stored as JSON stays as it is written.
      await seeded.database.exec(
        `UPDATE machines SET machine_booking_minimum_durations =
           replace(machine_booking_minimum_durations::text, '"unit":', '"value":0.50e1,"unit":')::json`,
      );
      const before = await everyRow(seeded.database);
      expect(before['machines']?.join()).toContain('0.50e1');
      for (const [collection, texts] of Object.entries(before)) {
        await write(
          `${collection}.csv`,
          'id',
          ...live(texts)
            .slice(0, 20)
            .map(({ id }) => textOf(id)),
        );
      }
      expect(await changes()).toMatchObject({ messages: [], changed: [] });
      expect(await everyRow(seeded.database)).toEqual(before);
    });

    it('changes the values of its columns, clears those of empty cells, and keeps the others', async () => {
      await write(
        'spaces.csv',
        'slug,name,time_zone,summary,description,address.street,address.city,accessibility',
        'attic,Attic,Asia/Tokyo,Under the roof.,**High** up.,Hill 1,Kobe,motor|hearing',
        'cellar,Cellar,Europe/Berlin,,,Hill 2,,',
      );
      await write('trainings.csv', 'slug,name,space.slug', 'knots,Knots,attic');
      await write(
        'training_sessions.csv',
        'key,training.slug,space.slug,starts_at,ends_at',
        'K1,knots,attic,2026-05-01 09:00,2026-05-01 10:00',
      );
      await write(
        'members.csv',
        'number,first_name,last_name,space.slug,group.name,accreditations.name,accreditations.obtained_at',
        'X-1,Ada,Ito,attic,Club,Laser|Saw,2026-01-02|2026-01-03',
      );
      expect((await changes()).messages).toEqual([]);
      const before = await stored();
      const [space, cellar] = [before('spaces', 'slug', 'attic'), before('spaces', 'slug', 'cellar')];
      const member = before('members', 'number', 'X-1');
      const session = before('training_sessions', 'starts_at', '2026-05-01T00:00:00.000Z');

      await write('spaces.csv', 'slug,summary,address.city', 'attic,,Osaka', 'cellar,,');
      await write('trainings.csv', 'slug', 'knots');
      await write('training_sessions.csv', 'key,ends_at', 'K1,2026-05-01 11:00');
      await write('members.csv', 'number,email,group.name', 'X-1,ada@example.org,');
      expect(await changes()).toMatchObject({
        messages: [],
        changed: [
          ['spaces', 0, 1],
          ['members', 0, 1],
          ['training_sessions', 0, 1],
        ],
      });
      const now = await stored();
      const changed = { updated_at: expect.not.stringContaining(textOf(space['updated_at'])) };
      const address = { ...objectOf(space['address']), city: 'Osaka' };
      expect(space).toMatchObject({
        description_rendered: '<p><strong>High</strong> up.</p>\n',
        summary: 'Under the roof.',
      });
      expect(now('spaces', 'slug', 'attic')).toEqual({ ...space, ...changed, summary: null, address });
      expect(now('spaces', 'slug', 'cellar')).toEqual(cellar);
      const email = 'ada@example.org';
      expect(now('members', 'number', 'X-1')).toEqual({ ...member, ...changed, email, group: null });
      const end = '2026-05-01T02:00:00.000Z';
      const slots = [{ ...objectOf((session['slots'] as unknown[])[0]), end_time: end }];
      expect(now('training_sessions', 'starts_at', '2026-05-01T00:00:00.000Z')).toEqual({
        ...session,
        ...changed,
        ends_at: end,
        slots,
      });
      expect(await changes()).toMatchObject({ messages: [], changed: [] });
    });

    it('is refused for new rows, for a part of an array, and where several slots would have to move', async () => {
      const prices = 'prices.category.slug,prices.amount_in_cents,prices.currency';
      await write('categories.csv', 'type,slug,name', 'price,full,Full', 'price,half,Half');
      await write('spaces.csv', 'slug,name,time_zone', 'shed,Shed,Europe/Berlin');
      await write('trainings.csv', `slug,name,space.slug,${prices}`, 'bows,Bows,shed,full|half,900|500,EUR|EUR');
      const slots = 'slots.start_time,slots.end_time';
      await write(
        'training_sessions.csv',
        `key,training.slug,space.slug,starts_at,ends_at,${slots}`,
        'K2,bows,shed,2026-05-01 09:00,2026-05-02 10:00,2026-05-01 09:00|2026-05-02 09:00,2026-05-01 10:00|2026-05-02 10:00',
      );
      expect((await changes()).messages).toEqual([]);
      const touched = () => everyRow(seeded.database, 'categories', 'trainings', 'training_sessions');
      const before = await touched();
      await write('categories.csv', 'slug,description', 'full,For all.', 'third,For some.');
      await write('trainings.csv', 'slug,prices.category.slug', 'bows,half|full');
      await write('training_sessions.csv', 'key,ends_at', 'K2,2026-05-02 12:00');
      expect((await changes()).messages).toEqual([
        expect.stringMatching(
          /^trainings\.csv row 2, column prices\.amount_in_cents: is missing: the stored row has it, /,
        ),
        expect.stringMatching(/^trainings\.csv row 2, column prices\.currency: is missing: /),
        'training_sessions.csv row 2, column slots.start_time: is missing: several slots do not follow from the times',
        'categories.csv row 3: is new, so the file must have the columns type, name',
      ]);
      expect(await touched()).toEqual(before);
    });

    it('restores a deleted row that it lists, unless it says otherwise', async () => {
      await write('places.csv', 'slug,name,space.slug', 'nook,Nook,shed');
      expect((await changes()).messages).toEqual([]);
      await seeded.database.exec(`UPDATE places SET soft_deleted_at = updated_at WHERE slug = 'nook'`);
      await write('places.csv', 'slug,soft_deleted_at', 'nook,2026-01-01');
      await changes();
      expect(await seeded.database.prisma.place.count({ where: { slug: 'nook', soft_deleted_at: null } })).toBe(0);
      await write('places.csv', 'slug,name', 'nook,Nook');
      expect((await changes()).changed).toEqual([['places', 0, 1]]);
      expect((await changes()).changed).toEqual([]);
      await changes(true);
      const places = await seeded.database.prisma.place.findMany({ where: { soft_deleted_at: null } });
      expect(places.map(({ slug }) => slug)).toEqual(['nook']);
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
  ])('%s with the head %s is refused', async (name, head, message) => {
    await write(name, head);
    await expect(imported()).rejects.toThrow(message);
  });

  it('the column that identifies the rows of a collection is unique in the schema, or a key that is not stored', async () => {
    const names = Object.keys(naturalKeys);
    const tables = await tableFacts(seeded.database.source, names);
    for (const [table, key] of Object.entries(naturalKeys)) {
      const { columns, uniques = [] } = tables.get(table) ?? {};
      const keyed = uniqueBy({ table, key, type: null }, uniques);
      expect([table, columns?.get(key)?.nullable, keyed !== undefined]).toEqual(
        key === ownKey ? [table, undefined, false] : [table, false, true],
      );
    }
  });
});
