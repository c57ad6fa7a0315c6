import { access, constants } from 'node:fs/promises';
import type { PGlite, Results, Transaction } from '@electric-sql/pglite';
import { EngineStopped } from './crash-guard.js';
import {
  cannotMake,
  errorCode,
  completeDirectory,
  damaged,
  dataFolder,
  fullDisk,
  isFull,
  makeDirectory,
  prepareDirectory,
  spareFolder,
} from './data-directory.js';
import { SpareSpace } from './data-files.js';
import { DirectoryLock } from './directory-lock.js';
import { type Engine, launchEngine, type Running, snapshot } from './launch-engine.js';
import type { Read } from './reading.js';

/** Receives one line for the operator. */
export type Report = (line: string) => void;

/** The database takes no writes at present. The code is PostgreSQL's for a full disk. */
export class WritesRefused extends Error {
  override readonly name = 'WritesRefused';
  readonly code = '53100';
}

/** Bytes, half of which prepare new files. PostgreSQL has no checkpointer in this process. */
const logBetweenCheckpoints = 64 * 1024 * 1024;

/** Milliseconds between two starts of an engine. */
const betweenStarts = 2000;

/**
 * Opens the database of a data directory, or creates one in an empty directory. Throws DirectoryHeldError while
 * another process has the directory, and DataDirectoryError if it cannot be used. `report` receives later events.
 */
export async function openEngine(directory: string, report: Report): Promise<Engine> {
  try {
    await makeDirectory(directory);
    return await EmbeddedEngine.open(directory, await DirectoryLock.take(directory), report);
  } catch (error) {
    throw isFull(error) ? fullDisk(directory, new SpareSpace(directory, spareFolder(directory)).wanted, error) : error;
  }
}

/**
 * PostgreSQL on a data directory. It confirms a write once it is on disk (WRITE-9) and refuses writes while the disk
 * is full. When it stops it is restarted and recovers, like PostgreSQL's own server.
 */
class EmbeddedEngine implements Engine {
  private running: Running | null = null;
  private starting: Promise<Running> | null = null;
  private lastStart = -betweenStarts;
  /** Why writes are currently refused. */
  private refusal: string | null = null;
  /** Why the engine is closed for good. */
  private ended: EngineStopped | null = null;
  private readonly spare: SpareSpace;

  private constructor(
    private readonly directory: string,
    private readonly lock: DirectoryLock,
    private readonly report: Report,
  ) {
    this.spare = new SpareSpace(directory, spareFolder(directory));
  }

