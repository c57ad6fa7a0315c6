import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { hostile } from './hostile-queries.js';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const sources = ['--conditions=@resource-catalogue/source', '--import', path('../../../tools/typescript.mjs')];

describe('a query of 16 KiB (RATE-3)', () => {
  let counts: ReadonlyMap<string, readonly number[]>;

  beforeAll(() => {
    const printed = execFileSync(process.execPath, [...sources, path('count-work.ts')], { encoding: 'utf8' });
    const lines = printed.trim().split('\n');
    counts = new Map(lines.map((line) => line.split('\t')).map(([name = '', ...pair]) => [name, pair.map(Number)]));
  });

  // Twice the work would be linear, four times the work quadratic.
  it.each(Object.keys(hostile))('takes less work than three of half its length: %s', (name) => {
    const [half = 0, whole = NaN] = counts.get(name) ?? [];
    expect(half).toBeGreaterThan(0);
    expect(whole).toBeLessThan(3 * half);
  });
});
