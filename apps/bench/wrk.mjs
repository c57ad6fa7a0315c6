import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('wrk.lua', import.meta.url));

/** Sends requests in turn over that many connections for that many seconds. */
export async function load({ base, headers, requests, callers, seconds }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'requests');
    await writeFile(file, requests.map(({ path, etag = '' }) => `${path}\t${etag}\n`).join(''));
    const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const connections = ['-t', '1', '-c', String(callers), '-d', `${seconds}s`, '--timeout', '30s'];
    const output = await wrk([...connections, ...given, '-s', script, base, '--', file]);
    const result = JSON.parse(/^RESULT (.*)$/m.exec(output)[1]);
    if (result.failed === 0 && result.requests > 0) return result;
    throw new Error(`${result.failed} of ${result.requests} requests to ${base} failed.`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function wrk(args) {
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  const output = await text(child.stdout);
  const status = await ended;
  if (status instanceof Error)
    throw new Error(`Could not run wrk (${status.message}). Install it, for instance with apt install wrk.`);
  if (status !== 0) throw new Error(`wrk exited with code ${status}: ${output}`);
  return output;
}
