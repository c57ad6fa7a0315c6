import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processCpu } from './cpu.mjs';
import { serverFolder } from './peers/process.mjs';

const program = join(serverFolder, 'bundle/catalogue.js');

/** How often the system is asked, in milliseconds: what it says of a process ends with it. */
const pause = 100;

/**
 * Runs a command of the server to its end. Answers seconds, its CPU seconds, the most memory that it had in MB, and what it
 * said.
 */
export async function measure(words, environment, undo) {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: serverFolder,
    env: { ...process.env, DATABASE_URL: undefined, DEMO: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  undo.add(() => child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (text) => (said[stream] = (said[stream] + text).slice(-2000)));
  const began = performance.now();
  let [cpu, megabytes] = [null, null];
  const watch = setInterval(async () => {
    cpu = processCpu(child.pid) ?? cpu;
    megabytes = (await memoryOf(child.pid)) ?? megabytes;
  }, pause);
  const [code] = await once(child, 'close').finally(() => clearInterval(watch));
  const seconds = (performance.now() - began) / 1000;
  if (code !== 0) throw new Error(`catalogue ${words.join(' ')} ended with ${code}: ${said.stderr.trim()}`);
  return { seconds, cpu: cpu && cpu / 1000, megabytes, said: said.stdout.trim().replace(/ to \S+\.$/, '.') };
}

async function memoryOf(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(text) ?? [];
  return kilobytes === undefined ? null : Math.round(kilobytes / 1024);
}
