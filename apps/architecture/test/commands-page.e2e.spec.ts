import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { commandsPage } from '../document/commands-page.js';

it('the page of commands is up to date: after a change, run `npx nx run architecture:commands`', async () => {
  const page = await readFile(new URL('../../../docs/operations/commands.md', import.meta.url), 'utf8');
  expect(page).toBe(await commandsPage());
});
