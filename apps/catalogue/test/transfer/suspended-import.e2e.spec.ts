import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { run } from '@resource-catalogue/testing/running-program';
import { copyDatabase, databaseKinds } from '@resource-catalogue/database/testing/databases';
import { objectOf } from '@resource-catalogue/testing/json';
import { everyRow, scratchFolder } from '@resource-catalogue/transfer/testing/transfer';

const program = fileURLToPath(new URL('suspended-import.mjs', import.meta.url));

const onServer = () => {
  it('blocks writes until its session times out, stores nothing, and says so when it continues', async () => {
    const { database, location, drop } = await copyDatabase('postgres');
    const folder = await scratchFolder();
    const { projects = [] } = await everyRow(database);
    const renamed = projects.map((text) => JSON.stringify({ ...objectOf(JSON.parse(text)), name: 'Imported' }));
    await writeFile(join(folder.path, 'projects.ndjson'), renamed.map((text) => `${text}\n`).join(''));

    const url = new URL(location.databaseUrl ?? '');
    url.searchParams.set('idle_in_transaction_session_timeout', '300');
    const suspended = run(process.execPath, [program, 'import', folder.path], { DATABASE_URL: url.href });
    await suspended.said(/suspended/);
    const { count } = await database.prisma.project.updateMany({ data: { summary: 'Written meanwhile' } });
    expect(count).toBe(projects.length);

    suspended.child.kill('SIGCONT');
    expect(await suspended.ended).toEqual({
      code: 1,
      signal: null,
      stdout: 'suspended\n',
      stderr:
        'Nothing was imported: the program was suspended for too long while it stored rows, so the database ended its session. Run the import again.\n',
    });
    expect(await database.prisma.project.count({ where: { name: 'Imported' } })).toBe(0);
    await folder.drop();
    await drop();
  });
};

if (databaseKinds.includes('postgres')) describe('an import into a server that is suspended in its merge', onServer);
