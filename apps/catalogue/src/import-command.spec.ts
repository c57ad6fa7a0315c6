import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { openTables } from '@resource-catalogue/transfer';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { runInProcess } from '../test/support/run-in-process.js';

const inventory = 'Nr;Gerät;Zustand\n1;Säge;ok\n2;Bohrer;kaputt\n3;Bohrer;zebra\n';

const mapping = `version: 1
tables:
  - collections:
      spaces:
        fields: { slug: { value: hall }, name: { value: Hall }, time_zone: { value: Europe/Berlin } }
      machines:
        fields: { slug: { column: Gerät, as: slug }, name: Gerät }
      machine_units:
        fields:
          sku: Nr
          machine.slug: { column: Gerät, as: slug }
          state: { column: Zustand, values: { ok: available, kaputt: out_of_order } }
`;

describe('import --mapping', () => {
  let folder: string;
  let database: Database;
  beforeEach(async () => {
    folder = await newFolder();
    database = await scratchDatabase();
    await writeFile(at('inventory.csv'), inventory);
    await writeFile(at('inventory.yaml'), mapping);
  });
  afterEach(() => database.close());

  const at = (name: string) => join(folder, name);
  const run = (...args: readonly string[]) =>
    runInProcess(['import', at('inventory.csv'), '--mapping', at('inventory.yaml'), ...args], (use) => use(database));
  const units = () => database.prisma.machineUnit.count();
  async function cells(name: string) {
    const rows: (readonly unknown[])[] = [];
    for (const table of await openTables(at(name))) for await (const row of table.rows()) rows.push(row.cells);
    return rows;
  }

  it.each(['rejects.csv', 'rejects.xlsx'])('writes the errors to %s, and imports nothing', async (name) => {
    const { code, stdout, stderr } = await run('--rejects', at(name));
    expect([code, stdout]).toEqual([1, 'Nothing was imported: 1 error in 6 lines.\n']);
    expect(stderr).toContain('inventory.csv row 4, column Zustand: must be one of available, ');
    expect(await cells(name)).toEqual([
      ['problem', 'Nr', 'Gerät', 'Zustand'],
      [expect.stringMatching(/^Zustand: must be one of .*not `zebra`$/), '3', 'Bohrer', 'zebra'],
    ]);
    expect(await units()).toBe(0);
  });

  it('writes a duplicate row to rejects.csv, even without a mapping', async () => {
    await writeFile(at('members.csv'), 'number,first_name,last_name\n1,Ann,Lee\n1,Bo,Lee\n');
    await runInProcess(['import', at('members.csv'), '--rejects', at('rejects.csv')], (use) => use(database));
    const duplicate = 'number: must be unique: 1 is also at members.csv row 2';
    expect((await cells('rejects.csv')).slice(1)).toEqual([[duplicate, '1', 'Bo', 'Lee']]);
  });

  it('escapes formulas in rejects.csv, and reads the original texts back', async () => {
    const link = '=HYPERLINK("https://example.org/","ok")';
    await writeFile(at('inventory.csv'), `Nr;Gerät;Zustand\n-1;Säge;"${link.replaceAll('"', '""')}"\n`);
    expect((await run('--rejects', at('rejects.csv'))).code).toBe(1);
    expect(await readFile(at('rejects.csv'), 'utf8')).toContain(`,-1,Säge,"'=HYPERLINK(`);
    expect((await cells('rejects.csv')).map((row) => row.at(-1))).toEqual(['Zustand', `'${link}`]);
  });

  it.each([
    ['the input file', 'inventory.csv', / is also an input\. Pass another file\.$/],
    ['a directory', 'folder.csv', / cannot be written because it is a directory\.$/],
  ])('rejects %s as the file of --rejects before anything is read', async (_, name, message) => {
    await mkdir(at('folder.csv'));
    const { code, stderr } = await run('--continue', '--rejects', at(name));
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(message)]);
    expect(await readFile(at('inventory.csv'), 'utf8')).toBe(inventory);
    expect(await units()).toBe(0);
  });

  it('stores the valid rows with --continue, and then imports the corrected file', async () => {
    expect(await run('--continue')).toMatchObject({ code: 1, stderr: expect.stringContaining('like rejects.xlsx') });
    expect(await run('--continue', '--rejects', at('rest.csv'))).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Imported 6 lines: 5 new, 0 changed, 0 unchanged, 1 rejected/),
    });
    await writeFile(at('inventory.csv'), inventory.replace('zebra', 'ok'));
    expect(await run()).toMatchObject({ code: 0, stdout: 'Imported 6 lines: 1 new, 0 changed, 5 unchanged.\n' });
    expect(await units()).toBe(3);
  });
});
