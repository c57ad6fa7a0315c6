import { expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { importFolder, writeLines } from '../../test/support/transfer.js';

it('a number that a spreadsheet program damaged is rejected even in a row with a stored id', async () => {
  const database = await scratchDatabase();
  const folder = await newFolder();
  const ids = ['1', '2', '3'].map((digit) => `0198c1bb-b4b8-73bd-840b-d683a4c7f2e${digit}`);
  const imported = async (...numbers: readonly string[]) => {
    await writeLines(folder, {
      'members.csv': ['id,number,first_name,last_name', ...numbers.map((number, at) => `${ids[at]},${number},A,Lee`)],
    });
    return importFolder(database, folder);
  };
  // Restored from an export, whose texts may be anything.
  expect((await imported('100000', 'MAR1', 'Mar-01')).messages).toEqual([]);
  expect((await imported('1.00E+05', 'Mar-01', 'Mar-01')).messages).toEqual([
    expect.stringMatching(/^members.csv row 2, column number: `1\.00E\+05` looks like a number that /),
    expect.stringMatching(/^members.csv row 3, column number: `Mar-01` looks like a day that /),
  ]);
  await database.close();
});
