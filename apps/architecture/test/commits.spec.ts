import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';

it('subjects of commits have at most 72 characters, so that lists of commits show them whole', () => {
  // Older subjects stay as they are.
  const options = ['--no-merges', '--since=2026-11-28T21:00:00Z', '--format=%s'];
  const { stdout } = spawnSync('git', ['log', ...options], { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(stdout.split('\n').filter((subject) => subject.length > 72)).toEqual([]);
});
