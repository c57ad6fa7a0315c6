import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** The shell that npm puts between, as it was when this process began. */
const shell = process.ppid;

/** Runs a program of Node in a folder, passes signals on, and ends as it ends. */
export function runProgram(program, args, cwd) {
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], { cwd, stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; the child decides when it has stopped cleanly.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A signal to npm ends the shell that it puts between, and reaches nobody else.
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== shell && child.kill(), 250).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
