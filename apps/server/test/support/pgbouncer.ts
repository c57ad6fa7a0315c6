import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './sockets.js';

/** Without the program those tests do not exist, and `npm test` says so at its end. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** What docs/operations/scale-out.md has an operator set at the role. */
export const roleParameters = [
  `statement_timeout = '5s'`,
  'jit = off',
  'max_parallel_workers_per_gather = 0',
  'random_page_cost = 1.1',
] as const;

/** It refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A PgBouncer of the test's own in transaction mode, in front of the server of a URL, with fewer connections than clients. */
export class PgBouncer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly target: URL,
  ) {}

  static async before(databaseUrl: string): Promise<PgBouncer> {
    const port = await freePort();
    const bouncer = new PgBouncer(await mkdtemp(join(tmpdir(), 'catalogue-pgbouncer-')), port, new URL(databaseUrl));
    await bouncer.start();
    return bouncer;
  }

  /** What the service is given as DATABASE_URL. */
  get url(): string {
    return this.urlOf('catalogue');
  }

  /** What keeps a connection for a client until it leaves. */
  get sessionUrl(): string {
    return this.urlOf('sessions');
  }

  private urlOf(name: string): string {
    return `postgresql://127.0.0.1:${this.port}/${name}?user=${this.target.username}&pgbouncer=true`;
  }

  async start(): Promise<void> {
    const { hostname, port, pathname, username, password } = this.target;
    const server = `host=${hostname} port=${port || 5432} dbname=${pathname.slice(1)} user=${username}`;
    const file = join(this.folder, 'pgbouncer.ini');
    const settings = [
      '[databases]',
      `catalogue = ${server}${password && ` password=${password}`}`,
      `sessions = ${server}${password && ` password=${password}`} pool_mode=session`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 3',
      // A server that refused a connection is asked again soon.
      'server_login_retry = 1',
    ];
    await writeFile(file, settings.join('\n'));
    spawnSync('chmod', ['-R', 'a+rX', this.folder]);
    const child = spawn('pgbouncer', [file], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.includes('process up')) return void child.stderr.resume();
    }
    throw new Error('pgbouncer did not start.');
  }

  /** At once: its connections break, those to the server as well. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
