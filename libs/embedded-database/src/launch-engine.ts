import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { EngineStopped } from './crash-guard.js';
import { DataFiles, type SpareSpace } from './data-files.js';
import type { EngineClient } from './prisma-adapter.js';
import { type Read, Reading } from './reading.js';

// The amount of work after which V8 optimises a function of PostgreSQL: eleven times the default. This skips code that
// only a start or a command needs, and saves a quarter of the CPU time of a start and a sixth of a command's. Requests
// are as fast as with the default.
setFlagsFromString('--wasm-tiering-budget=20000000');

/** PostgreSQL in this process, with or without files. It has one connection: transactions wait for each other. */
export interface Engine extends EngineClient {
  /** Reads, which continue while the disk is full. */
  read: Read;
  /** Read-only work that sees one state of the database throughout. */
  snapshot<T>(work: (read: Read) => Promise<T>): Promise<T>;
  /** Keeps PostgreSQL's log short, even during a long transaction. */
  checkpointIfDue(on: Pick<PGlite, 'exec'>): Promise<void>;
  close(): Promise<void>;
}

export interface Running {
  readonly engine: PGlite;
  readonly reading: Reading;
  readonly files: DataFiles;
}

/**
 * A fifth of PGlite's default, all of which takes memory from the start; the system's file cache holds the same
 * data.
 */
const buffers = ['-c', 'shared_buffers=32MB'];

/** PGlite's own, but with syncs, by the one method that its file layer passes on, and with a log that stays short. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...buffers,
  ...['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB'],
];

/** Small log segments: a first start, and a nearly full disk, have less to write at once. */
const initDbStartParams = ['--wal-segsize=1'];

/** The text of a timestamp must not depend on where the service runs. */
const session = `SET timezone = 'UTC'; SET datestyle = 'ISO'`;

/** A database without files. An image from `PGlite.dumpDataDir` saves the setup. */
export async function openEngineInMemory(image?: Blob): Promise<Engine> {
  const startParams = [...PGlite.defaultStartParams, ...buffers];
  const engine = await PGlite.create(image ? { startParams, loadDataDir: image } : { startParams });
  await engine.exec(session);
  const reading = new Reading(engine);
  return {
    query: (text, values, options) => engine.query(text, values, options),
    exec: (script, options) => engine.exec(script, options),
    transaction: (work) => engine.transaction(work),
    read: reading.read,
    snapshot: (work) => snapshot({ engine, reading }, work),
    checkpointIfDue: () => Promise.resolve(),
    close: () => engine.close(),
  };
}

export const snapshot = <T>(
  { engine, reading }: Omit<Running, 'files'>,
  work: (read: Read) => Promise<T>,
): Promise<T> =>
  engine.transaction(async (transaction) => {
    await transaction.exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return work(reading.readInside);
  });

/** Starts PostgreSQL on the directory. `onStop` is called with the reason when it stops by itself. */
export async function launchEngine(
  folder: string,
  spare: SpareSpace,
  onStop: (files: DataFiles, reason: string) => void,
): Promise<Running> {
  let lastWords = '';
  const onStderr = (line: string) => {
    lastWords = wordsAfter(lastWords, line.replaceAll(PGlite.paths.PGDATA, folder));
    return false;
  };
  const files = new DataFiles(folder, spare, ({ cause }) => onStop(files, lastWords || String(cause)));
  try {
    const engine = await PGlite.create({ fs: files, startParams, initDbStartParams, onStderr });
    await engine.exec(session);
    return { engine, reading: new Reading(engine), files };
  } catch (error) {
    files.stop('The database did not start.');
    throw new EngineStopped(lastWords || firstLine(error), { cause: error });
  }
}

/** Why PostgreSQL stops, according to its log: the last such line, with its details. */
function wordsAfter(words: string, line: string): string {
  const [, level, text = ''] = /\b(PANIC|FATAL|DETAIL): +(.*?)\.?$/.exec(line) ?? [];
  if (level === undefined) return words;
  return level === 'DETAIL' ? words && `${words}: ${text}` : text;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
