import { writeFile } from 'node:fs/promises';
import { statementFiles } from './statements.js';

// Writes the statements of each collection next to this file: `npx nx run read:statements`.
for (const [name, text] of await statementFiles()) await writeFile(new URL(name, import.meta.url), text);
