import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { asArray, asObject, asText } from '@resource-catalogue/testing/json';

const root = new URL('../../../', import.meta.url);

const mistakesIn = (name: 'reads' | 'writes') =>
  asArray(JSON.parse(readFileSync(new URL(`tools/mutate/${name}.json`, root), 'utf8'))).map(asObject);

describe.each(['reads', 'writes'] as const)('the mistakes in tools/mutate/%s.json (ADR 15)', (name) => {
  it('are twenty, and each replaces text that occurs exactly once in its file', () => {
    const mistakes = mistakesIn(name);
    const stale = mistakes.filter(({ file, from }) => {
      const source = readFileSync(new URL(asText(file), root), 'utf8');
      return source.split(asText(from)).length !== 2;
    });
    expect(stale.map(({ id }) => id)).toEqual([]);
    expect(new Set(mistakes.map(({ id }) => id)).size).toBe(20);
  });
});
