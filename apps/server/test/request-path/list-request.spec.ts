import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { passedFiles } from './list-request.js';

/** The most files of ours that a list request may pass. */
const longestWay = 28;

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const listed = [...readme.matchAll(/^\d+\. `([^`]+\.ts)`/gm)].map(([, file = '']) => file);

describe('the way of a list request', () => {
  it('is the list of README.md', async () => {
    // A clock that stands still: a token that was looked up stays known, however slow the machine.
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now);
    expect(await passedFiles()).toEqual([...listed].sort());
  });

  it('is short', () => {
    expect(listed.length).toBeLessThanOrEqual(longestWay);
  });

  it('enters no folder twice', () => {
    const folders = listed.map((file) => dirname(file)).filter((folder, index, all) => folder !== all[index - 1]);
    expect(folders).toEqual([...new Set(folders)]);
  });
});
