import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { catalogue, emptyFolder, type Ending, newFolder } from '../start/running-program.js';
import { fillSmallFiles } from '../support/small-files.js';

const told = (ending: Ending): string => {
  // A slow machine shows progress meanwhile.
  expect(ending).toMatchObject({ code: 0, stderr: expect.stringMatching(/^((reading|storing|exporting) .*\n)*$/) });
  return ending.stdout;
};

describe('the commands that transfer data', () => {
  it('carry a whole catalogue into an empty database, and refuse what is wrong with an exit code', async () => {
    const [from, to, files] = [await newFolder(), await emptyFolder(), await newFolder()];
    await fillSmallFiles(from);
    const [one, other] = [join(files, 'one'), join(files, 'other')];
    expect(told(await catalogue({ DATA_DIR: from }, 'export', one, '--gzip'))).toMatch(
      /^Exported \d+ rows of 18 collections to \S+\.\n$/,
    );
    expect(told(await catalogue({ DATA_DIR: to }, 'import', one, '--dry-run'))).toMatch(
      /^Nothing was stored, as was asked\. Of \d+ lines: \d+ rows are new, 0 are changed\.\n$/,
    );
    expect(told(await catalogue({ DATA_DIR: to }, 'import', one))).toMatch(/^Imported \d+ lines: \d+ rows are new, /);
    told(await catalogue({ DATA_DIR: to }, 'export', other, '--gzip'));
    const names = (await readdir(one)).filter((name) => name !== 'manifest.json');
    expect(names.length).toBe(18);
    for (const name of names) {
      expect((await readFile(join(one, name))).equals(await readFile(join(other, name)))).toBe(true);
    }
    const lines = told(await catalogue({ DATA_DIR: to }, 'export', '-', '--collections', 'spaces'))
      .trimEnd()
      .split('\n');
    const spaces = join(files, 'spaces.ndjson');
    await writeFile(spaces, `${lines.join('\n')}\n{"id":1}\n`);
    const refused = await catalogue({ DATA_DIR: to }, 'import', spaces);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Nothing was imported: \d+ errors in \d+ lines\.\n$/),
    });
    expect(refused.stderr).toMatch(
      new RegExp(`(^|\\n)${spaces}:${lines.length + 1} /id must be a uuid in lower case\n`),
    );
    const left = join(files, 'left-out');
    const most = await catalogue({ DATA_DIR: to }, 'import', spaces, '--continue', '--rejects', left);
    expect(most.stdout).toMatch(/^Imported .* 1 lines with \d+ errors were left out; they are in \S+left-out\.\n$/);
    expect([most.code, String(await readFile(join(left, 'spaces.ndjson')))]).toEqual([1, '{"id":1}\n']);
  });

  it('refuse what cannot be done in one line, and say why', async () => {
    const folder = await emptyFolder();
    for (const [args, because] of [
      [['export', '-'], /^Nothing was exported: standard output takes one collection, named by --collections\.\n$/],
      [
        ['export', 'a', '--collections', 'lockers'],
        /^Nothing was exported: there is no collection lockers\. There are users, /,
      ],
      [['import', 'none'], /^Nothing was imported: none cannot be read, it does not exist\.\n$/],
      [['import', 'a', '--prune', '--continue'], /^Option '--prune' cannot be used with option '--continue'\. /],
    ] as const) {
      const ending = await catalogue({ DATA_DIR: folder }, ...args);
      expect(ending).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(because) });
    }
  });
});
