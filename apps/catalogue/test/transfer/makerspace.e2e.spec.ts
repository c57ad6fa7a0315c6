import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { exportToFolder, naturalKeys, sheetPlan, template } from '@resource-catalogue/transfer';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { startOn, type TestService } from '@resource-catalogue/server/testing/service';
import { importFolder, scratchFolder, silent } from '@resource-catalogue/transfer/testing/transfer';

const makerspace = fileURLToPath(new URL('../../../../examples/makerspace', import.meta.url));

describe('a workshop in spreadsheets', () => {
  let service: TestService;
  const definitions = catalogueDefinitions;
  let folder: Awaited<ReturnType<typeof scratchFolder>>;

  beforeEach(async () => {
    const database = await scratchDatabase();
    const location = { dataDir: tmpdir(), databaseUrl: null };
    service = await startOn({ database, location, drop: () => database.close() });
    folder = await scratchFolder();
  });
  afterEach(async () => {
    await service.close();
    await folder.drop();
  });

  async function imported(path: string) {
    const { messages, result } = await importFolder(service.database, path);
    return {
      messages,
      stored: result.stored,
      changed: result.tables.filter(({ inserted, updated }) => inserted + updated > 0),
    };
  }

  const list = async (path: string) =>
    arrayOf(objectOf((await service.request(`/api/v1/${path}`)).json())['data']).map(objectOf);

  it('is imported, served and exported, and imported again without a change', async () => {
    expect(await imported(makerspace)).toMatchObject({ messages: [], stored: true });
    const [laser] = await list('machine_units?filters[sku][in]=LASER-01');
    expect(laser).toMatchObject({ machine: { name: 'Laser cutter' }, state_changed_at: '2025-02-02T23:00:00.000Z' });
    const sessions = await list('training_sessions?filters[state][in]=scheduled&sort=starts_at');
    expect(sessions[0]).toMatchObject({ trainers: [{ first_name: 'Jonas' }] });
    const spaces = await list('spaces?limit=100');
    expect(spaces.find(({ slug }) => slug === 'harbour-workshop')).toMatchObject({
      description_rendered: expect.stringContaining('<strong>open workshop</strong>'),
    });
    expect(await imported(makerspace)).toMatchObject({ messages: [], changed: [] });
    await exportToFolder(service.database, definitions, folder.path, { format: 'ndjson', gzip: false }, silent);
    expect(String(await readFile(join(folder.path, 'members.ndjson'))).split('\n').length).toBe(31);
    expect(await imported(folder.path)).toMatchObject({ messages: [], changed: [] });
  });

  it('begins with templates, whose examples are a workshop, too', async () => {
    for (const collection of Object.keys(naturalKeys)) {
      const definition = definitions.find(({ name }) => name === collection);
      if (definition)
        await writeFile(join(folder.path, `${collection}.csv`), await template(sheetPlan(definition, definitions)));
    }
    expect(await imported(folder.path)).toMatchObject({ messages: [], stored: true });
    expect(await list('bookings')).toHaveLength(2);
  });
});
