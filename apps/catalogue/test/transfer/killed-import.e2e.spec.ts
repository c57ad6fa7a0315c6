import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { copyDatabase, databaseKinds } from '@resource-catalogue/database/testing/databases';
import { objectOf } from '@resource-catalogue/testing/json';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { everyRow, importFolder } from '@resource-catalogue/transfer/testing/transfer';
import { newFolder, run } from '@resource-catalogue/testing/running-program';

const program = fileURLToPath(new URL('dying-import.mjs', import.meta.url));

type Rows = Awaited<ReturnType<typeof everyRow>>;

/** Every row is another, and later than it was. */
const changed = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([name, texts]) => [
      name,
      texts.map((text) => JSON.stringify({ ...objectOf(JSON.parse(text)), updated_at: '2027-01-01T00:00:00.000Z' })),
    ]),
  );

describe.each(databaseKinds)('an import into %s', (kind) => {
  it('that is killed right before or behind its commit leaves the old catalogue or the new one', async () => {
    const [dataDir, folder] = [await newFolder(), await newFolder()];
    const copy = kind === 'postgres' ? await copyDatabase(kind) : undefined;
    if (copy) await copy.database.close();
    else await fillSmallFiles(dataDir);
    const location = copy?.location ?? { dataDir, databaseUrl: null };
    const { databaseUrl } = location;
    const where = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    const imported = (die: string) => run(process.execPath, [program], { ...where, FILES: folder, DIE: die }).ended;

    /** What a service shows that is started then; on a server, once what was killed is gone there, too. */
    async function shown(andImport = false): Promise<Rows> {
      const database = await openDatabase(location);
      try {
        const locks = `SELECT pg_advisory_lock(7204117)::text, pg_advisory_unlock(7204117)::text`;
        await database.session((session) => session.query({ text: locks }));
        const rows = await everyRow(database);
        if (andImport) {
          expect((await importFolder(database, folder)).messages).toEqual([]);
          expect(await everyRow(database)).toEqual(rows);
        }
        return rows;
      } finally {
        await database.close();
      }
    }

    const before = await shown();
    const after = changed(before);
    for (const [name, texts] of Object.entries(after))
      await writeFile(join(folder, `${name}.ndjson`), texts.map((text) => `${text}\n`).join(''));

    expect((await imported('before')).signal).toBe('SIGKILL');
    expect(await shown()).toEqual(before);
    expect((await imported('behind')).signal).toBe('SIGKILL');
    // The same import again changes nothing.
    expect(await shown(true)).toEqual(after);
    await copy?.drop();
  });
});
