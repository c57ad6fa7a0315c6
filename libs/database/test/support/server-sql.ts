import pg from 'pg';
import { until } from '@resource-catalogue/testing/until';
import type { Database } from '../../src/database.js';
import type { TestDatabase } from './databases.js';

/** Runs statements on a separate connection, as an operator would. */
export async function runOn(databaseUrl: string, ...statements: readonly string[]): Promise<void> {
  const client = await connected(databaseUrl);
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs a script on the database of a test without the time limit of the service's statements. */
export const fill = ({ location }: TestDatabase, script: string): Promise<void> => runOn(location.databaseUrl, script);

/** Holds the locks of a statement on a separate connection while the work runs. */
export async function whileHeld<T>(databaseUrl: string, lock: string, work: () => Promise<T>): Promise<T> {
  const client = await connected(databaseUrl);
  try {
    await client.query('BEGIN');
    await client.query(lock);
    return await work();
  } finally {
    await client.end();
  }
}

/**
 * Waits until the given number of other sessions match a condition on pg_stat_activity. Fails if the work that should
 * bring them there ends first.
 */
export function untilSessions(
  { source }: Pick<Database, 'source'>,
  condition: string,
  work: Promise<unknown>,
  many = 1,
): Promise<void> {
  return until(async () => Number(await sessions(source, condition)) >= many, work);
}

/** Waits until a session of the server waits for a lock. Fails if the work that should need it ends first. */
export async function untilBlocked(databaseUrl: string, work: Promise<unknown>): Promise<void> {
  const client = await connected(databaseUrl);
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
  try {
    await until(async () => (await client.query(waiting)).rowCount !== 0, work);
  } finally {
    await client.end();
  }
}

/** Waits until no other session matches the condition. */
export function untilNoSession({ source }: Pick<Database, 'source'>, condition: string): Promise<void> {
  return until(async () => (await sessions(source, condition)) === '0');
}

async function sessions(source: Database['source'], condition: string): Promise<string | null | undefined> {
  const text = `SELECT count(*)::text FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`;
  return (await source.query({ text }, []))[0]?.[0];
}

async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}
