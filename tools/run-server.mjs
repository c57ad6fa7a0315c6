import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { root } from './workspace.mjs';

/** Builds, then runs a program of the server, and ends as it ends. */
export async function runServer(program, args) {
  const shell = process.ppid;
  await build();
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'apps/server/dist', program), ...args], {
    // npm goes to the workspace for its scripts, too: DATA_DIR means the same folder, however this was called.
    cwd: root,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to both; the child decides when it has stopped cleanly.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A signal to npm ends the shell that it puts between, and reaches nobody else.
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== shell && child.kill(), 250).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
