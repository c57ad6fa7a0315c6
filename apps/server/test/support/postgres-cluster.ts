import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectPostgres } from '@resource-catalogue/database';
import { seedDatabase } from '@resource-catalogue/demo';
import { databaseKinds } from '@resource-catalogue/testing/database-kinds';
import { unprivileged } from '@resource-catalogue/testing/server-process';
import { freePort } from '@resource-catalogue/testing/sockets';

const debianFolder = '/usr/lib/postgresql';

/**
 * Where the programs of the newest PostgreSQL are. Null where they are not, and where tests run on the embedded database
 * alone: then the tests that start a server do not exist, and `npm test` says so at its end.
 */
export const postgresPrograms: string | null = databaseKinds.includes('postgres') ? findPrograms() : null;

function findPrograms(): string | null {
  const said = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), (said.stdout ?? '').trim()];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb'))) ?? null;
}

/** As fast as it can be, and small. */
const settings = ['fsync=off', 'shared_buffers=16MB', 'max_connections=60', 'wal_retrieve_retry_interval=100ms'];

const demo = { bookings: 100, seed: 7, at: new Date('2026-03-01T12:00:00.000Z') };

/** A PostgreSQL server of the test's own on a free port, a primary or a standby of another one. */
export class PostgresCluster {
  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** A server that has one more database, `catalogue`, with a small demonstration catalogue. */
  static async primary(parent = tmpdir()): Promise<PostgresCluster> {
    const cluster = await PostgresCluster.at(parent);
    const words = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N', '--wal-segsize=1'];
    await cluster.run('initdb', '-D', cluster.data, ...words);
    await cluster.start();
    await cluster.query('postgres', 'CREATE DATABASE catalogue');
    const database = await connectPostgres(cluster.url('catalogue'));
    await seedDatabase(database, demo, () => undefined);
    await database.close();
    return cluster;
  }

  async standby(): Promise<PostgresCluster> {
    const cluster = await PostgresCluster.at();
    await cluster.run('pg_basebackup', '-d', this.url('postgres'), '-D', cluster.data, '-R', '-c', 'fast', '-N');
    await cluster.start();
    return cluster;
  }

  private static async at(parent = tmpdir()): Promise<PostgresCluster> {
    const folder = await mkdtemp(join(parent, 'catalogue-postgres-'));
    if (unprivileged) await chown(folder, unprivileged.uid, unprivileged.gid);
    const port = await freePort();
    return new PostgresCluster(folder, port);
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  url(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/${database}`;
  }

  start(): Promise<void> {
    const options = [...settings, `unix_socket_directories=${this.folder}`, 'listen_addresses=127.0.0.1'];
    const words = [...options.flatMap((option) => ['-c', option]), '-p', String(this.port)].join(' ');
    return this.run('pg_ctl', '-D', this.data, '-w', '-l', join(this.folder, 'log'), '-o', words, 'start');
  }

  /** As a crash ends it. */
  stop(): Promise<void> {
    return this.run('pg_ctl', '-D', this.data, '-w', '-m', 'immediate', 'stop');
  }

  promote(): Promise<void> {
    return this.run('pg_ctl', '-D', this.data, '-w', 'promote');
  }

  /** Nothing of it answers, and no connection ends. */
  pause(): Promise<void> {
    return this.signal('SIGSTOP');
  }

  goOn(): Promise<void> {
    return this.signal('SIGCONT');
  }

  async query(database: string, text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await this.goOn().catch(() => undefined);
    await this.stop().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const { stdout } = await promisify(execFile)('head', ['-n', '1', join(this.data, 'postmaster.pid')]);
    const postmaster = Number(stdout);
    // First the one that starts others: one that it had started since they were listed would go on answering.
    process.kill(postmaster, signal);
    const { stdout: children } = await promisify(execFile)('pgrep', ['-P', String(postmaster)]);
    for (const id of children.split('\n').filter(Boolean).map(Number)) signalIfThere(id, signal);
  }

  private async run(program: string, ...args: readonly string[]): Promise<void> {
    const child = spawn(join(postgresPrograms ?? '', program), args, {
      ...unprivileged,
      cwd: this.folder,
      // The server would keep a pipe open.
      stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'inherit'],
    });
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}.`);
  }
}

/** A process that serves a connection may have ended since it was listed. */
function signalIfThere(id: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
