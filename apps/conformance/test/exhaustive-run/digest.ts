import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { isObject, parseJson, textOf } from '../../src/json.js';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));
export const recordFile = join(root, 'apps/conformance/data/exhaustive-run.json');
const own = '@resource-catalogue/';

/** The folders of the tests that meet every mutant and every seed. */
const provingFolders = ['apps/conformance/mutants/harness', 'apps/conformance/test/client-mutants'];

/** What those tests read without importing it. */
const data = ['apps/conformance/data/killed-mutants.json', ...filesIn('libs/contracts/wire-vectors', '.json')];

/**
 * What the exhaustive run rests on: every module that its tests import, in all projects, and their data. Neither types nor
 * comments nor line breaks count, so that nobody waits for 600 mutants after a change of a comment.
 */
export function digestOfSources(): string {
  const modules = new Map<string, string>();
  const waiting = provingFolders.flatMap((folder) => filesIn(folder, '.spec.ts'));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (modules.has(file)) continue;
    const code = codeOf(readFileSync(join(root, file), 'utf8'));
    modules.set(file, code);
    waiting.push(...importsOf(file, code));
  }
  for (const file of data) modules.set(file, readFileSync(join(root, file), 'utf8'));
  const hash = createHash('sha256');
  for (const [file, code] of [...modules].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${file}\0${code}\0`);
  return hash.digest('hex').slice(0, 16);
}

/** What a module does, without types, comments and line breaks. */
export function codeOf(source: string): string {
  const { code } = transformSync(source, {
    swcrc: false,
    configFile: false,
    minify: true,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true },
    },
  });
  return code;
}

/** The modules of the workspace that a module imports, as paths from the root. */
function importsOf(file: string, code: string): string[] {
  const names = [...code.matchAll(/(?:\bfrom|\bimport\(?)"([^"]+)"/g)].map(([, name = '']) => name);
  return names.flatMap((name) => {
    if (name.startsWith('.')) return [join(file, '..', name).replace(/\.js$/, '.ts')];
    return name.startsWith(own) ? [entryOf(name.slice(own.length))] : [];
  });
}

/** The source of `contracts`, or of `client/cache`. */
function entryOf(name: string): string {
  const [project = '', ...rest] = name.split('/');
  const folder = ['apps', 'libs'].map((parent) => join(parent, project)).find((path) => existsSync(join(root, path)));
  if (folder === undefined) throw new Error(`No project is called ${project}.`);
  const manifest = parseJson(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const entries = isObject(manifest) ? manifest['exports'] : null;
  const entry = isObject(entries) ? entries[['.', ...rest].join('/')] : null;
  return join(folder, textOf(isObject(entry) ? entry[`${own}source`] : null));
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
