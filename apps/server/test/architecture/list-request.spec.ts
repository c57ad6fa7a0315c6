import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { longestWay } from './floors.js';

const program = fileURLToPath(new URL('list-request.ts', import.meta.url));
const typescript = new URL('../../../../tools/typescript.mjs', import.meta.url).href;
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const listed = [...readme.matchAll(/^\d+\. `([^`]+\.ts)`/gm)].map(([, file = '']) => file);

describe('the way of a list request', () => {
  let passed: unknown;
  beforeAll(() => {
    const args = ['--conditions=@resource-catalogue/source', '--import', typescript, program];
    passed = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  });

  it('is the list of README.md', () => {
    expect([...listed].sort()).toEqual(passed);
  });

  it('is short', () => {
    expect(listed.length).toBeLessThanOrEqual(longestWay);
  });

  it('enters no folder twice', () => {
    const folders = listed.map((file) => dirname(file)).filter((folder, index, all) => folder !== all[index - 1]);
    expect(folders).toEqual([...new Set(folders)]);
  });
});
