import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program that prints the SQL missing from the migrations. */
function author(...words: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [at('../tools/prisma/author.mjs'), ...words], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

describe('migrations', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-schema-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('match the schema: --check prints exactly the statements for a changed schema', async () => {
    await cp(at('./schema'), folder, { recursive: true });
    const path = join(folder, 'identity.prisma');
    const changed = (await readFile(path, 'utf8')).replace('model Group {', 'model Group {\n  colour String?');
    await writeFile(path, changed);
    const { code, stdout, stderr } = await author('--check', '--schema', folder);
    const statements = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
    expect(statements).toEqual(['ALTER TABLE "groups" ADD COLUMN     "colour" TEXT;']);
    expect(stderr).toContain('add a migration');
    expect(code).toBe(1);
  });

  it('report a directory without a migration.sql in one line', async () => {
    await cp(at('./migrations'), folder, { recursive: true });
    await mkdir(join(folder, '20261231000000_empty'));
    expect(await author('--migrations', folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The migration 20261231000000_empty has no migration.sql: add the file, or delete the directory.\n',
    });
  });

  it('are not compared if the program gets an unknown option', async () => {
    const { code, stderr } = await author('--chekc');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Usage: /);
  });
});
