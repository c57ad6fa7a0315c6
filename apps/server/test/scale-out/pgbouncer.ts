import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, ServerProcess, unprivileged } from '@resource-catalogue/testing/server-process';
import { freePort } from '@resource-catalogue/testing/sockets';

export const hasPgBouncer = isInstalled('pgbouncer');

/** The role parameters that the guide prescribes. */
const guide = readFileSync(new URL('../../../../docs/operations/scale-out.md', import.meta.url), 'utf8');
export const roleParameters = [...guide.matchAll(/^ALTER ROLE catalogue IN DATABASE catalogue SET (.*);$/gm)].map(
  ([, parameter = '']) => parameter,
);

/** A PgBouncer in transaction mode in front of the server of a URL, with fewer connections than clients. */
export class PgBouncer {
  private readonly server = new ServerProcess({
    name: 'pgbouncer',
    output: 'stderr',
    ready: 'process up',
    owner: unprivileged,
  });

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

  /** A URL of the pool `catalogue`, or of `sessions`, where a client holds one connection until it disconnects. */
  url(pool: 'catalogue' | 'sessions'): string {
    return `postgresql://127.0.0.1:${this.port}/${pool}?user=${this.target.username}&pgbouncer=true`;
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
      // Reconnect soon to a server that refused a connection.
      'server_login_retry = 1',
    ];
    await writeFile(file, settings.join('\n'));
    spawnSync('chmod', ['-R', 'a+rX', this.folder]);
    await this.server.start([file]);
  }

  /** Stops at once: all connections break, including those to the server. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
