import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { urlOf } from '../database.mjs';

export const serverFolder = fileURLToPath(new URL('../../server', import.meta.url));

const maxStartTime = 60_000;

/** Starts a program that listens on PORT, as the leader of a new session, and waits until `path` responds. */
export async function start(program, args, { environment, undo, path = '/' }) {
  const port = String(await freePort());
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
  const begin = performance.now();
  while (isRunning() && performance.now() < begin + maxStartTime) {
    const response = await fetch(base + path).catch(() => null);
    await response?.arrayBuffer();
    if (response && response.status < 500) return { base, pid: child.pid, stop };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${program} ${args.join(' ')} did not start: ${output.trim()}`);
}

/** Starts a server of the bench on the database; `id` marks its connections in PostgreSQL. */
export const startOwn = (args, { databaseUrl, id, variables, ...options }) =>
  start(process.execPath, args, {
    ...options,
    environment: (PORT) => ({
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(databaseUrl, id),
      PORT,
      ...variables,
    }),
  });

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
