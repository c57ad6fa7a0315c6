import { randomBytes } from 'node:crypto';
import fs, { constants } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { CrashGuard, type EngineStopped } from './crash-guard.js';

type Module = PGlite['Module'];

interface FileNode {
  readonly name: string;
  readonly mode: number;
  readonly parent: FileNode;
}

interface Stream {
  readonly node: FileNode;
  /** Node's file descriptor. */
  readonly nfd: number;
}

/** The parts of PGlite's layer over Node's files that are used here; PGlite publishes no type for it. */
interface NodeLayer {
  tryFSOperation<T>(work: () => T): T;
  readonly node_ops: { mknod(parent: FileNode, ...rest: unknown[]): unknown };
  readonly stream_ops: {
    write(stream: Stream, buffer: unknown, offset: number, length: number, position: number): number;
    fsync?(stream: Stream): number;
  };
}

/** Error numbers of the engine's C library. */
const errno = { EDQUOT: 19, ENOSPC: 51 } as const;

/**
 * The files of the embedded PostgreSQL. Adds what PGlite's layer lacks: syncs reach the disk (WRITE-9), a full disk
 * is survived, and a stopped engine is left alone.
 */
export class DataFiles extends NodeFS {
  /** Bytes written to PostgreSQL's log, including those that only prepare its files. */
  logWritten = 0;
  private readonly guard: CrashGuard;

  constructor(
    folder: string,
    private readonly spare: SpareSpace,
    onStop: (error: EngineStopped) => void,
  ) {
    super(folder);
    this.guard = new CrashGuard((error) => {
      this.closeAll();
      onStop(error);
    });
  }

  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const before = [...(emscriptenOpts.preRun ?? []), (module: Module) => this.amend(module)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun: before } };
  }

  // The engine is loaded but has not started.
  override async initialSyncFs(): Promise<void> {
    if (this.pg) this.guard.watch(this.pg.Module);
    await super.initialSyncFs();
  }

  /** Stops the engine where it is: unwritten data stays unwritten. */
  stop(reason: string): void {
    this.guard.stop(reason);
  }

  private amend({ NODEFS }: Module): void {
    const layer: unknown = NODEFS;
    if (!isNodeLayer(layer)) throw new Error('This version of PGlite handles its files differently.');
    const { node_ops: nodes, stream_ops: streams } = layer;
    const attempt = <T>(work: () => T): T => {
      try {
        return layer.tryFSOperation(work);
      } catch (error) {
        // PGlite would report an error without a number as success.
        if (isError(error) && error.errno === undefined) return layer.tryFSOperation(() => refuse('EIO'));
        throw error;
      }
    };

    streams.fsync = ({ node, nfd }) => {
      // PostgreSQL does not need the metadata that fdatasync skips; but for a directory fdatasync would skip
      // everything.
      attempt(() => (isDirectory(node) ? fs.fsyncSync(nfd) : fs.fdatasyncSync(nfd)));
      return 0;
    };
    const write = streams.write.bind(streams);
    streams.write = (stream, ...rest) => {
      const written = this.withSpare(stream.node, () => attempt(() => write(stream, ...rest)));
      if (stream.node.parent.name === 'pg_wal') this.logWritten += written;
      return written;
    };
    const make = nodes.mknod.bind(nodes);
    nodes.mknod = (parent, ...rest) => this.withSpare(parent, () => attempt(() => make(parent, ...rest)));
  }

  // PostgreSQL survives tables that cannot grow and sorts without space, so those do not get the reserve.
  private withSpare<T>(node: FileNode, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isFull(error) || isBelow('base', node) || !this.spare.give()) throw error;
      return work();
    }
  }

  private closeAll(): void {
    // The engine may have stopped before it was loaded.
    const module: Module | undefined = this.pg?.Module;
    const system: unknown = module?.FS;
    const streams = isObject(system) && Array.isArray(system['streams']) ? system['streams'].filter(isStream) : [];
    // Several streams may share one descriptor.
    const descriptors = new Set(streams.map(({ nfd }) => nfd));
    for (const descriptor of descriptors) fs.closeSync(descriptor);
  }
}

function isBelow(name: string, node: FileNode): boolean {
  if (node.parent === node) return false;
  return node.name === name || isBelow(name, node.parent);
}

const isDirectory = ({ mode }: FileNode): boolean => (mode & constants.S_IFMT) === constants.S_IFDIR;

function refuse(code: string): never {
  throw Object.assign(new Error(code), { code });
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const isError = (error: unknown): error is { readonly errno: unknown } => isObject(error) && 'errno' in error;

const isFull = (error: unknown): boolean =>
  isError(error) && (error.errno === errno.ENOSPC || error.errno === errno.EDQUOT);

const isStream = (value: unknown): value is Stream => isObject(value) && typeof value['nfd'] === 'number';

const isNodeLayer = (value: unknown): value is NodeLayer =>
  hasFunctions(value, 'tryFSOperation') &&
  hasFunctions(value['node_ops'], 'mknod') &&
  hasFunctions(value['stream_ops'], 'write');

const hasFunctions = (value: unknown, ...names: readonly string[]): value is Members =>
  isObject(value) && names.every((name) => typeof value[name] === 'function');

const mebibyte = 1024 * 1024;

/** Bytes: the reserve for PostgreSQL's log, which in older directories has segments of 16 MiB. */
const kept = 24 * mebibyte;

/** Bytes: free space that a write needs in addition. */
const least = 16 * mebibyte;

/**
 * Disk space reserved for the case that another process fills the disk: PostgreSQL cannot continue without space for
 * its log, which even reads write to. It is a file that is removed when the space is needed.
 */
export class SpareSpace {
  private has: boolean;

  constructor(
    private readonly directory: string,
    private readonly path: string,
  ) {
    this.has = fs.existsSync(path);
  }

  /** Gives the space to the next write; false if it is already gone. */
  give(): boolean {
    if (!this.has) return false;
    this.has = false;
    fs.truncateSync(this.path);
    fs.rmSync(this.path);
    return true;
  }

  /** MiB: free space that a write needs. */
  get wanted(): number {
    return (this.has ? least : least + kept) / mebibyte;
  }

  /** Whether there is space for a write, and afterwards for the log. */
  async suffices(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.directory);
    const suffices = bavail * bsize >= this.wanted * mebibyte;
    return suffices && (this.has || (await this.keep()));
  }

  private async keep(): Promise<boolean> {
    try {
      const file = await open(this.path, 'w', 0o600);
      try {
        // Some file systems store no zeros.
        for (let size = 0; size < kept; size += mebibyte) await file.write(randomBytes(mebibyte));
      } finally {
        await file.close();
      }
      this.has = true;
    } catch {
      await rm(this.path, { force: true });
    }
    return this.has;
  }
}
