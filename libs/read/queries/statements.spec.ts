import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { statementFiles } from './statements.js';

const folder = new URL('.', import.meta.url);

describe('the files in libs/read/queries', () => {
  it('contain the statements that the service sends', async () => {
    const files = await statementFiles();
    const kept = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    const texts = await Promise.all(
      kept.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const),
    );
    const stale = [...new Set([...files.keys(), ...kept])].filter(
      (name) => files.get(name) !== new Map(texts).get(name),
    );
    const mistakes = stale.map(
      (name) => `libs/read/queries/${name} is stale: run npx nx run read:statements; if it is still stale, delete it.`,
    );
    expect(mistakes).toEqual([]);
  });
});
