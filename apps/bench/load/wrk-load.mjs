import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('wrk.lua', import.meta.url));

export async function wrkLoad({ base, headers, requests, callers, seconds }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'requests');
    await writeFile(file, requests.map(({ path, etag = '' }) => `${path}\t${etag}\n`).join(''));
    const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const connections = ['-t', '1', '-c', String(callers), '-d', `${seconds}s`, '--timeout', '30s'];
    return resultOf(await run([...connections, ...given, '-s', script, base, '--', file]), base);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(args) {
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (status !== 0) throw new Error(`wrk ended with ${status}: ${output}`);
  return output;
}

function resultOf(output, base) {
  const result = JSON.parse(/^RESULT (.*)$/m.exec(output)[1]);
  if (result.failed > 0 || result.requests === 0) {
    throw new Error(`${base} failed ${result.failed} of ${result.requests} requests.`);
  }
  return result;
}
