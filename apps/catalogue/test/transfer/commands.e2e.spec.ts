import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { scratchDatabase } from '@resource-catalogue/database/testing/databases';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { runInProcess } from '../support/run-in-process.js';

it('an import of exported lines and an invalid one stores none, or with --continue rejects the invalid one', async () => {
  const database = await scratchDatabase();
  const run = (...args: readonly string[]) => runInProcess(args, (work) => work(database));
  await run('seed', '--scale', '1');
  const { stdout: spaces } = await run('export', '-', '--collections', 'spaces');
  const folder = await newFolder();
  const [file, rejects] = [join(folder, 'spaces.ndjson'), join(folder, 'rejects')];
  await writeFile(file, `${spaces}{"id":1}\n`);
  expect(await run('import', file)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Nothing was imported: \d+ errors in \d+ lines\. The demo data was ignored: /),
    stderr: expect.stringMatching(/(^|\n)\S+spaces.ndjson:\d+ \/id must be a lower-case UUID, not `1`\n/),
  });
  const checked = await run('import', file, '--continue', '--rejects', rejects, '--dry-run');
  expect(checked.stdout).toMatch(/^The demo data would be removed\.\nNothing was stored \(--dry-run\)\. /);
  expect(await run('import', file, '--continue', '--rejects', rejects)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^The demo data was removed\.\nImported .* 1 rejected \(\d+ errors\), see \S+rejects\.\n/,
    ),
  });
  expect(await readFile(join(rejects, 'spaces.ndjson'), 'utf8')).toBe('{"id":1}\n');
  await database.close();
});
