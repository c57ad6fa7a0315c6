import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { importMapped, makeTable } from './support/mapping.js';
import { importFolder, importRows, parsedRows, writeLines } from './support/transfer.js';

const mapping = `version: 1
tables: [{ collections: { spaces: { fields: { slug: Key, name: Name, time_zone: { value: Europe/Berlin } } } } }]
`;

let database: Database;
let folder: string;
beforeEach(async () => {
  folder = await newFolder();
  database = await scratchDatabase();
  await writeLines(folder, { 'spaces.csv': ['slug,name,time_zone', 'hall,Hall,Europe/Berlin'] });
  await importFolder(database, folder);
});
afterEach(() => database.close());

it.each(['#REF!', 'Ha\u200dll', 'Ha\u202ell', 'Ha\u0007ll'])('a space is not called %j by any path', async (name) => {
  const [space] = await parsedRows(database, 'spaces');
  await writeLines(folder, { 'spaces.csv': ['slug,name,time_zone', `hall,${name},Europe/Berlin`] });
  const results = [
    await importFolder(database, folder),
    await importMapped(database, [makeTable('Rooms', ['Key', 'Name'], ['hall', name])], mapping),
    await importRows(database, { spaces: [JSON.stringify({ ...space, name })] }),
  ];
  const problem = name.startsWith('#') ? 'must be a name, not ' : 'must not have invisible characters such as U+';
  expect(results.map(({ messages }) => messages)).toEqual([
    [expect.stringMatching(new RegExp(`^spaces.csv row 2, column name: ${problem.replace('+', '\\+')}`))],
    [expect.stringMatching(new RegExp(`^Rooms.xlsx row 2, column Name: ${problem.replace('+', '\\+')}`))],
    [expect.stringMatching(new RegExp(`^spaces.ndjson:1 /name ${problem.replace('+', '\\+')}`))],
  ]);
  expect(await parsedRows(database, 'spaces')).toEqual([space]);
});
