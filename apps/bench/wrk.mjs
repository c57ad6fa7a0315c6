import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('wrk.lua', import.meta.url));

/** Sends requests in turn over that many connections for that many seconds. */
export async function load({ base, headers, requests, callers, seconds }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'requests');
    await writeFile(file, requests.map(({ path, etag = '' }) => `${path}\t${etag}\n`).join(''));
    const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const connections = ['-t', '1', '-c', String(callers), '-d', `${seconds}s`, '--timeout', '30s'];
    const { stdout } = await promisify(execFile)('wrk', [...connections, ...given, '-s', script, base, '--', file]);
    const result = JSON.parse(/^RESULT (.*)$/m.exec(stdout)[1]);
    if (result.failed === 0 && result.requests > 0) return result;
    throw new Error(`Load on ${base} failed: ${result.failed} errors, ${result.requests} responses in ${seconds} s.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
