import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { PrismaPg } from '@prisma/adapter-pg';
import { migrationsFolder, PrismaClient } from '@resource-catalogue/prisma';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { analyseStatement, copyStatement } from './copy.js';
import type { CopyText, Database } from './database.js';
import { migrate } from './migrate.js';
import { poolSource } from './pool-source.js';
import { statementNames } from './statement-names.js';
import { transaction } from './transaction.js';

/** What a URL's own parameters may change. Times are read as text, so their form must not depend on the server's settings. */
const session = {
  application_name: 'resource-catalogue',
  // Compiling a plan takes longer than any page may: a page reads few rows, however large the table.
  options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
  connectionTimeoutMillis: 5000,
};

/** ERR-5: a statement beyond this is given up and answered with 503. */
const statementTimeout = 5000;

/** More connections were slower than these on the few cores that a service has. */
const connections = 4;

/** Prisma makes a new text for each number of values in a list, so only so many are prepared. */
const preparedWrites = 200;

/** Connects to a PostgreSQL server and brings its database up to date. */
export async function connectPostgres(databaseUrl: string): Promise<Database> {
  await migratePostgres(databaseUrl);
  const pool = new pg.Pool({
    ...session,
    statement_timeout: statementTimeout,
    connectionString: databaseUrl,
    max: connections,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  const names = statementNames('prisma', preparedWrites);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => names(sql) }) });
  let closed: Promise<void> | undefined;
  const close = async () => {
    await prisma.$disconnect();
    await pool.end();
  };
  return {
    kind: 'postgres',
    prisma,
    source: poolSource(pool),
    exec: async (script) => void (await pool.query(script)),
    copying: (work) => transaction(pool, 'BEGIN; SET LOCAL statement_timeout = 0', (client) => work(copyTo(client))),
    close: () => (closed ??= close()),
  };
}

/** Migrations take what time they need, on a connection of their own whose end also ends a lock that was left. */
async function migratePostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ ...session, connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const query = async (text: string, values: readonly string[]) =>
      (await client.query<Record<string, unknown>>(text, [...values])).rows;
    await migrate({ query, exec: (script) => client.query(script) }, migrationsFolder);
  } finally {
    await client.end();
  }
}

const copyTo =
  (client: pg.PoolClient): CopyText =>
  async (table, columns, chunks) => {
    await pipeline(Readable.from(chunks), client.query(copyFrom(copyStatement(table, columns, 'STDIN'))));
    await client.query(analyseStatement(table));
  };
