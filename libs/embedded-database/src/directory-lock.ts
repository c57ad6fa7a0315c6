import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync, type Stats } from 'node:fs';
import { type FileHandle, link, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { folderOf, isFull } from './data-directory.js';
import { codeOf, lockExistingFile, lockFile } from './system-lock.js';

/** Another process uses the data directory; the message names both. */
export class DirectoryHeldError extends Error {
  override readonly name = 'DirectoryHeldError';

  constructor(
    readonly directory: string,
    readonly holder: Pick<ProcessIdentity, 'pid' | 'host'> | null,
  ) {
    const name = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
    super(
      `The data directory ${directory} is in use by ${name}: ` +
        `stop that process, or set DATA_DIR to another directory.`,
    );
  }
}

export interface DirectoryLock {
  /** Whether the directory is still ours: it may have been deleted, or taken by somebody who took us for dead. */
  held(): Promise<boolean>;
  /** Locks a file of the data, once a new database has one. */
  lockData(): Promise<void>;
  /** May be called on a full disk. */
  release(): Promise<void>;
}

/** Locks of the operating system, each null where there is none. */
interface SystemLocks {
  readonly file: FileHandle | null;
  /** On a file that belongs to the data: it keeps others out even if somebody deletes the lock files. */
  data: FileHandle | null;
}

/** How often a holder shows that it lives, to those that cannot see its process, and after how long without it is dead. */
const beat = 5_000;
const silence = 30_000;

const released = 'released';

/**
 * Takes the directory for this process, or throws DirectoryHeldError. Where the operating system has locks for files,
 * those decide. The rest is for where it has none, and for holders that do not use it: a lock is a file named
 * lock.<number> that names its holder. The one with the highest number counts, and that one is never removed: numbers
 * only grow, so whoever saw an older state and takes a number that is lower, or taken, notices. Thus several processes
 * may find the same dead holder without harm.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = await lockFile(systemLockOf(directory));
  if (file === 'held') throw new DirectoryHeldError(directory, await nameHolder(directory));
  const locks: SystemLocks = { file, data: null };
  try {
    await lockData(directory, locks);
    return await takeNumber(directory, locks);
  } catch (error) {
    await closeAll(locks);
    throw error;
  }
}

async function lockData(directory: string, locks: SystemLocks): Promise<void> {
  await locks.data?.close();
  locks.data = null;
  const data = await lockExistingFile(dataOf(directory));
  if (data === 'held') throw new DirectoryHeldError(directory, await nameHolder(directory));
  locks.data = data;
}

/** In this order: a process that gets the first lock gets the second one as well. */
async function closeAll({ file, data }: SystemLocks): Promise<void> {
  await data?.close();
  await file?.close();
}

async function takeNumber(directory: string, locks: SystemLocks): Promise<DirectoryLock> {
  const systemLock = locks.file !== null;
  const content = JSON.stringify({ ...ownIdentity(), systemLock });
  for (;;) {
    const latest = await latestLock(directory);
    if (latest > 0) {
      const holder = await holderOf(directory, latest, systemLock);
      if (holder === 'gone') continue;
      if (holder !== null) throw new DirectoryHeldError(directory, holder);
    }
    const own = latest + 1;
    if (!(await create(directory, own, content))) continue;
    if ((await latestLock(directory)) === own) return hold(directory, { number: own, content }, locks);
    await rm(pathOf(directory, own), { force: true });
  }
}

interface NumberedLock {
  readonly number: number;
  readonly content: string;
}

async function hold(directory: string, own: NumberedLock, locks: SystemLocks): Promise<DirectoryLock> {
  await removeBefore(directory, own.number);
  const path = pathOf(directory, own.number);
  const show = () => void utimes(path, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(show, beat).unref();
  const held = async () => (await hasNumber(directory, own, locks)) && (await hasFile(directory, locks));
  return {
    held,
    lockData: () => lockData(directory, locks),
    async release() {
      clearInterval(timer);
      try {
        if (!(await held())) return;
        await create(directory, own.number + 1, released);
        await removeBefore(directory, own.number + 1);
      } catch (error) {
        // Others find the process gone instead.
        if (!isFull(error)) throw error;
      } finally {
        await closeAll(locks);
      }
    },
  };
}

/** Whether our number still counts. Lock files that were deleted do not matter while we have a lock on the data. */
async function hasNumber(
  directory: string,
  { number, content }: NumberedLock,
  { data }: SystemLocks,
): Promise<boolean> {
  const latest = await latestLock(directory).catch(noneIfGone);
  if (latest !== number) return latest === 0 && data !== null;
  return (await readFile(pathOf(directory, number), 'utf8').catch(noneIfGone)) === content;
}

/** Whether the file that we have locked is still the one of the directory. */
async function hasFile(directory: string, { file, data }: SystemLocks): Promise<boolean> {
  if (data !== null) return isAt(dataOf(directory), await data.stat());
  return file === null || isAt(systemLockOf(directory), await file.stat());
}

/** Who holds this lock: null when nobody does any more, 'gone' when the file was replaced meanwhile. */
async function holderOf(
  directory: string,
  number: number,
  systemLock: boolean,
): Promise<ProcessIdentity | 'gone' | null> {
  const path = pathOf(directory, number);
  try {
    const content = await readFile(path, 'utf8');
    if (content === released) return null;
    const holder = parseIdentity(content);
    // A lock begins to be with its content, so only a machine that lost power leaves less than that.
    if (!holder) return null;
    // We have the lock of the system that this one had, too, and on the same system.
    if (systemLock && holder.systemLock === true && ofThisBoot(holder)) return null;
    const running = isRunning(holder) ?? Date.now() - (await stat(path)).mtimeMs < silence;
    return running ? holder : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

/** Who has the lock of the system, as far as it has said so by now. */
async function nameHolder(directory: string): Promise<Pick<ProcessIdentity, 'pid' | 'host'> | null> {
  const path = pathOf(directory, await latestLock(directory));
  return parseIdentity(await readFile(path, 'utf8').catch(() => ''));
}

async function isAt(path: string, ours: Stats): Promise<boolean> {
  const there = await stat(path).catch(noneIfGone);
  return there !== 0 && there.ino === ours.ino && there.dev === ours.dev;
}

const systemLockOf = (directory: string): string => join(directory, 'lock');
/** PostgreSQL writes it once. */
const dataOf = (directory: string): string => join(folderOf(directory), 'PG_VERSION');
const pathOf = (directory: string, number: number): string => join(directory, `lock.${number}`);

async function numbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.flatMap((name) => (/^lock\.[1-9]\d*$/.test(name) ? [Number(name.slice('lock.'.length))] : []));
}

const latestLock = async (directory: string): Promise<number> => Math.max(0, ...(await numbers(directory)));

// A hard link brings a file into being with its content, at once and only once.
async function create(directory: string, number: number, content: string): Promise<boolean> {
  const draft = join(directory, `lock-${randomUUID()}`);
  try {
    await writeFile(draft, content);
    await link(draft, pathOf(directory, number));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

// The one before stays: a listing in progress may show neither the entry that goes nor the one that comes.
async function removeBefore(directory: string, number: number): Promise<void> {
  const lower = (await numbers(directory)).filter((other) => other < number - 1);
  await Promise.all(lower.map((other) => rm(pathOf(directory, other), { force: true })));
}

function noneIfGone(error: unknown): 0 {
  if (codeOf(error) === 'ENOENT') return 0;
  throw error;
}

/** Names a process so that another one with the same number is told apart from it. */
interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the kernel's ticks; null where the system does not tell. */
  readonly started: string | null;
  readonly host: string;
  /** Within which process numbers mean the same: one boot of one machine, and one container of it. */
  readonly realm: string;
  /** Whether it has a lock of the operating system as well; versions that had none did not say. */
  readonly systemLock?: boolean;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid)?.ticks ?? null, host: hostname(), realm: ownRealm() };
}

function parseIdentity(text: string): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(text);
    return isIdentity(value) ? value : null;
  } catch {
    return null;
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, started, host, realm }: Partial<Record<keyof ProcessIdentity, unknown>> = value;
  const startedFits = started === null || typeof started === 'string';
  return Number.isSafeInteger(pid) && startedFits && typeof host === 'string' && typeof realm === 'string';
}

/** Whether the process runs, or ran, on the system that runs now, in whichever container. */
function ofThisBoot({ realm }: Pick<ProcessIdentity, 'realm'>): boolean {
  const [boot] = ownRealm().split(' ');
  return boot !== '' && realm.split(' ')[0] === boot;
}

/** Whether the process still runs; null when it cannot be seen from here. */
function isRunning({ pid, started, host, realm }: ProcessIdentity): boolean | null {
  if (host !== hostname() || realm !== ownRealm()) return null;
  if (started === null) return answersSignals(pid);
  const found = startOf(pid);
  return found?.ticks === started && !found.ended;
}

function ownRealm(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

function startOf(pid: number): { readonly ticks: string; readonly ended: boolean } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name, in parentheses, may hold anything; the state is the first field after it, the start the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields[19];
    return ticks === undefined ? null : { ticks, ended: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return null;
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}
