import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { connected } from '../database.mjs';
import { processCpu } from '../measure/cpu.mjs';
import { serverFolder } from '../peers/process.mjs';

const program = join(serverFolder, 'bundle/catalogue.js');

/** How often the system is asked, in milliseconds: what it says of a process ends with it. */
const pause = 100;

/**
 * Runs a command of the server to its end. Answers seconds, CPU seconds of the command and of its connections, the most
 * memory of the command in MB, the load of the machine at the end, and what the command said. `databaseUrl` is null
 * where it has no connections.
 */
export async function measure(words, environment, databaseUrl, undo) {
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
  const ended = once(child, 'close');
  const used = await watch(child, ended, databaseUrl);
  const seconds = (performance.now() - began) / 1000;
  const [code] = await ended;
  if (code !== 0) throw new Error(`catalogue ${words.join(' ')} ended with ${code}: ${said.stderr.trim()}`);
  return { seconds, ...used, load: loadavg()[0], said: said.stdout.trim().replace(/ to \S+\.$/, '.') };
}

function watch(child, ended, databaseUrl) {
  const watching = async (client) => {
    const database = databaseUrl && new URL(databaseUrl).pathname.slice(1);
    const backends = new Map();
    let [cpu, megabytes, running] = [0, 0, true];
    void ended.finally(() => (running = false)).catch(() => undefined);
    while (running) {
      cpu = processCpu(child.pid) ?? cpu;
      megabytes = (await memoryOf(child.pid)) ?? megabytes;
      for (const pid of client ? await backendsOf(client, database) : []) {
        const taken = processCpu(pid);
        if (taken !== null) backends.set(pid, taken);
      }
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, pause))]);
    }
    const databaseCpu =
      backends.size === 0 ? null : [...backends.values()].reduce((sum, taken) => sum + taken, 0) / 1000;
    return { cpu: cpu / 1000, databaseCpu, megabytes };
  };
  return databaseUrl === null ? watching(null) : connected(databaseUrl, watching);
}

async function backendsOf(client, database) {
  const text = 'SELECT pid FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()';
  return (await client.query(text, [database])).rows.map(({ pid }) => pid);
}

async function memoryOf(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(text) ?? [];
  return kilobytes === undefined ? null : Math.round(kilobytes / 1024);
}
