import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { runRecorded } from '@resource-catalogue/testing/entered-files';
import { asArray, asText } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';

it('an import enters the files in the order of README.md', async () => {
  const folder = await newFolder();
  await fillSmallFiles(folder);
  const printed: unknown = JSON.parse(await runRecorded(new URL('import.ts', import.meta.url), folder));
  const own = /^libs\/transfer\/src\/(.*)$/;
  const entered = asArray(printed).flatMap((file) => own.exec(asText(file))?.[1] ?? []);
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [steps = ''] = /(?<=## The path of an imported line\n[^]*)^1\.[^]*?(?=\n\n)/m.exec(readme) ?? [];
  expect(entered).toEqual([...steps.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file));
});
