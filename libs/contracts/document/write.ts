import { readFile, writeFile } from 'node:fs/promises';
import { withTables } from './tables.js';

// Writes the tables and counts of docs/interface.md from the contracts: `npx nx run contracts:interface`.
const file = new URL('../../../docs/interface.md', import.meta.url);
await writeFile(file, withTables(await readFile(file, 'utf8')));
