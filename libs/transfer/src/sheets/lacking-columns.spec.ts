import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseKinds, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { seededDatabase } from '@resource-catalogue/database/testing/once/seeded-database';
import { everyRow, importFolder, scratchFolder } from '../../test/support/transfer.js';

describe.each(databaseKinds)('a sheet without all of its columns, on %s', (kind) => {
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

  const write = (name: string, ...lines: readonly string[]) =>
    writeFile(join(folder.path, name), lines.map((line) => `${line}\n`).join(''));
  const imported = async (prune = false) => {
    const { messages, result } = await importFolder(seeded.database, folder.path, { prune });
    const changed = result.tables.filter(({ inserted, updated }) => inserted + updated > 0);
    return { messages, changed: changed.map(({ table, inserted, updated }) => [table, inserted, updated]) };
  };
  const stored = async () => {
    const rows = await everyRow(seeded.database);
    return (collection: string, key: string, name: string) =>
      rows[collection]?.map((text) => objectOf(JSON.parse(text))).find(({ [key]: value }) => value === name) ?? {};
  };

  it('leaves rows of every collection as they are where it names them only', async () => {
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
        ...texts.slice(0, 20).map((text) => textOf(objectOf(JSON.parse(text))['id'])),
      );
    }
    expect(await imported()).toEqual({ messages: [], changed: [] });
    expect(await everyRow(seeded.database)).toEqual(before);
  });

  it('changes what it has columns for, empties what has empty cells, and keeps the rest', async () => {
    await write(
      'spaces.csv',
      'slug,name,time_zone,summary,description,address.street,address.city,accessibility',
      'attic,Attic,Asia/Tokyo,Under the roof.,**High** up.,Hill 1,Kobe,motor|hearing',
      'cellar,Cellar,Europe/Berlin,,,Hill 2,,',
    );
    await write(
      'trainings.csv',
      'slug,name,space.slug,pricing,duration_in_minutes,seats_per_session',
      'knots,Knots,attic,free,60,4',
    );
    await write(
      'training_sessions.csv',
      'key,training.slug,space.slug,starts_at,ends_at,seats_total,state',
      'K1,knots,attic,2026-05-01 09:00,2026-05-01 10:00,4,scheduled',
    );
    const heads =
      'number,first_name,last_name,state,joined_at,locale,space.slug,group.name,accreditations.name,accreditations.obtained_at';
    await write('members.csv', heads, 'X-1,Ada,Ito,active,2026-01-02,en-GB,attic,Club,Laser|Saw,2026-01-02|2026-01-03');
    expect((await imported()).messages).toEqual([]);
    const before = await stored();
    const [space, cellar] = [before('spaces', 'slug', 'attic'), before('spaces', 'slug', 'cellar')];
    const member = before('members', 'number', 'X-1');
    const session = before('training_sessions', 'starts_at', '2026-05-01T00:00:00.000Z');

    await write('spaces.csv', 'slug,summary,address.city', 'attic,,Osaka', 'cellar,,');
    await write('trainings.csv', 'slug', 'knots');
    await write('training_sessions.csv', 'key,ends_at', 'K1,2026-05-01 11:00');
    await write('members.csv', 'number,email,group.name', 'X-1,ada@example.org,');
    expect(await imported()).toMatchObject({
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
    expect(now('members', 'number', 'X-1')).toEqual({
      ...member,
      ...changed,
      email: 'ada@example.org',
      group: null,
    });
    const end = '2026-05-01T02:00:00.000Z';
    const slots = [{ ...objectOf((session['slots'] as unknown[])[0]), end_time: end }];
    expect(now('training_sessions', 'starts_at', '2026-05-01T00:00:00.000Z')).toEqual({
      ...session,
      ...changed,
      ends_at: end,
      slots,
    });
    expect(await imported()).toEqual({ messages: [], changed: [] });
  });

  it('is refused where a row is new, where a part of an array is missing, and where several slots would have to move', async () => {
    const prices = 'prices.category.slug,prices.amount_in_cents,prices.currency';
    await write('categories.csv', 'type,slug,name', 'price,full,Full', 'price,half,Half');
    await write('spaces.csv', 'slug,name,time_zone', 'shed,Shed,Europe/Berlin');
    await write(
      'trainings.csv',
      `slug,name,space.slug,duration_in_minutes,seats_per_session,pricing,${prices}`,
      'bows,Bows,shed,60,4,charged,full|half,900|500,EUR|EUR',
    );
    const slots = 'slots.start_time,slots.end_time';
    await write(
      'training_sessions.csv',
      `key,training.slug,space.slug,starts_at,ends_at,seats_total,state,${slots}`,
      'K2,bows,shed,2026-05-01 09:00,2026-05-02 10:00,4,scheduled,2026-05-01 09:00|2026-05-02 09:00,2026-05-01 10:00|2026-05-02 10:00',
    );
    expect((await imported()).messages).toEqual([]);
    const before = await everyRow(seeded.database);
    await write('categories.csv', 'slug,description', 'full,For all.', 'third,For some.');
    await write('trainings.csv', 'slug,prices.category.slug', 'bows,half|full');
    await write('training_sessions.csv', 'key,ends_at', 'K2,2026-05-02 12:00');
    expect((await imported()).messages).toEqual([
      expect.stringMatching(
        /^trainings\.csv:2 prices\.amount_in_cents is missing: what is stored has it, .*; prices\.currency is missing: /,
      ),
      'training_sessions.csv:2 slots.start_time is missing: several slots do not follow from the times',
      'categories.csv:3 is new, so the file must have the columns type, name',
    ]);
    expect(await everyRow(seeded.database)).toEqual(before);
  });

  it('leaves a deleted row deleted, unless what is not in the file is deleted, too', async () => {
    await write('places.csv', 'slug,name,space.slug,pricing,availability_mode', 'nook,Nook,shed,free,self_service');
    expect((await imported()).messages).toEqual([]);
    await seeded.database.exec(`UPDATE places SET soft_deleted_at = updated_at WHERE slug = 'nook'`);
    await write('places.csv', 'slug,name', 'nook,Nook');
    expect((await imported()).changed).toEqual([]);
    await imported(true);
    const places = await seeded.database.prisma.place.findMany({ where: { soft_deleted_at: null } });
    expect(places.map(({ slug }) => slug)).toEqual(['nook']);
  });
});
