import { readFile, writeFile } from 'node:fs/promises';
import { withPersonalFields } from './personal-fields.js';
import { withTables } from './tables.js';

// Writes the tables and counts of documents from the contracts: `npx nx run contracts:interface`.
const documents = { 'interface.md': withTables, 'operations/personal-data.md': withPersonalFields };
for (const [name, written] of Object.entries(documents)) {
  const file = new URL(`../../../docs/${name}`, import.meta.url);
  await writeFile(file, written(await readFile(file, 'utf8')));
}