  /** Owns the lock from now on, and releases it when it is closed or does not start. */
  static async open(directory: string, lock: DirectoryLock, report: Report): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(directory, lock, report);
    try {
      await engine.first();
    } catch (error) {
      await engine.close();
      throw error;
    }
    return engine;
  }

  query<T>(...[text, values, options]: Parameters<PGlite['query']>): Promise<Results<T>> {
    const work = ({ engine }: Running) => engine.query<T>(text, values, options);
    return /^\s*SELECT\b/i.test(text) ? this.asked(work) : this.write(work);
  }

  exec(...values: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    return this.write(({ engine }) => engine.exec(...values));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.write(({ engine }) =>
      engine.transaction(async (transaction) => {
        const result = await work(transaction);
        // Does not store anything that another process may have overtaken.
        await this.assertHeld();
        return result;
      }),
    );
  }

  readonly read: Read = (statement, values) => this.asked(({ reading }) => reading.read(statement, values));

  snapshot<T>(work: (read: Read) => Promise<T>): Promise<T> {
    return this.asked((running) => snapshot(running, work));
  }

  /** Keeps PostgreSQL's log short, even during a long transaction. */
  async checkpointIfDue(on: Pick<PGlite, 'exec'>): Promise<void> {
    const files = this.running?.files;
    if (!files || files.logWritten < logBetweenCheckpoints) return;
    files.logWritten = 0;
    await on.exec('CHECKPOINT');
  }

  async close(): Promise<void> {
    await this.starting?.catch(() => undefined);
    if (this.running && !(await this.lock.held().catch(() => false))) this.end();
    this.ended ??= new EngineStopped('The database is closed.');
    const { running } = this;
    this.running = null;
    try {
      await running?.engine.close();
    } finally {
      await this.lock.release();
    }
  }

  private async first(): Promise<void> {
    const { directory } = this;
    const state = await prepareDirectory(directory);
    if (!(await this.spare.suffices())) throw fullDisk(directory, this.spare.wanted);
    try {
      await this.start();
      if (state === 'new') await completeDirectory(directory);
    } catch (error) {
      // PostgreSQL may stop because of a full disk without saying so.
      if (isFull(error) || !(await this.spare.suffices())) throw fullDisk(directory, this.spare.wanted, error);
      throw state === 'new' ? cannotMake(directory, error) : damaged(directory, error);
    }
    if (state === 'new') await this.lock.lockData();
  }

  private async asked<T>(work: (running: Running) => Promise<T>): Promise<T> {
    try {
      return await work(this.running ?? (await this.restart()));
    } catch (error) {
      throw this.translated(error);
    }
  }

  /** Turns file errors into EngineStopped, because they are not caused by the statement. */
  private translated(error: unknown): unknown {
    const code = errorCode(error) ?? '';
    if (code === '53100') return error instanceof WritesRefused ? error : this.refused(this.fullness, error);
    if (/^58...$/.test(code)) return new EngineStopped('Files of the database cannot be read.', { cause: error });
    return error;
  }

  private async write<T>(work: (running: Running) => Promise<T>): Promise<T> {
    await this.admitWrite();
    const result = await this.asked(work);
    const { running } = this;
    if (running) this.checkpointIfDue(running.engine).catch(() => undefined);
    return result;
  }

  private async admitWrite(): Promise<void> {
    await this.assertHeld();
    const refusal = await this.reasonAgainstWrites();
    if (refusal !== this.refusal) {
      this.refusal = refusal;
      const state = refusal === null ? 'can be written again' : `is read-only for now: ${refusal}`;
      this.report(`The data directory ${this.directory} ${state}.`);
    }
    if (refusal !== null) throw this.refused(refusal);
  }

  private refused(reason: string, cause?: unknown): WritesRefused {
    return new WritesRefused(`The data directory ${this.directory} cannot be written: ${reason}.`, { cause });
  }

  private get fullness(): string {
    return `its disk is full, free ${this.spare.wanted} MiB there`;
  }

  private async reasonAgainstWrites(): Promise<string | null> {
    try {
      await access(dataFolder(this.directory), constants.W_OK);
      return (await this.spare.suffices()) ? null : this.fullness;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw this.end();
      return `the system refuses writes (${errorCode(error) ?? String(error)})`;
    }
  }

  private async assertHeld(): Promise<void> {
    if (this.ended) throw this.ended;
    let held: boolean;
    try {
      held = await this.lock.held();
    } catch (error) {
      throw new EngineStopped('The lock of the data directory cannot be read.', { cause: error });
    }
    if (!held) throw this.end();
  }

  /** Another process may have the files, or they are gone. */
  private end(): EngineStopped {
    this.ended = new EngineStopped('The data directory is lost.');
    this.running?.files.stop('The data directory is lost.');
    return this.ended;
  }

  private restart(): Promise<Running> {
    if (this.ended) throw this.ended;
    if (this.starting) return this.starting;
    if (performance.now() - this.lastStart < betweenStarts) {
      throw new EngineStopped('The database is being restarted.');
    }
    return this.startAgain();
  }

  private async startAgain(): Promise<Running> {
    await this.assertHeld();
    if (!(await this.spare.suffices())) throw this.refused('its disk is too full to start the database');
    const running = await this.start();
    this.report(`The database in the data directory ${this.directory} was restarted.`);
    return running;
  }

  private start(): Promise<Running> {
    return (this.starting ??= this.launch().finally(() => (this.starting = null)));
  }

  private async launch(): Promise<Running> {
    this.lastStart = performance.now();
    const running = await launchEngine(dataFolder(this.directory), this.spare, (files, reason) => {
      if (this.running?.files === files) this.stopped(reason);
    });
    return (this.running = running);
  }

  private stopped(reason: string): void {
    this.running = null;
    this.report(
      this.ended
        ? `The data directory ${this.directory} was deleted or taken by another process, and is no longer used: restart the service.`
        : `The database in the data directory ${this.directory} stopped and will be restarted: ${reason}.`,
    );
  }
}
