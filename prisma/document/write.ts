import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { withDataModel } from './data-model.js';

// Writes the diagram of docs/concepts.md from the schema: `npx nx run prisma:model`.
const file = new URL('../../docs/concepts.md', import.meta.url);
await writeFile(file, withDataModel(await readFile(file, 'utf8')));
