import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';

it('the first script, which the page waits for, stays below 60 kB and 25 kB gzipped', () => {
  const script = readFileSync(new URL('../bundle/explorer.js', import.meta.url));
  expect(script.length).toBeLessThan(60_000);
  expect(gzipSync(script).length).toBeLessThan(25_000);
});
