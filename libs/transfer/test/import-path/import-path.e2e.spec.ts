import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { runRecorded } from '@resource-catalogue/testing/entered-files';
import { arrayOf, textOf } from '@resource-catalogue/testing/json';
import { scratchFolder } from '../support/transfer.js';

/** The files that the steps of a section name, in order. */
function listedFiles(readme: string, title: string): string[] {
  const section = readme.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const steps = section.match(/^(?:\d+\.|  ).*$/gm) ?? [];
  return steps.flatMap((step) => [...step.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file));
}

it('an import enters the files in the order of README.md', async () => {
  const folder = await scratchFolder();
  await fillSmallFiles(folder.path);
  const printed: unknown = JSON.parse(await runRecorded(new URL('import.ts', import.meta.url), folder.path));
  const own = /^libs\/transfer\/src\/(.*)$/;
  const entered = arrayOf(printed).flatMap((file) => own.exec(textOf(file))?.[1] ?? []);
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(entered).toEqual(listedFiles(readme, 'The path of an imported line'));
  await folder.drop();
});
