import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { catalogue, type Ending, newFolder } from '@resource-catalogue/testing/running-program';
import { commandHere } from '../support/command-here.js';

const told = (ending: Pick<Ending, 'code' | 'stdout' | 'stderr'>): string => {
  // A slow machine shows progress meanwhile.
  expect(ending).toMatchObject({ code: 0, stderr: expect.stringMatching(/^((reading|storing|exporting) .*\n)*$/) });
  return ending.stdout;
};

describe('the commands that transfer data', () => {
  let empty: Database;
  beforeAll(async () => {
    empty = await scratchDatabase();
  });
  afterAll(() => empty.close());

  const there = (...args: readonly string[]) => commandHere(args, (work) => work(empty));

  it('carry a whole catalogue into an empty database, and refuse what is wrong with an exit code', async () => {
    const [from, files] = [await newFolder(), await newFolder()];
    await fillSmallFiles(from);
    const [one, other] = [join(files, 'one'), join(files, 'other')];
    expect(told(await catalogue({ DATA_DIR: from }, 'export', one, '--gzip'))).toMatch(
      new RegExp(`^Exported \\d+ rows of ${collections.length} collections to \\S+\\.\\n$`),
    );
    expect(told(await there('import', one, '--dry-run'))).toMatch(
      /^Nothing was stored \(--dry-run\)\. Checked \d+ lines: \d+ new, 0 changed, 0 unchanged\.\nThey contain \d+ new and 0 changed rows of other tables: .*\.\n$/,
    );
    expect(told(await there('import', one))).toMatch(/^Imported \d+ lines: [1-9]\d* new, /);
    expect(told(await there('export', other, '--gzip'))).toMatch(/^Exported /);
    const printed = told(await there('export', '-', '--collections', 'spaces'));
    const names = (await readdir(one)).filter((name) => name !== 'manifest.json');
    expect(names.length).toBe(collections.length);
    for (const name of names) {
      expect((await readFile(join(one, name))).equals(await readFile(join(other, name)))).toBe(true);
    }
    const lines = printed.trimEnd().split('\n');
    const spaces = join(files, 'spaces.ndjson');
    await writeFile(spaces, `${lines.join('\n')}\n{"id":1}\n`);
    const left = join(files, 'left-out');
    const refused = await there('import', spaces);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Nothing was imported: \d+ errors in \d+ lines\.\n$/),
    });
    expect(refused.stderr).toMatch(
      new RegExp(`(^|\\n)${spaces}:${lines.length + 1} /id must be a uuid in lower case, not \`1\`\n`),
    );
    const most = await there('import', spaces, '--continue', '--rejects', left);
    expect(most.stdout).toMatch(/^Imported .* 1 rejected \(\d+ errors\), see \S+left-out\.\n/);
    expect([most.code, String(await readFile(join(left, 'spaces.ndjson')))]).toEqual([1, '{"id":1}\n']);
  });
});
