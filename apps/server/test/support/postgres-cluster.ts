import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectPostgres } from '@resource-catalogue/database';
import { seedDatabase } from '@resource-catalogue/demo';
import { unprivileged } from '@resource-catalogue/testing/server-process';
import { freePort } from '@resource-catalogue/testing/sockets';
import { until } from '@resource-catalogue/testing/until';

const debianFolder = '/usr/lib/postgresql';

/**
 * The directory of the newest PostgreSQL programs; null if there is none, or if tests use only the embedded
 * database.
 */
export const postgresPrograms: string | null = findPrograms();

function findPrograms(): string | null {
  const pgConfig = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), (pgConfig.stdout ?? '').trim()];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Settings for a small and fast server. */
const settings = [
  'fsync=off',
  'shared_buffers=16MB',
  'max_connections=60',
  'wal_retrieve_retry_interval=100ms',
  'wal_level=logical',
];

const demo = { bookings: 100, seed: 7, at: new Date('2026-03-01T12:00:00.000Z'), rare: true };

/** A PostgreSQL server on a free port, a primary or a standby. */
export class PostgresCluster {
  private constructor(
    readonly folder: string,
    readonly port: number,
  ) {}

  /** A server with a database `catalogue`, which has a small catalogue. */
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

  /** Crashes and starts again as a standby of the other server, with the log that it has. */
  async follow(server: PostgresCluster): Promise<void> {
    const connection = `host=127.0.0.1 port=${server.port} user=postgres`;
    await this.query('postgres', `ALTER SYSTEM SET primary_conninfo = '${connection}'`);
    await this.stop();
    const signal = join(this.data, 'standby.signal');
    await writeFile(signal, '');
    if (unprivileged) await chown(signal, unprivileged.uid, unprivileged.gid);
    await this.start();
  }

  private static async at(parent = tmpdir()): Promise<PostgresCluster> {
    const folder = await mkdtemp(join(parent, 'catalogue-postgres-'));
    if (unprivileged) await chown(folder, unprivileged.uid, unprivileged.gid);
    return new PostgresCluster(folder, await freePort());
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

  /** Stops like a crash. */
  stop(): Promise<void> {
    return this.run('pg_ctl', '-D', this.data, '-w', '-m', 'immediate', 'stop');
  }

  promote(): Promise<void> {
    return this.run('pg_ctl', '-D', this.data, '-w', 'promote');
  }

  /** Stops responding, with its connections open. */
  pause(): Promise<void> {
    return this.signal('SIGSTOP');
  }

  resume(): Promise<void> {
    return this.signal('SIGCONT');
  }

  /** Keeps the end of its log in memory: only sessions that wait for their commits write it from now on. */
  async holdLog(): Promise<void> {
    await this.configure({ bgwriter_lru_maxpages: '0', autovacuum: 'off' });
    process.kill(await this.logWriter(), 'SIGSTOP');
  }

  /** Kills a process, so that the server ends all others and recovers. Resolves once it accepts connections again. */
  async crash(): Promise<void> {
    const lost = await this.logWriter();
    process.kill(lost, 'SIGKILL');
    await until(async () => (await this.logWriter().catch(() => lost)) !== lost);
  }

  async query(database: string, text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    // The query fails anyway if the server ends the connection.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await this.resume().catch(() => undefined);
    await this.stop().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async configure(parameters: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(parameters))
      await this.query('postgres', `ALTER SYSTEM SET ${name} = ${value}`);
    await this.query('postgres', 'SELECT pg_reload_conf()');
  }

  /** The id of the process that writes the log for sessions that do not wait. */
  private async logWriter(): Promise<number> {
    const text = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'`;
    const [found] = await this.query('postgres', text);
    if (!found) throw new Error('The server has no process that writes its log.');
    return Number(found['pid']);
  }

  private async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const [postmaster = ''] = (await readFile(join(this.data, 'postmaster.pid'), 'utf8')).split('\n');
    // Pause the parent process first, so that it cannot start another process.
    process.kill(Number(postmaster), signal);
    spawnSync('pkill', [signal.replace('SIG', '-'), '-P', postmaster]);
  }

  private async run(program: string, ...args: readonly string[]): Promise<void> {
    const child = spawn(join(postgresPrograms ?? '', program), args, {
      ...unprivileged,
      cwd: this.folder,
      // The server would hold a pipe open.
      stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'inherit'],
    });
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}.`);
  }
}
