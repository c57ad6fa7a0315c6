import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '@resource-catalogue/database';
import { seededDatabase } from '@resource-catalogue/database/testing/databases';
import { asObject } from '@resource-catalogue/testing/json';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { everyRow, importFolder, writeLines } from '@resource-catalogue/transfer/testing/transfer';
import { newFolder, run } from '@resource-catalogue/testing/running-program';

const program = fileURLToPath(new URL('interrupted-import.mjs', import.meta.url));
const importing = (folder: string, variables: Readonly<Record<string, string>>) =>
  run(process.execPath, [program, 'import', folder], variables);

/** Writes the rows with other values. */
const writeChanged = (folder: string, rows: Awaited<ReturnType<typeof everyRow>>, values: object) =>
  writeLines(
    folder,
    Object.fromEntries(
      Object.entries(rows).map(([name, texts]) => [
        `${name}.ndjson`,
        texts.map((text) => JSON.stringify({ ...asObject(JSON.parse(text)), ...values })),
      ]),
    ),
  );

describe('an import', () => {
  it('an import killed right before or after its commit leaves the old or the new catalogue', async () => {
    const [dataDir, folder] = [await newFolder(), await newFolder()];
    await fillSmallFiles(dataDir);
    const location = { dataDir, databaseUrl: null };
    const where = { DATA_DIR: dataDir };

    /** The rows of a service started afterwards, once the killed session has ended. */
    async function shown(andImport = false) {
      const database = await openDatabase(location);
      try {
        const locks = `SELECT pg_advisory_lock(7204117)::text, pg_advisory_unlock(7204117)::text`;
        await database.session((session) => session.query({ text: locks }));
        if (andImport) expect((await importFolder(database, folder)).messages).toEqual([]);
        return await everyRow(database);
      } finally {
        await database.close();
      }
    }

    const before = await shown();
    await writeChanged(folder, before, { updated_at: '2027-01-01T00:00:00.000Z' });
    expect((await importing(folder, { ...where, INTERRUPT: 'before' }).ended).signal).toBe('SIGKILL');
    expect(await shown()).toEqual(before);
    expect((await importing(folder, { ...where, INTERRUPT: 'after' }).ended).signal).toBe('SIGKILL');
    const after = await shown();
    expect(Object.values(after).flat()).toHaveLength(Object.values(before).flat().length);
    for (const text of Object.values(after).flat()) expect(text).toContain('"updated_at":"2027-01-01T00:00:00.000Z"');
    // Repeating the import changes nothing.
    expect(await shown(true)).toEqual(after);
  });

  it('an import suspended in its merge blocks writes until its session times out, and stores nothing', async () => {
    const { database, location, drop } = await seededDatabase();
    const folder = await newFolder();
    const rows = await everyRow(database, 'projects');
    await writeChanged(folder, rows, { name: 'Imported' });

    const url = new URL(location.databaseUrl);
    url.searchParams.set('idle_in_transaction_session_timeout', '300');
    const suspended = importing(folder, { DATABASE_URL: url.href, INTERRUPT: 'suspend' });
    await suspended.untilOutput(/suspended/);
    const { count } = await database.prisma.project.updateMany({ data: { summary: 'Written meanwhile' } });
    expect(count).toBe(rows['projects']?.length);

    suspended.child.kill('SIGCONT');
    expect(await suspended.ended).toEqual({
      code: 1,
      signal: null,
      stdout: 'suspended\n',
      stderr:
        'Nothing was imported: the program was suspended for too long while it stored rows, so the database ended its session. Run the import again.\n',
    });
    expect(await database.prisma.project.count({ where: { name: 'Imported' } })).toBe(0);
    await drop();
  });
});
