import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SpareSpace } from './data-files.js';
import { DirectoryHeldError } from './directory-lock.js';
import { openEngine } from './embedded-engine.js';
import type { Engine } from './launch-engine.js';

let directory: string;
let engine: Engine;
const reports: string[] = [];
/** The time in milliseconds. A restart is due 2,000 after the last start. */
let now = 0;
const stopClock = () => void jest.spyOn(performance, 'now').mockReturnValue(now);

beforeAll(async () => {
  stopClock();
  directory = await mkdtemp(join(tmpdir(), 'embedded-engine-'));
  engine = await openEngine(directory, (line) => reports.push(line));
  await engine.exec('CREATE TABLE lockers (name text)');
});
afterAll(async () => {
  await engine.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  reports.length = 0;
  stopClock();
});
afterEach(() => void jest.restoreAllMocks());

const insert = `INSERT INTO lockers VALUES ('a')`;
const count = 'SELECT count(*)::int AS count FROM lockers';
const write = () => engine.transaction((transaction) => transaction.query(insert));
const lockers = async () => (await engine.query<{ count: number }>(count)).rows[0]?.count ?? NaN;

/** PostgreSQL's codes for a full disk and for a crash. */
async function expectUnavailable(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toMatchObject({ code: expect.stringMatching(/^(?:53100|57P02)$/) });
}

/** Makes every write to a file fail with that code. */
function refuseWrites(code: string): void {
  jest.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
}

describe('the engine on a data directory', () => {
  it('WRITE-9: syncs its log before confirming a write, and does not sync for a read', async () => {
    const synced = jest.spyOn(fs, 'fdatasyncSync');
    await lockers();
    expect(synced).toHaveBeenCalledTimes(0);
    for (let writes = 1; writes <= 5; writes += 1) {
      await write();
      expect(synced.mock.calls.length).toBeGreaterThanOrEqual(writes);
    }
  });

  it('WRITE-9: syncs a directory after it has renamed or added a log file there', async () => {
    const synced = jest.spyOn(fs, 'fsyncSync');
    for (let file = 0; file < 5; file += 1) {
      await write();
      await engine.query('SELECT pg_switch_wal()');
    }
    await engine.exec('CHECKPOINT');
    // Only directories are synced with fsync, which includes metadata.
    expect(synced).toHaveBeenCalled();
  });

  it('is read-only while its disk is nearly full, and reports that once', async () => {
    const before = await lockers();
    const suffices = jest.spyOn(SpareSpace.prototype, 'suffices').mockResolvedValue(false);
    for (let attempt = 0; attempt < 3; attempt += 1) await expectUnavailable(write());
    await expectUnavailable(engine.exec('DELETE FROM lockers'));
    expect(await lockers()).toBe(before);
    expect(await engine.read({ text: count }, [])).toEqual([[String(before)]]);
    expect(await engine.snapshot((read) => read({ text: count }, []))).toEqual([[String(before)]]);
    suffices.mockRestore();
    await write();
    expect(reports).toEqual([
      `The data directory ${directory} is read-only for now: its disk is full, free 16 MiB there.`,
      `The data directory ${directory} can be written again.`,
    ]);
  });

  it('uses its spare space for the log when the disk is full, and reserves it again later', async () => {
    const spare = join(directory, 'spare');
    // Leaves room in the table's page for another row, so that only the log grows.
    await write();
    const { writeSync } = fs;
    const calls = jest.spyOn(fs, 'writeSync').mockImplementation((...values: unknown[]) => {
      if (fs.existsSync(spare)) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      return Number(Reflect.apply(writeSync, fs, values));
    });
    const before = await lockers();
    await write();
    expect([await lockers(), fs.existsSync(spare), reports]).toEqual([before + 1, false, []]);
    calls.mockRestore();
    await write();
    expect(fs.existsSync(spare)).toBe(true);
  });

  it.each(['ENOSPC', 'an error unknown to PGlite'])(
    'restarts with all confirmed writes after a write to its log has failed: %s',
    async (code) => {
      await write();
      const before = await lockers();
      refuseWrites(code);
      await expectUnavailable(write());
      for (let attempt = 0; attempt < 3; attempt += 1) await expectUnavailable(write());
      await expectUnavailable(lockers());
      expect(reports).toEqual([
        expect.stringMatching(
          /^The database in the data directory \S+ stopped and will be restarted: could not write to log file .*\.$/,
        ),
      ]);
      jest.restoreAllMocks();
      stopClock();
      await expectUnavailable(lockers());
      now += 2000;
      stopClock();
      expect(await lockers()).toBe(before);
      await write();
      expect(await lockers()).toBe(before + 1);
      expect(reports).toEqual([expect.any(String), `The database in the data directory ${directory} was restarted.`]);
    },
    60_000,
  );
});

const withLocksOfSystem = () => {
  it('stays locked if its lock files are deleted', async () => {
    const names = (await readdir(directory)).filter((name) => name.startsWith('lock'));
    for (const name of names) await rm(join(directory, name));
    const second = openEngine(directory, () => undefined);
    await expect(second).rejects.toBeInstanceOf(DirectoryHeldError);
    await write();
    expect([names.length > 0, reports]).toEqual([true, []]);
  });
};

if (spawnSync('flock', ['--version']).status === 0) describe('the engine, using flock(1)', withLocksOfSystem);
