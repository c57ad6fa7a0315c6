import { describe, expect, it } from '@jest/globals';
import { statementNames } from './read-source.js';

describe('statementNames', () => {
  it('gives each text its own name, up to a maximum number of texts', () => {
    const [first, second] = [statementNames('read', 2), statementNames('read', 2)];
    const name = first('SELECT 1');
    expect(name).toMatch(/^read_\w+$/);
    expect([second('SELECT 2'), second('SELECT 1')]).toEqual([expect.not.stringMatching(name), name]);
    expect([second('SELECT 3'), second('SELECT 1')]).toEqual(['', name]);
  });
});
