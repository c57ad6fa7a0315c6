import { writeFile } from 'node:fs/promises';
import { commandsPage } from './commands-page.js';

// Writes docs/operations/commands.md from the built programs: `npx nx run architecture:commands`.
await writeFile(new URL('../../../docs/operations/commands.md', import.meta.url), await commandsPage());
