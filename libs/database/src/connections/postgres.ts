import { randomInt } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Bulkhead, type WaitingLimits, waitingLimits } from '@resource-catalogue/concurrency';
import { isPooled, databaseAddress, getSchema, type SynchronousCommit } from '@resource-catalogue/program';
import { migrationsFolder } from '../migrations-folder.js';
import { copyStatement } from '../bulk/copy.js';
import type { Database, Session } from '../database.js';
import { guardConnections } from './guard-connections.js';
import { migrate } from '../schema/migrate.js';
import { type Connections, findUnmet } from './preconditions.js';
import { type ReadSource, type Row, type Statement, statementNames } from './read-source.js';
import { Replicas, type ReplicaSettings } from './replicas.js';
import { requireFitness, unfitDatabase } from '../schema/require-fitness.js';
import { clientSettings, findMissingSettings, poolSettings, prepareAlone } from './session-settings.js';
import { PrismaService } from '../prisma.service.js';
import { findTriggerFault } from '../schema/triggers.js';

/** How long the service waits for the database, in milliseconds. */
export interface DatabaseTimeouts {
  /** ERR-5: a slower statement is canceled, and the response is 503. */
  readonly statement: number;
  /** ERR-6: a connection is closed if a response takes this long, which is longer than a statement may take. */
  readonly silence: number;
  readonly waiting: WaitingLimits;
}

export const databaseTimeouts: DatabaseTimeouts = { statement: 5000, silence: 7000, waiting: waitingLimits };

/**
 * ERR-6: a collection, or all writes together, may take another connection while it holds fewer than are free: at most
 * four, which is enough for the few cores of a service. The remaining connections are for tokens and readiness.
 */
const connections = { shared: 8, others: 2 };

/**
 * Prisma writes a different text for each number of values in a list, so the number of prepared statements is
 * limited.
 */
const preparedWrites = 200;

interface ReplicaUrls extends ReplicaSettings {
  readonly urls: readonly string[];
}

export interface PostgresSettings {
  /** The server's own address if `databaseUrl` is that of a pooler. */
  readonly directUrl?: string | null;
  readonly replicas?: ReplicaUrls;
  readonly synchronousCommit?: SynchronousCommit;
}

/** Connects to a PostgreSQL server and migrates its database. */
export async function connectPostgres(
  databaseUrl: string,
  timeouts = databaseTimeouts,
  settings: PostgresSettings = {},
): Promise<Database> {
  const directUrl = settings.directUrl ?? databaseUrl;
  const { synchronousCommit = 'on' } = settings;
  await migratePostgres(directUrl, synchronousCommit);
  const { pool, bulkhead, source } = openPool(databaseUrl, timeouts, synchronousCommit);
  await requirePreconditions(pool, { databaseUrl, source, statement: timeouts.statement, synchronousCommit });
  const names = statementNames('prisma', isPooled(databaseUrl) ? 0 : preparedWrites);
  const adapter = new PrismaPg(pool, {
    schema: getSchema(databaseUrl),
    statementNameGenerator: ({ sql }) => names(sql),
  });
  // Other formats quote sources, for which each call stores a stack trace.
  const prisma = new PrismaService(adapter);
  const replicas = settings.replicas?.urls.length ? await openReplicas(source, timeouts, settings.replicas) : null;
  let closed: Promise<void> | undefined;
  const close = async () => {
    await replicas?.close();
    await prisma.$disconnect();
    await pool.end();
  };
  return {
    prisma,
    source,
    reads: replicas?.source ?? source,
    writing: (work) => bulkhead.run('writing transactions', work),
    exec: async (script) => void (await pool.query(script)),
    session: (work) =>
      withoutLimits(directUrl, synchronousCommit, async (client) => {
        // Work on whole tables sorts and joins more than a page does.
        await client.query(`SET work_mem = '64MB'; SET temp_buffers = '64MB'`);
        return work(sessionOn(client));
      }),
    psql: null,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closed ??= close()),
  };
}

function openPool(databaseUrl: string, timeouts: DatabaseTimeouts, synchronousCommit: SynchronousCommit) {
  const pool = new pg.Pool({
    ...poolSettings(databaseUrl, timeouts.statement, synchronousCommit),
    max: connections.shared + connections.others,
  });
  guardConnections(pool, timeouts.silence);
  const bulkhead = new Bulkhead((ofKind, inTotal) => ofKind < connections.shared - inTotal, timeouts.waiting);
  return { pool, bulkhead, source: poolSource(pool, bulkhead, isPooled(databaseUrl) ? unnamed : same) };
}

