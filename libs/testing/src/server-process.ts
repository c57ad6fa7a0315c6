import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Whether a program is installed. Otherwise tests that need it are skipped, and the full run lists them. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** The user for servers that refuse to run as root; null if the tests do not run as root. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

interface Program {
  readonly name: string;
  /** The output in which the server reports that it is ready, and the pattern of that message. */
  readonly output: 'stdout' | 'stderr';
  readonly ready: string;
  readonly owner?: typeof unprivileged;
}

/** The test's own server process, which can be stopped and restarted. */
export class ServerProcess {
  private child: ChildProcess | undefined;

  constructor(private readonly program: Program) {}

  async start(args: readonly string[]): Promise<void> {
    const { name, output, ready, owner } = this.program;
    const [stdout, stderr] = output === 'stdout' ? (['pipe', 'inherit'] as const) : (['ignore', 'pipe'] as const);
    const child = spawn(name, args, { ...owner, stdio: ['ignore', stdout, stderr] });
    this.child = child;
    const stream = child[output];
    if (!stream) throw new Error(`${name} has no ${output}.`);
    for await (const line of createInterface({ input: stream })) {
      if (line.includes(ready)) return void stream.resume();
    }
    throw new Error(`${name} did not start.`);
  }

  /** Kills it at once, with all its connections. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }
}
