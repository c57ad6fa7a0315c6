import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';

it('the scripts that block the page stay below 60 kB and 25 kB gzipped', () => {
  const files = ['explorer.js', 'chunk.js'].map((file) => readFileSync(new URL(`../bundle/${file}`, import.meta.url)));
  const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);
  expect(total(files.map(({ length }) => length))).toBeLessThan(60_000);
  expect(total(files.map((file) => gzipSync(file).length))).toBeLessThan(25_000);
});
