import { isCatalogueError } from '@resource-catalogue/client';
import type { Database, Session } from '@resource-catalogue/database';
import { CommandError, errorMessage, printable } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import { Mirror, type MirrorResult } from './mirror.js';
import { PermanentMirrorError, MirrorInterruptedError } from './mirror-errors.js';
import { MirrorRows } from './mirror-rows.js';
import type { MirrorSource } from './mirror-source.js';
import { MirrorState } from './mirror-state.js';

export interface MirrorRun {
  readonly source: MirrorSource;
  readonly url: string;
  /** Whether the service now rejects writes to projects. */
  readonly rejectsWrites: boolean;
  /** Reads the whole source once and exits. */
  readonly once: boolean;
  /** Milliseconds between polls for changes, and between full reads. */
  readonly everyMs: number;
  readonly compareEveryMs: number;
  readonly log: Readonly<Record<'info' | 'warn', (fields: object, message: string) => void>>;
  readonly signal: AbortSignal;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly now: () => number;
}

/** Milliseconds between failed attempts, and the longest wait that the source can request. */
const waits = { first: 1000, longest: 5 * 60_000, longestRequested: 60 * 60_000 };

/** Advisory lock key of the running mirror; the value is arbitrary. */
const mirrorLock = 7_204_118;

/** Mirrors until stopped, and retries after temporary failures. Returns the number of rows left out in the last round. */
export async function runMirror(
  database: Database,
  definitions: readonly Definition[],
  options: MirrorRun,
): Promise<number> {
  const { source, url, once, log, signal } = options;
  const state = new MirrorState(database.prisma);
  for (let failures = 0; ;) {
    try {
      return await withLock(database, async (session) => {
        await state.begin(url, options.rejectsWrites);
        const mirror = new Mirror({ database, session, definitions, source, state, now: options.now });
        if (once) return logResult('compared', await mirror.compare(), log);
        return followUntilStopped(mirror, state, options, () => (failures = 0));
      });
    } catch (error) {
      if (signal.aborted && once) throw new MirrorInterruptedError();
      if (signal.aborted) return 0;
      const permanent = toPermanentError(error, url);
      if (permanent) throw permanent;
      if (once)
        throw new CommandError(`${url} was not mirrored: ${printedMessage(error)}. Run the command again to continue.`);
      failures += 1;
      const wait = waitAfter(error, failures);
      log.warn({ problem: printedMessage(error), waitMs: wait }, 'mirror failed; retrying');
      await options.sleep(wait);
      if (signal.aborted) return 0;
    }
  }
}

/** Makes the catalogue independent again, so that its service accepts writes. */
export function endMirror(database: Database): Promise<void> {
  return withLock(database, async (session) => {
    await new MirrorState(database.prisma).end();
    await new MirrorRows(session).clear('walked');
    await new MirrorRows(session).clear('changed');
  });
}

async function followUntilStopped(
  mirror: Mirror,
  state: MirrorState,
  { everyMs, compareEveryMs, log, signal, sleep, now }: MirrorRun,
  succeeded: () => void,
): Promise<number> {
  let [followed, leftOut] = [-Infinity, 0];
  const follow = async (): Promise<void> => {
    if (now() - followed < everyMs) return;
    leftOut = logResult('followed', await mirror.follow(), log);
    followed = now();
    succeeded();
  };
  while (!signal.aborted) {
    const compared = await state.comparedAt();
    if (compared === null || now() - compared.getTime() >= compareEveryMs || (await state.isReading())) {
      // Before the first full read is stored there is nothing to follow.
      leftOut = logResult('compared', await mirror.compare(compared === null ? undefined : follow), log);
      succeeded();
    } else await follow();
    if (!signal.aborted) await sleep(everyMs);
  }
  return leftOut;
}

async function withLock<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.session(async (session) => {
    const taken = await session.query({ text: `SELECT pg_try_advisory_lock(${mirrorLock})::text` });
    if (taken[0]?.[0] !== 'true') {
      throw new PermanentMirrorError('Another process already mirrors into this database. Stop it first.');
    }
    try {
      return await work(session);
    } finally {
      // A broken connection has released the lock.
      await session.query({ text: `SELECT pg_advisory_unlock(${mirrorLock})::text` }).catch(() => undefined);
    }
  });
}

function logResult(what: 'compared' | 'followed', result: MirrorResult, log: MirrorRun['log']): number {
  const { problems, ...counts } = result;
  const message = what === 'compared' ? 'compared with the whole source' : 'fetched changes from the source';
  if (problems.length > 0) log.warn({ ...counts, problems }, `${message}, except some rows`);
  else log.info(counts, message);
  return result.leftOut;
}

/** The one-line message with which the mirror ends if the source rejects access. */
function toPermanentError(error: unknown, url: string): PermanentMirrorError | null {
  if (error instanceof PermanentMirrorError) return error;
  if (!isCatalogueError(error) || (error.status !== 401 && error.status !== 403)) return null;
  return new PermanentMirrorError(`${url} rejects the token: ${printable(error.problem?.detail ?? error.message)}`);
}

function waitAfter(error: unknown, failures: number): number {
  const requested = isCatalogueError(error) ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(
    Math.min(waits.longestRequested, requested),
    Math.min(waits.longest, waits.first * 2 ** (failures - 1)),
  );
}

const printedMessage = (error: unknown): string => printable(errorMessage(error));