async function requirePreconditions(pool: pg.Pool, connections: Connections): Promise<void> {
  try {
    const unmet = await findUnmet(connections);
    if (unmet !== null) throw new Error(unmet);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Each process starts with another replica, so that several processes use all of them. */
async function openReplicas(primary: ReadSource, timeouts: DatabaseTimeouts, settings: ReplicaUrls) {
  const { urls } = settings;
  const first = randomInt(urls.length);
  const servers = [...urls.slice(first), ...urls.slice(0, first)].map((url) => {
    const { pool, source } = openPool(url, timeouts, 'on');
    const findFault = () => findUnmet({ databaseUrl: url, source, statement: timeouts.statement });
    return { address: databaseAddress(url), findFault, pool, source };
  });
  const replicas = new Replicas(primary, servers, settings);
  await replicas.start();
  return {
    source: replicas.source,
    close: async () => {
      replicas.close();
      await Promise.all(servers.map(({ pool }) => pool.end()));
    },
  };
}

function migratePostgres(databaseUrl: string, synchronousCommit: SynchronousCommit): Promise<void> {
  return withoutLimits(databaseUrl, synchronousCommit, async (client) => {
    await requireFitness(client, databaseUrl);
    const missing = await findMissingSettings({ databaseUrl, source: sessionOn(client) });
    if (missing !== null) throw new Error(missing);
    const query = async (text: string, values: readonly string[]) =>
      (await client.query<Record<string, unknown>>(text, [...values])).rows;
    await migrate({ query, exec: (script) => client.query(script) }, migrationsFolder);
    const fault = await findTriggerFault(client);
    if (fault !== null) throw unfitDatabase(databaseUrl, fault);
  });
}

/** Does long work without time limits on its own connection, whose end also releases a remaining lock. */
async function withoutLimits<T>(
  databaseUrl: string,
  synchronousCommit: SynchronousCommit,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientSettings(databaseUrl, synchronousCommit));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await prepareAlone(client, databaseUrl, synchronousCommit);
    return await work(client);
  } finally {
    await client.end();
  }
}

function sessionOn(client: pg.Client): Session {
  return {
    query: (statement, values = []) => read(client, statement, values),
    exec: async (script) => void (await client.query(script)),
    append: (table, columns, rows) =>
      pipeline(Readable.from([rows]), client.query(copyFrom(copyStatement(table, columns, 'STDIN')))),
    transaction: (work) => transaction(client, 'BEGIN', () => work(sessionOn(client))),
  };
}

const same = <T>(value: T): T => value;
const unnamed = ({ text }: Statement): Statement => ({ text });
const asText = { getTypeParser: () => same };

/** Reads over a pool of connections, shared out among the collections. */
function poolSource(pool: pg.Pool, bulkhead: Bulkhead, prepare: (statement: Statement) => Statement): ReadSource {
  const inTurn = <T>(collection: string | undefined, work: () => Promise<T>): Promise<T> =>
    collection === undefined ? work() : bulkhead.run(collection, work);
  const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
  return {
    query: (statement, values) => inTurn(statement.collection, () => read(pool, prepare(statement), values)),
    snapshot: (work, collection) =>
      inTurn(collection, () =>
        lendConnection(pool, (client) => transaction(client, begin, () => work(clientSource(client, prepare)))),
      ),
  };
}

async function lendConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  return work(client).finally(() => client.release());
}

function clientSource(client: pg.PoolClient, prepare: (statement: Statement) => Statement): ReadSource {
  let last: Promise<unknown> = Promise.resolve();
  const source: ReadSource = {
    // A connection runs one statement at a time, and the driver expects callers to queue the others.
    query(statement, values) {
      const response = last.then(() => read(client, prepare(statement), values));
      last = response.catch(() => undefined);
      return response;
    },
    snapshot: (work) => work(source),
  };
  return source;
}

async function read(on: pg.Pool | pg.ClientBase, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
  const { name, text } = statement;
  const query = { text, values: [...values], rowMode: 'array' as const, types: asText };
  const { rows } = await on.query<(string | null)[]>(name === undefined ? query : { ...query, name });
  return rows;
}

/**
 * Runs the work between the opening statement and a COMMIT or ROLLBACK. A connection that cannot even roll back is
 * closed. If the connection broke between two statements, its error is more useful than that of the next statement.
 */
async function transaction<T>(client: pg.Client, opening: string, work: () => Promise<T>): Promise<T> {
  let broken: Error | undefined;
  const noteBroken = (error: Error) => void (broken ??= error);
  client.on('error', noteBroken);
  try {
    await client.query(opening);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    const first = broken ?? error;
    await client.query('ROLLBACK').catch(() => client.end());
    throw first;
  } finally {
    client.off('error', noteBroken);
  }
}
