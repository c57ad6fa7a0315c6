import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { prepareDemo } from '@resource-catalogue/demo';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { everyRow } from '@resource-catalogue/transfer/testing/transfer';
import { hashToken, newAccessToken } from '@resource-catalogue/tokens';
import { runInProcess } from '../test/support/run-in-process.js';

describe('an import over demo data', () => {
  let folder: string;
  let database: Database;
  let token: string | null;
  let demo: Awaited<ReturnType<typeof everyRow>>;
  beforeEach(async () => {
    folder = await newFolder();
    database = await scratchDatabase();
    token = await prepareDemo(database, null);
    demo = await everyRow(database);
  });
  afterEach(() => database.close());

  const write = (name: string, ...lines: readonly string[]) => writeFile(join(folder, name), `${lines.join('\n')}\n`);
  const run = (...args: readonly string[]) => runInProcess(['import', folder, ...args], (use) => use(database));
  const isTokenKnown = () => database.prisma.accessToken.count({ where: { hash: hashToken(token ?? '') } });
  const settings = () => database.prisma.catalogueSetting.count({ where: { key: { startsWith: 'demo.' } } });

  async function writeWorkshop() {
    // The demo has a space of this slug.
    const { slug } = await database.prisma.space.findFirstOrThrow();
    await write('spaces.csv', 'slug,name,time_zone', `${slug},Ours,Europe/Berlin`);
    await write('machines.csv', 'name,space.slug', `Saw,${slug}`);
  }

  it('replaces the demo data, and deletes its token', async () => {
    await writeWorkshop();
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([
      0,
      'The demo data was removed.\nImported 2 lines: 2 new, 0 changed, 0 unchanged.\n',
    ]);
    const { spaces, machines, ...others } = await everyRow(database);
    expect([spaces?.length, machines?.length, Object.values(others).flat()]).toEqual([1, 1, []]);
    expect(spaces?.join()).toContain('"summary":null');
    const days = { text: 'SELECT count(*)::text FROM booking_days' };
    expect(await database.source.query(days, [])).toEqual([['0']]);
    expect([await isTokenKnown(), await settings()]).toEqual([0, 0]);
    for (const given of [null, newAccessToken()]) expect(await prepareDemo(database, given)).toBeNull();

    await write('machines.csv', 'name', 'Drill');
    expect((await run()).stdout).toBe('Imported 2 lines: 1 new, 0 changed, 1 unchanged.\n');
  });

  it('reports references to demo rows as dangling, and keeps the demo data on errors', async () => {
    const { slug } = await database.prisma.space.findFirstOrThrow();
    await write('machines.csv', 'name,space.slug', `Saw,${slug}`);
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).toEqual([
      1,
      'Nothing was imported: 1 error in 1 line. The demo data was ignored: an import replaces it.\n',
    ]);
    expect(stderr).toContain(`machines.csv row 2, column space.slug: no space with the slug \`${slug}\``);
    expect(await everyRow(database)).toEqual(demo);
    expect(await isTokenKnown()).toBe(1);
  });

  it('changes nothing with --dry-run, and announces the removal of the demo data', async () => {
    await writeWorkshop();
    expect((await run('--dry-run')).stdout).toBe(
      'The demo data would be removed.\nNothing was stored (--dry-run). Checked 2 lines: 2 new, 0 changed, 0 unchanged.\n',
    );
    expect(await everyRow(database)).toEqual(demo);
    expect(await isTokenKnown()).toBe(1);
  });

  it('keeps demo data that clients have changed, and deletes its token', async () => {
    const { id } = await database.prisma.project.findFirstOrThrow();
    await database.prisma.project.update({ where: { id }, data: { name: 'Mine', updated_at: new Date() } });
    await writeWorkshop();
    const { stdout } = await run();
    expect(stdout).toBe(
      'The demo data was kept, because clients have changed it. To start without it, import into an empty database: ' +
        'set DEMO=off and another DATA_DIR.\nImported 2 lines: 1 new, 1 changed, 0 unchanged.\n',
    );
    expect(await database.prisma.project.count({ where: { name: 'Mine' } })).toBe(1);
    expect([await isTokenKnown(), await settings()]).toEqual([0, 0]);
    expect((await run()).stdout).toBe('Imported 2 lines: 0 new, 0 changed, 2 unchanged.\n');
  });
});
