import { type ChildProcess, spawnSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { chown, open, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import pg from 'pg';
import { CommandError } from '@resource-catalogue/program';
import { clusterFolder, createCluster, passwordFile, prepareDirectory } from './data-directory.js';
import { chooseOwner, findPrograms, type Owner, type Programs } from './programs.js';
import { findServer, type RunningServer } from './running-server.js';

/** A PostgreSQL server on a data directory, shared by all processes that have started or found it. */
export interface EmbeddedServer {
  readonly url: string;
  /** A command that connects psql. */
  readonly psql: string;
  /** Stops using the server, which ends with its last user, and waits for that end. */
  release(): Promise<void>;
}

/** Settings of PostgreSQL, such as `fsync=off`. */
type Settings = readonly string[];

/** The status of a supervisor that found the lock taken. */
const lockedOut = 3;

/**
 * The server's parent process. Its input is the pipe `users`, which every user of the server holds open for writing:
 * the system closes it with the last user, however that one ends. A server that was ready and ends by itself, as on a
 * full disk, is started again. The log covers the last start. Where flock exists, the server and all of its processes
 * hold a lock on the cluster: two containers have equal process ids, so PostgreSQL's own locks are not enough, and those
 * that a killed server left may name another process.
 */
const supervisor = `
  log=$1 cluster=$2; shift 2
  exec 9<"$cluster"
  if command -v flock >/dev/null; then
    flock -n 9 || exit ${lockedOut}
    rm -f "$cluster"/postmaster.pid "$cluster"/.s.PGSQL.*.lock
  fi
  trap '' INT HUP
  trap 'ended=1; stop' TERM
  stop() { kill -TERM "$server"; kill -INT "$server"; } 2>/dev/null
  serve() {
    [ -z "$ended" ] || exit 0
    : >"$log"; "$@" </dev/null >>"$log" 2>&1 3<&- & server=$!
    [ -z "$ended" ] || stop
    until wait "$server"; status=$?; ! kill -0 "$server" 2>/dev/null; do :; done
    [ -z "$ended" ] || exit 0
    if grep -q 'ready to accept connections' "$log"; then ready=1; fi
  }
  (cat <&3 >/dev/null; kill -TERM $$) & watcher=$!
  serve "$@"
  while [ -n "$ready" ] && [ "$status" -ne 0 ]; do sleep 1; serve "$@"; done
  kill "$watcher"
  exit 1`;

const serverSettings: Settings = [
  // The socket is in the cluster's directory, which only its owner can enter.
  'unix_socket_directories=.',
  // Containers limit /dev/shm.
  'dynamic_shared_memory_type=mmap',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
  'log_min_messages=log',
  'log_checkpoints=off',
];

/** Milliseconds between two checks of a server that starts or stops. */
const pause = 10;

/** Maximum checks of a server that replays its log at the start, or still stops, and attempts to lock its cluster. */
const maxChecks = { server: 60_000, lock: 100 };

/** Number of checks within which a server without users begins to stop. */
const checksUntilStop = 30;

/** The longest path of a socket that all systems accept, in bytes. */
const longestSocket = 103;

/** Starts the server of a data directory, creating its database if needed, or uses the one that runs. */
export async function openServer(directory: string, settings: Settings = []): Promise<EmbeddedServer> {
  await prepareDirectory(directory);
  const cluster = clusterFolder(directory);
  const owner = chooseOwner(await stat(existsSync(cluster) ? cluster : directory));
  // Found on demand, because the search takes time and a running server does not need them.
  let found: Programs | undefined;
  const programs = () => (found ??= findPrograms(directory, owner));
  const users = join(directory, 'users');
  if (!existsSync(users)) spawnSync('mkfifo', ['-m', '600', users]);
  // Opened for writing alone, a pipe would wait for its reader.
  const hold = await open(users, constants.O_RDWR);
  const release = async () => {
    await hold.close();
    await untilStopped(cluster);
  };
  try {
    const unsafe = settings.includes('fsync=off') ? ['--no-sync'] : [];
    if (!existsSync(cluster)) await createCluster(directory, programs(), owner, unsafe);
    const running = await untilReady(directory, async (address) => {
      await takeOwnership(directory, owner);
      return start(directory, programs(), [...address, ...settings]);
    });
    return { ...(await addressOf(cluster, running)), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Waits for a server that another process starts or stops, and starts one if there is none. */
async function untilReady(
  directory: string,
  launch: (address: Settings) => Promise<ChildProcess>,
): Promise<RunningServer> {
  const cluster = clusterFolder(directory);
  let launched: ChildProcess | null = null;
  let attempts = 0;
  for (let looks = 0; looks < maxChecks.server; looks += 1) {
    const running = await findServer(cluster);
    if (running?.state === 'ready') {
      const { url } = await addressOf(cluster, running);
      if ((await accepts(url)) && (await findServer(cluster))?.state === 'ready') return running;
    }
    const ended = launched?.exitCode ?? launched?.signalCode ?? null;
    if (!running && launched === null) launched = await launch(await chooseAddress(cluster));
    else if (!running && ended === lockedOut && (attempts += 1) < maxChecks.lock) launched = null;
    else if (!running && ended !== null) break;
    await after(ended === lockedOut ? 10 * pause : pause);
  }
  const log = await readFile(logFile(directory), 'utf8').catch(() => '');
  const reasons = [...log.matchAll(/(?:FATAL|PANIC|DETAIL): +(.*?)\.?$/gm)].map(([, reason]) => reason);
  const locked = launched?.exitCode === lockedOut ? 'it is locked by a server that cannot be reached from here' : null;
  const reason = locked ?? (reasons.slice(-2).join('; ') || 'it did not become ready');
  throw new CommandError(
    `The database in the data directory ${directory} cannot be started (${reason}): see ${logFile(directory)}.`,
  );
}

/** A stopped server removes its postmaster.pid. */
async function untilStopped(cluster: string): Promise<void> {
  for (let looks = 0; looks < maxChecks.server; looks += 1) {
    const state = (await findServer(cluster))?.state;
    if (state === undefined || (state === 'ready' && looks > checksUntilStop)) return;
    await after(pause);
  }
}

/** Gives the server's user a log, and files that root has copied from a backup. */
async function takeOwnership(directory: string, owner: Owner | null): Promise<void> {
  const cluster = clusterFolder(directory);
  await writeFile(logFile(directory), '', { flag: 'a' });
  if (owner === null) return;
  await chown(logFile(directory), owner.uid, owner.gid);
  if ((await stat(cluster)).uid !== owner.uid) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster]);
}

async function start(directory: string, { folder, spawn }: Programs, settings: Settings): Promise<ChildProcess> {
  const cluster = clusterFolder(directory);
  const all = [...serverSettings, ...settings].flatMap((setting) => ['-c', setting]);
  const words = [logFile(directory), cluster, join(folder, 'postgres'), '-D', cluster, ...all];
  const users = await open(join(directory, 'users'), constants.O_RDONLY);
  const child = spawn(['sh', '-c', supervisor, 'sh', ...words], ['ignore', 'ignore', 'ignore', users.fd]);
  child.on('error', () => undefined).unref();
  await users.close();
  return child;
}

const logFile = (directory: string): string => join(directory, 'log');

/** A socket if its path is short enough, otherwise a free port and a password. */
async function chooseAddress(cluster: string): Promise<Settings> {
  const overSocket = Buffer.byteLength(`${cluster}/.s.PGSQL.5432`) <= longestSocket;
  return overSocket ? ['listen_addresses=', 'port=5432'] : ['listen_addresses=127.0.0.1', `port=${await freePort()}`];
}

async function addressOf(cluster: string, { port, overTcp }: RunningServer): Promise<Omit<EmbeddedServer, 'release'>> {
  const quoted = (path: string) => (/^[\w/.-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
  if (!overTcp) {
    const url = `postgresql://postgres@localhost:${port}/postgres?host=${encodeURIComponent(cluster)}`;
    return { url, psql: `psql -h ${quoted(cluster)} -U postgres` };
  }
  const file = passwordFile(cluster);
  const password = (await readFile(file, 'utf8')).trim().split(':').at(-1) ?? '';
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { url, psql: `PGPASSFILE=${quoted(file)} psql -h 127.0.0.1 -p ${port} -U postgres` };
}

/** Whether the server accepts connections, which it does not while it starts or stops. */
async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const code = isNativeError(error) && 'code' in error ? String(error.code) : '';
    if (/^(?:57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/.test(code)) return false;
    throw error;
  }
}

/** A TCP port of this machine that nothing uses. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
