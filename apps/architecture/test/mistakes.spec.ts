import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';

const root = new URL('../../../', import.meta.url);

const mistakesOf = async (name: 'reads' | 'writes') => {
  const module: unknown = await import(new URL(`tools/mutate/${name}.mjs`, root).href);
  return arrayOf({ ...objectOf(module) }[name]).map(objectOf);
};

describe.each(['reads', 'writes'] as const)('the mistakes in %s that a test must notice (ADR 15)', (name) => {
  it('are twenty, and each has its text once in its file', async () => {
    const mistakes = await mistakesOf(name);
    const stale = mistakes.filter(({ file, from }) => {
      const source = readFileSync(new URL(textOf(file), root), 'utf8');
      return source.split(textOf(from)).length !== 2;
    });
    expect(stale.map(({ id }) => id)).toEqual([]);
    expect(new Set(mistakes.map(({ id }) => id)).size).toBe(20);
  });
});
