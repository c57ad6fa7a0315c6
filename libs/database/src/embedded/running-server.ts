import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';

export interface RunningServer {
  readonly port: number;
  /** `starting`, `ready` or `stopping`. */
  readonly state: string;
  readonly overTcp: boolean;
}

/** The server of a cluster according to its postmaster.pid; null if none runs. */
export async function findServer(cluster: string): Promise<RunningServer | null> {
  const [pid = 0, , , port, , address = '', , state = 'starting'] = await readLock(join(cluster, 'postmaster.pid'));
  return isServer(Number(pid), cluster) ? { port: Number(port), state, overTcp: address !== '' } : null;
}

/**
 * Removes locks of a server that was killed and whose process id another program has now, as happens in containers:
 * PostgreSQL would respect them.
 */
export async function removeStaleLocks(cluster: string): Promise<void> {
  for (const path of ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(cluster, name))) {
    const [pid = 0] = await readLock(path);
    if (isAlive(Number(pid)) && !isServer(Number(pid), cluster)) await rm(path, { force: true });
  }
}

async function readLock(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text === '' ? [] : text.split('\n').map((line) => line.trim());
}

/** Whether the process lives and, where the system shows it, works in the directory of the cluster. */
function isServer(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    return process.platform !== 'linux' || readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // Of another user, or just ended.
    return existsSync(`/proc/${pid}`);
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return isNativeError(error) && 'code' in error && error.code === 'EPERM';
  }
}
