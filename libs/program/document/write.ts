import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { settingsPage } from './settings.js';

// Writes docs/operations/settings.md from the configuration: `npx nx run program:settings`.
const source = await readFile(new URL('../src/configuration.ts', import.meta.url), 'utf8');
await writeFile(new URL('../../../docs/operations/settings.md', import.meta.url), settingsPage(source));
