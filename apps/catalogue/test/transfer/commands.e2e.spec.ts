import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import type { Database } from '@resource-catalogue/database';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { catalogue, newFolder } from '@resource-catalogue/testing/running-program';
import { type Called, commandHere } from '../support/command-here.js';

describe('the commands that transfer data', () => {
  let empty: Database;
  let folder: string;
  beforeEach(async () => {
    empty = await scratchDatabase();
    folder = await newFolder();
  });
  afterEach(() => empty.close());

  const run = (...args: readonly string[]) => commandHere(args, (work) => work(empty));
  const expectPrinted = ({ code, stdout, stderr }: Called, text: RegExp) =>
    // A slow machine shows progress meanwhile.
    expect([code, stdout, stderr.replace(/^(?:(?:reading|storing|exporting) .*\n)*/, '')]).toEqual([
      ...[0, expect.stringMatching(text), ''],
    ]);

  it('carry a whole catalogue into an empty database', async () => {
    const [data, one, other] = [await newFolder(), join(folder, 'one'), join(folder, 'other')];
    await fillSmallFiles(data);
    const { code, ...exported } = await catalogue({ DATA_DIR: data }, 'export', one, '--gzip');
    const all = new RegExp(`^Exported \\d+ rows of ${collections.length} collections to \\S+\\.\\n$`);
    expectPrinted({ code: code ?? 0, ...exported }, all);
    expectPrinted(
      await run('import', one, '--dry-run'),
      /^Nothing was stored \(--dry-run\)\. Checked \d+ lines: \d+ new, 0 changed, 0 unchanged\.\nThey contain \d+ new and 0 changed rows of other tables: .*\.\n$/,
    );
    expectPrinted(await run('import', one), /^Imported \d+ lines: [1-9]\d* new, /);
    expectPrinted(await run('export', other, '--gzip'), all);
    const names = (await readdir(one)).filter((name) => name !== 'manifest.json');
    expect(names.length).toBe(collections.length);
    for (const name of names) expect(await readFile(join(other, name))).toEqual(await readFile(join(one, name)));
  });

  it('refuse wrong lines with an exit code, or write them to a folder', async () => {
    await run('seed', '--scale', '1');
    const { stdout: spaces } = await run('export', '-', '--collections', 'spaces');
    const [file, rejects] = [join(folder, 'spaces.ndjson'), join(folder, 'rejects')];
    await writeFile(file, `${spaces}{"id":1}\n`);
    const refused = await run('import', file);
    expect([refused.code, refused.stdout]).toEqual([
      ...[1, expect.stringMatching(/^Nothing was imported: \d+ errors in \d+ lines\.\n$/)],
    ]);
    expect(refused.stderr).toMatch(/(^|\n)\S+spaces.ndjson:\d+ \/id must be a uuid in lower case, not `1`\n/);
    const { code, stdout } = await run('import', file, '--continue', '--rejects', rejects);
    expect([code, stdout]).toEqual([
      ...[1, expect.stringMatching(/^Imported .* 1 rejected \(\d+ errors\), see \S+rejects\.\n/)],
    ]);
    expect(await readFile(join(rejects, 'spaces.ndjson'), 'utf8')).toBe('{"id":1}\n');
  });
});
