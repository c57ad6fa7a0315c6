import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isObject, parseJson } from '../../src/json.js';
import { stripComments, digestOfSources, recordFile } from './digest.js';

const stale =
  'The suite or its dependencies have changed since the last exhaustive run: run npx nx run conformance:exhaustive, ' +
  'and commit apps/conformance/data/exhaustive-run.json.';

describe('the record of the exhaustive run', () => {
  it('matches the current sources', () => {
    const kept = parseJson(readFileSync(recordFile, 'utf8'));
    const isFresh = isObject(kept) && kept['digest'] === digestOfSources();
    expect(isFresh ? 'fresh' : stale).toBe('fresh');
  });

  it('ignores changes of comments, types and line breaks, and no others', () => {
    const written = stripComments('export const limit = (size: number): number => size + 1;');
    const again = stripComments(
      '/** The limit. */\ntype Size = number;\nexport const limit = (\n  size: Size,\n) => size + 1; // more',
    );
    expect(again).toBe(written);
    expect(stripComments('export const limit = (size: number): number => size + 2;')).not.toBe(written);
  });
});
