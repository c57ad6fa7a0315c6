import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';

const execute = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));
const node = (...args: readonly string[]) => execute(process.execPath, args, { cwd: folder, maxBuffer: 1e8 });

describe('clients generated from the OpenAPI document', () => {
  beforeAll(async () => {
    await rm(`${folder}generated`, { recursive: true, force: true });
    await node('generate.mjs');
  });

  it('compile in strict mode, including declaration files', async () => {
    const compiler = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
    for (const project of ['tsconfig.json', 'tsconfig.spec.json'])
      await node(compiler, '-p', project).catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
  });

  it.each(['openapi-fetch', 'hey-api', 'orval'])('read a page and a problem from the service: %s', async (name) => {
    const bundled = `${folder}generated/${name}.mjs`;
    await build({
      entryPoints: [`${folder}${name}.ts`],
      outfile: bundled,
      bundle: true,
      format: 'esm',
      target: 'node24',
    });
    const { stdout } = await node(bundled);
    const { states, next, problem } = JSON.parse(stdout) as { states: string[]; next: boolean; problem: string };
    expect({ next, problem }).toEqual({ next: true, problem: 'invalid_cursor' });
    expect(states).toHaveLength(3);
    for (const state of states) expect(['confirmed', 'pending']).toContain(state);
  });
});
