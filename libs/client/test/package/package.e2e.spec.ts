import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readmeProgram } from '../support/readme.js';

const execute = promisify(execFile);
const project = fileURLToPath(new URL('../..', import.meta.url));
const assembled = join(project, 'packaging/dist');
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const linters = fileURLToPath(new URL('../../../../examples/openapi-tools/node_modules', import.meta.url));
const run = (program: string, args: readonly string[], cwd: string) => execute(program, args, { cwd, maxBuffer: 1e7 });

let folder: string;
let tarball: string;
let contents: readonly string[];

beforeAll(async () => {
  if (!existsSync(assembled)) throw new Error('Assemble the package first: npx nx package @resource-catalogue/client');
  folder = await mkdtemp(join(tmpdir(), 'catalogue-package-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], assembled);
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  tarball = join(folder, packed.filename);
  contents = packed.files.map(({ path }) => path).sort();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package', () => {
  it.each([
    ['publint/src/cli.js', '--strict'],
    ['@arethetypeswrong/cli/dist/index.js', '--profile', 'esm-only'],
  ])('passes the package linter %s', async (program, ...options) => {
    await run(process.execPath, [join(linters, program), tarball, ...options], folder);
  });

  it('contains only compiled files, declarations and documents', () => {
    const kinds = new Set(
      contents.map((path) => path.replace(/^.*\/|^[\w-]+(?=\.(?:js|d\.ts))/, '').replace(/^[\w-]+(?=\.)/, '')),
    );
    expect(contents.filter((path) => /spec|test\/|packaging|src\/|tsconfig/.test(path))).toEqual([]);
    expect([...kinds].sort()).toEqual(['.d.ts', '.js', '.js.map', '.json', '.md', 'LICENSE']);
  });

  it('depends on ky only, and does not refer to this workspace', async () => {
    const manifest = JSON.parse(await readFile(join(assembled, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest['dependencies']).toEqual({ ky: expect.stringMatching(/^\^2\./) });
    expect(manifest).toMatchObject({ type: 'module', sideEffects: false, engines: { node: '>=22' } });
    expect(JSON.stringify(manifest)).not.toMatch(/contracts|@resource-catalogue\/source|devDependencies/);
    const declared = await readFile(join(assembled, 'index.d.ts'), 'utf8');
    expect([...declared.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['ky']);
  });

  it('matches api/ (npm run api -w @resource-catalogue/client updates it, to show changes for users)', async () => {
    for (const entry of ['', 'availability', 'cache', 'logging', 'testing', 'validation']) {
      const declarations = await readFile(join(assembled, entry, 'index.d.ts'), 'utf8');
      const report = await readFile(join(project, `api/${entry || 'client'}.md`), 'utf8');
      expect(report.replace(/^.*\n\n```ts\n|```\n$/g, '')).toBe(declarations);
    }
  });
});

describe('an empty project that installs the package', () => {
  let empty: string;

  beforeAll(async () => {
    empty = join(folder, 'empty');
    await mkdir(empty);
    await writeFile(join(empty, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
    const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', ...quietly, tarball, 'typescript@5.6.3'], empty);
    await writeFile(join(empty, 'program.ts'), readmeProgram());
  });

  it.each([
    ['bundler, the newest compiler', 'esnext', join(modules, '@typescript/tsc')],
    ['nodenext, the oldest compiler', 'nodenext', 'node_modules/typescript'],
  ])('compiles the README with every declaration checked: %s', async (resolution, module, compiler) => {
    const config = {
      files: ['program.ts'],
      compilerOptions: {
        module,
        moduleResolution: resolution.split(',')[0],
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
      },
    };
    await writeFile(join(empty, 'tsconfig.json'), JSON.stringify(config));
    const compiled = run(process.execPath, [join(compiler, 'bin/tsc')], empty);
    await compiled.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
  });

  it('can import every documented entry, and no other path', async () => {
    const names = ['', '/availability', '/cache', '/logging', '/testing', '/validation'].map(
      (entry) => `@resource-catalogue/client${entry}`,
    );
    const imports = names.map((name) => `Object.keys(await import('${name}')).length`).join(', ');
    await writeFile(join(empty, 'entries.js'), `console.log(JSON.stringify([${imports}]));`);
    const { stdout } = await run(process.execPath, ['entries.js'], empty);
    expect((JSON.parse(stdout) as number[]).every((exported) => exported > 0)).toBe(true);
    await writeFile(join(empty, 'inside.js'), "await import('@resource-catalogue/client/http/retry.js');");
    await expect(run(process.execPath, ['inside.js'], empty)).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});
