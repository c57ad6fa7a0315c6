import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { usageOf } from './cpu.mjs';

export const serverFolder = fileURLToPath(new URL('../server', import.meta.url));

const maxStartTime = 60_000;

/** Only the variables that programs of the service need, so that the caller's settings have no effect. */
export function serviceEnvironment(variables) {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', DEMO: 'off', ...variables };
}

/**
 * Starts a program that listens on the port in its environment, as the leader of a new session, and waits until `path`
 * responds; `seconds` is how long that took.
 */
export async function start([program, ...args], environment, undo, path = '/') {
  const port = String(await freePort());
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: serverFolder,
    env: environment(port),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (output = (output + chunk).slice(-2000)));
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (isRunning()) process.kill(-child.pid);
    await ended;
  };
  undo.add(stop);
  const base = `http://127.0.0.1:${port}`;
  while (isRunning() && performance.now() < began + maxStartTime) {
    const response = await fetch(base + path).catch(() => null);
    await response?.arrayBuffer();
    const seconds = (performance.now() - began) / 1000;
    if (response && response.status < 500) return { base, pid: child.pid, stop, seconds };
    await sleep(10);
  }
  throw new Error(`${program} ${args.join(' ')} did not start: ${output.trim()}`);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  await once(probe.close(), 'close');
  return port;
}

/** Milliseconds between samples: the system forgets the figures of a process when it exits. */
const pause = 100;

/** Runs a command of the service and returns its seconds, CPU seconds, peak memory in MB and first sentence. */
export async function runCommand(words, variables, undo) {
  const options = { cwd: serverFolder, env: serviceEnvironment(variables) };
  const began = performance.now();
  const running = promisify(execFile)(process.execPath, ['bundle/catalogue.js', ...words], options);
  const { child } = running;
  undo.add(() => child.kill('SIGKILL'));
  let usage = null;
  const watch = setInterval(() => (usage = usageOf(child.pid) ?? usage), pause);
  const { stdout } = await running.finally(() => clearInterval(watch));
  return {
    seconds: (performance.now() - began) / 1000,
    ...usage,
    output: /^(.*?)(?: to \S+)?\.(?: |$)/m.exec(stdout)?.[1],
  };
}
