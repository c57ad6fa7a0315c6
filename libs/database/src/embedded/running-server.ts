import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';

export interface RunningServer {
  readonly port: number;
  /** `starting`, `ready` or `stopping`. */
  readonly state: string;
  readonly overTcp: boolean;
}

/** The server of a cluster according to its postmaster.pid, perhaps in another container; null if none runs. */
export async function findServer(cluster: string): Promise<RunningServer | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port = '', , address = '', , state = ''] = text.split('\n').map((line) => line.trim());
  const runs = isServer(Number(pid), cluster) || (await isListening(join(cluster, `.s.PGSQL.${port}`)));
  return runs ? { port: Number(port), state, overTcp: address !== '' } : null;
}

/** Whether the process lives and, where the system shows it, works in the directory of the cluster. */
function isServer(pid: number, cluster: string): boolean {
  try {
    if (pid > 0) process.kill(pid, 0);
    else return false;
  } catch (error) {
    if (!(isNativeError(error) && 'code' in error && error.code === 'EPERM')) return false;
  }
  try {
    return process.platform !== 'linux' || readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // The process belongs to another user, or has just ended.
    return existsSync(`/proc/${pid}`);
  }
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(socket.destroy().destroyed));
    socket.on('error', () => resolve(false));
  });
}
