import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Database, openDatabase } from '@resource-catalogue/database';
import {
  copyDatabase,
  type DatabaseKind,
  databaseKinds,
  type TestDatabase,
} from '@resource-catalogue/database/testing/databases';
import { objectOf } from '@resource-catalogue/testing/json';
import { fillSmallFiles } from '@resource-catalogue/database/testing/small-files';
import { everyRow, importFolder, scratchFolder } from '@resource-catalogue/transfer/testing/transfer';
import { run } from '@resource-catalogue/testing/running-program';

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;
/** How many statements an import is killed at, beside right before and behind its commit: these two see any other commit. */
const rounds = exhaustive ? Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1) : 0;
const program = fileURLToPath(new URL('dying-import.mjs', import.meta.url));

type Rows = Awaited<ReturnType<typeof everyRow>>;

/** Every row is another, and later than it was. */
const changed = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([name, texts]) => [
      name,
      texts.map((text) => JSON.stringify({ ...objectOf(JSON.parse(text)), updated_at: '2027-01-01T00:00:00.000Z' })),
    ]),
  );

type Closed = Pick<TestDatabase, 'location' | 'drop'>;

/** A database that nobody has open. With one row of each kind an import has as many statements, and each is short. */
async function closedDatabase(kind: DatabaseKind): Promise<Closed> {
  if (exhaustive || kind !== 'embedded') {
    const copy = await copyDatabase(kind);
    await copy.database.close();
    return copy;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-test-'));
  await fillSmallFiles(dataDir);
  return { location: { dataDir, databaseUrl: null }, drop: () => rm(dataDir, { recursive: true, force: true }) };
}

describe.each(databaseKinds)('an import that is killed, into %s', (kind) => {
  let copy: Closed;
  let before: Rows;
  let after: Rows;
  let folder: Awaited<ReturnType<typeof scratchFolder>>;

  beforeAll(async () => {
    folder = await scratchFolder();
    copy = await closedDatabase(kind);
    before = await shown();
    after = changed(before);
    await write(after);
  });
  afterAll(async () => {
    await copy.drop();
    await folder.drop();
  });

  async function write(rows: Rows): Promise<void> {
    for (const [name, texts] of Object.entries(rows)) {
      const path = join(folder.path, `${name}.ndjson`);
      await rm(path, { force: true });
      await writeFile(path, texts.map((text) => `${text}\n`).join(''));
    }
  }

  function imported(dieAt: number | string) {
    const { databaseUrl, dataDir } = copy.location;
    const where = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
    return run(process.execPath, [program], { ...where, FILES: folder.path, DIE_AT: String(dieAt) }).ended;
  }

  /**
   * What a service shows that is started then; on a server, once what was killed is gone there, too. What is done to it
   * meanwhile must change nothing.
   */
  async function shown(
    doing?: (database: Database) => Promise<{ readonly messages: readonly string[] }>,
  ): Promise<Rows> {
    const database = await openDatabase(copy.location);
    try {
      const locks = `SELECT pg_advisory_lock(7204117)::text, pg_advisory_unlock(7204117)::text`;
      await database.session((session) => session.query({ text: locks }));
      const rows = await everyRow(database);
      if (doing) {
        expect((await doing(database)).messages).toEqual([]);
        expect(await everyRow(database)).toEqual(rows);
      }
      return rows;
    } finally {
      await database.close();
    }
  }

  async function statementsToDieAt(): Promise<readonly number[]> {
    if (rounds === 0) return [];
    // Back and forth it is as long a way.
    await write(before);
    const whole = await imported('never');
    expect(whole.stderr).toBe('');
    const statements = Number(/statements: (\d+)/.exec(whole.stdout)?.[1]);
    await write(after);
    return fc.sample(fc.integer({ min: 1, max: statements }), { numRuns: rounds, seed: 7 });
  }

  it('leaves the old catalogue or the new one, and can be begun again', async () => {
    for (const point of [...(await statementsToDieAt()), 'before the commit']) {
      expect((await imported(point)).signal).toBe('SIGKILL');
      expect(await shown()).toEqual(before);
    }
    expect((await imported('behind the commit')).signal).toBe('SIGKILL');
    expect(await shown(async (database) => importFolder(database, folder.path))).toEqual(after);
  });
});
