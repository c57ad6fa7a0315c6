import { expect, it } from '@jest/globals';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { runRecorded } from '@resource-catalogue/testing/entered-files';
import { asArray, asText } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { importPath } from './import-path.js';

it('an import enters the files in the order of import-path.ts', async () => {
  const folder = await newFolder();
  await fillSmallFiles(folder);
  const printed: unknown = JSON.parse(await runRecorded(new URL('import.ts', import.meta.url), folder));
  const own = /^libs\/transfer\/src\/(.*)$/;
  const entered = asArray(printed).flatMap((file) => own.exec(asText(file))?.[1] ?? []);
  expect(entered).toEqual(importPath);
});
