import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { naturalKeys, collectionLayout, template } from '@resource-catalogue/transfer';
import { asArray, asObject } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { type Instance, newToken, startInstance } from '@resource-catalogue/server/testing/service';
import { changedTables, exportFolder, importFolder, writeLines } from '@resource-catalogue/transfer/testing/transfer';

const makerspace = fileURLToPath(new URL('../../../../examples/makerspace', import.meta.url));

describe('a workshop in spreadsheets', () => {
  let database: Database;
  let service: Instance;

  beforeEach(async () => {
    database = await scratchDatabase();
    service = await startInstance(database, (await newToken(database)).token);
  });
  afterEach(async () => {
    await service.close();
    await database.close();
  });

  const imported = async (path: string) => {
    const { messages, result } = await importFolder(database, path);
    return { messages, stored: result.stored, changed: changedTables(result) };
  };
  const list = async (path: string) => asArray(asObject((await service.request(`/api/v1/${path}`)).json())['data']);

  it('spreadsheets of a workshop are imported, served and exported, and a second import changes nothing', async () => {
    expect(await imported(makerspace)).toMatchObject({ messages: [], stored: true });
    expect(await list('machine_units?filters[sku][in]=LASER-01')).toMatchObject([
      { machine: { name: 'Laser cutter' }, state_changed_at: '2025-02-02T23:00:00.000Z' },
    ]);
    const [session] = await list('training_sessions?filters[state][in]=scheduled&sort=starts_at');
    expect(session).toMatchObject({ trainers: [{ first_name: 'Jonas' }] });
    const description_rendered = expect.stringContaining('<strong>open workshop</strong>');
    expect(await list('spaces?limit=100')).toContainEqual(
      expect.objectContaining({ slug: 'harbour-workshop', description_rendered }),
    );
    expect(await imported(makerspace)).toMatchObject({ messages: [], changed: [] });
    const folder = await newFolder();
    await exportFolder(database, folder);
    expect((await readFile(join(folder, 'members.ndjson'), 'utf8')).split('\n').length).toBe(31);
    expect(await imported(folder)).toMatchObject({ messages: [], changed: [] });
  });

  it('the examples in the templates form a valid workshop', async () => {
    const folder = await newFolder();
    for (const name of naturalKeys.keys()) {
      const text = await template(collectionLayout(name, catalogueDefinitions));
      await writeLines(folder, { [`${name}.csv`]: [text] });
    }
    expect(await imported(folder)).toMatchObject({ messages: [], stored: true });
    expect(await list('bookings')).toHaveLength(2);
  });
});
