import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { peakMemory, processCpu } from './cpu.mjs';
import { serverFolder } from './peers/process.mjs';

const program = join(serverFolder, 'bundle/catalogue.js');

/** Milliseconds between samples: the system forgets the figures of a process when it exits. */
const pause = 100;

/** Runs a command of the server and returns its seconds, CPU seconds, peak memory in MB and output. */
export async function measure(words, environment, undo) {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: serverFolder,
    env: { ...process.env, DATABASE_URL: undefined, DEMO: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  undo.add(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (text) => (output[stream] = (output[stream] + text).slice(-2000)));
  const began = performance.now();
  let [cpu, megabytes] = [null, null];
  const watch = setInterval(() => {
    cpu = processCpu(child.pid) ?? cpu;
    megabytes = peakMemory(child.pid) ?? megabytes;
  }, pause);
  const [code] = await once(child, 'close').finally(() => clearInterval(watch));
  const seconds = (performance.now() - began) / 1000;
  if (code !== 0) throw new Error(`catalogue ${words.join(' ')} exited with code ${code}: ${output.stderr.trim()}`);
  return { seconds, cpu: cpu && cpu / 1000, megabytes, output: output.stdout.trim().replace(/ to \S+\.$/, '.') };
}
