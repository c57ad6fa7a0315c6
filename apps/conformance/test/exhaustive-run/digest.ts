import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));
export const recordFile = join(root, 'apps/conformance/data/exhaustive-run.json');

/** The sources that the exhaustive run depends on; the command line and the reports do not count. */
const folders = ['apps/conformance', 'apps/reference-server/src', 'libs/client/src', 'libs/contracts/src'];
const isCode = (file: string): boolean =>
  /(?:mutants|src)\/.*(?<!\.spec|\.d)\.ts$/.test(file) && !/\/(?:dist|out-tsc|cli|reports)\//.test(file);
const data = ['apps/conformance/data/killed-mutants.json', ...filesIn('libs/contracts/wire-vectors')];

/** Ignores types, comments and line breaks, so that a changed comment does not require another run. */
export function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of folders.flatMap(filesIn).filter(isCode).sort())
    hash.update(`${file}\0${stripComments(readFileSync(join(root, file), 'utf8'))}\0`);
  for (const file of data.sort()) hash.update(readFileSync(join(root, file), 'utf8'));
  return hash.digest('hex').slice(0, 16);
}

/** The code of a module without types, comments and line breaks. */
export function stripComments(source: string): string {
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

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
