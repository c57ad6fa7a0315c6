import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { scratchFolder } from '../support/transfer.js';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The files of this library in the order in which V8 logged their first calls behind that of the function. */
function enteredFiles(log: string, behind: string): string[] {
  const files = new Map<string, string>();
  let entered: string[] | null = null;
  for (const line of log.split('\n')) {
    const [event, kind = '', script = '', , , , , name] = line.split(',');
    const file = /\/libs\/transfer\/src\/(.*\.ts)$/.exec(script)?.[1];
    if (event === 'script-details' && file !== undefined) files.set(kind, file);
    if (event !== 'function' || kind !== 'first-execution') continue;
    if (name === behind) entered = [];
    entered?.push(files.get(script) ?? '');
  }
  return [...new Set(entered)].filter((file) => file !== '');
}

/** The files that the steps of a section name, in order. */
function listedFiles(readme: string, title: string): string[] {
  const section = readme.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const steps = section.match(/^(?:\d+\.|  ).*$/gm) ?? [];
  return steps.flatMap((step) => [...step.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file));
}

it('an import enters the files in the order of README.md', async () => {
  const folder = await scratchFolder();
  const [data, logs] = [join(folder.path, 'data'), join(folder.path, 'logs')];
  await Promise.all([mkdir(data), mkdir(logs)]);
  await fillSmallFiles(data);
  const flags = ['--log-function-events', `--logfile=${join(logs, 'v8.log')}`];
  const sources = ['--conditions=@resource-catalogue/source', '--import', path('../../../../tools/typescript.mjs')];
  execFileSync(process.execPath, [...flags, ...sources, path('import.ts'), data]);
  // Each thread has a log of its own.
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')));
  const entered = texts.flatMap((text) => enteredFiles(text, 'importOnce'));
  const readme = await readFile(path('../../README.md'), 'utf8');
  expect(entered).toEqual(listedFiles(readme, 'The path of an imported line'));
  await folder.drop();
});
