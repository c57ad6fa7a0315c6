import type pg from 'pg';
import { isPooled, getSchema, type SynchronousCommit } from '@resource-catalogue/program';
import { quoteIdentifier } from '../bulk/copy.js';
import type { ReadSource } from './read-source.js';

export type Settings = Readonly<Record<string, string>>;

/** Times are read as text, so their format must not depend on the server. */
const forms: Settings = { timezone: 'UTC', datestyle: 'ISO' };

/** The meaning of texts and statements must not depend on settings of the role, the database or the server. */
const meanings: Settings = {
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  quote_all_identifiers: 'off',
  default_transaction_isolation: 'read committed',
};

const planning: Settings = {
  // A page reads few rows, however large the table: compiling its plan or starting workers takes longer than reading
  // them, and they are in memory or on a disk with fast random access.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
};

/** For a bitmap of a million rows among ten million: if it does not fit, PostgreSQL reads rows that it does not need. */
const memory: Settings = { work_mem: '64MB' };

/** Lets the server detect within a minute that a client's machine or network is gone, and release its locks. */
const liveness: Settings = {
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '60000',
};

/** Milliseconds: ends the session of a suspended program, whose transaction would block writes. */
const suspension = { idle_in_transaction_session_timeout: 15_000 };

/** For all connections. The client's own probes detect a server that is gone. */
const anySession = {
  application_name: 'resource-catalogue',
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Confirmed writes survive a crash of the server unless the operator decides otherwise. */
export const durability = (synchronousCommit: SynchronousCommit): Settings => ({
  synchronous_commit: synchronousCommit,
});

/** Only names of the configured schema are visible, not those of a schema named after the user. */
const path = (databaseUrl: string): Settings => ({ search_path: quoteIdentifier(getSchema(databaseUrl)) });

/** URL parameters may change limits, planning and memory, but not what statements mean. */
function direct(databaseUrl: string, synchronousCommit: SynchronousCommit): pg.ClientConfig {
  const options = [
    ...toOptions({ ...planning, ...memory, ...liveness }),
    ...new URL(databaseUrl).searchParams.getAll('options'),
    ...toOptions({ ...forms, ...meanings, ...durability(synchronousCommit), ...path(databaseUrl) }),
  ];
  // The driver would prefer `options` of the URL. The rest stays as written: the driver accepts what `URL` encodes.
  const connectionString = databaseUrl.replace(/(?<=[?&])options=[^&]*/g, '');
  return { ...anySession, ...suspension, connectionString, options: options.join(' ') };
}

const toOptions = (settings: Settings): string[] =>
  Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`);

const set = async (client: pg.ClientBase, settings: Settings): Promise<void> =>
  void (await client.query('SELECT set_config(key, value, false) FROM json_each_text($1)', [JSON.stringify(settings)]));

/**
 * PgBouncer accepts no `options`. It restores settings that a client has changed wherever it sends the client's
 * statements. The pool waits for `onConnect`, although its types do not say so.
 */
const pooled = (databaseUrl: string) => ({
  ...anySession,
  connectionString: databaseUrl,
  onConnect: (client: pg.ClientBase) => set(client, forms),
});

/** Connection settings of a pool whose statements may take this many milliseconds. */
export const poolSettings = (
  databaseUrl: string,
  statement: number,
  synchronousCommit: SynchronousCommit,
): pg.PoolConfig =>
  isPooled(databaseUrl)
    ? pooled(databaseUrl)
    : { ...direct(databaseUrl, synchronousCommit), statement_timeout: statement };

/** Connection settings of a single connection. */
export const clientSettings = (databaseUrl: string, synchronousCommit: SynchronousCommit): pg.ClientConfig =>
  isPooled(databaseUrl) ? { ...anySession, connectionString: databaseUrl } : direct(databaseUrl, synchronousCommit);

/**
 * Applies settings that cannot be part of the connection request, and removes every time limit, in any version of
 * PostgreSQL.
 */
export async function prepareAlone(
  client: pg.ClientBase,
  databaseUrl: string,
  synchronousCommit: SynchronousCommit,
): Promise<void> {
  if (isPooled(databaseUrl)) {
    const { idle_in_transaction_session_timeout: idle } = suspension;
    await set(client, {
      ...forms,
      ...meanings,
      ...durability(synchronousCommit),
      ...path(databaseUrl),
      idle_in_transaction_session_timeout: String(idle),
    });
  }
  await client.query(
    `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout')`,
  );
}

/** Settings that only the role can have behind PgBouncer; without the last one a statement could run forever. */
const settingsOfRole = (statement: number): Settings => ({ ...planning, statement_timeout: String(statement) });

// PostgreSQL adds the order of days and months to the date style.
const differing = `SELECT key || ' = ' || value
  FROM json_each_text($1) WITH ORDINALITY AS required (key, value, place) LEFT JOIN pg_settings ON lower(name) = key
  WHERE value IS DISTINCT FROM CASE key WHEN 'search_path' THEN current_schema()
    WHEN 'datestyle' THEN split_part(setting, ',', 1) ELSE setting END
  ORDER BY place`;

/**
 * Lists the settings that this service requests and that are not in effect; null if there are none. A pooler may ignore
 * the settings of a connection request, and then times, for instance, would be in the time zone of the server.
 */
export async function findMissingSettings(connections: {
  readonly databaseUrl: string;
  readonly source: Pick<ReadSource, 'query'>;
  readonly statement?: number;
  readonly synchronousCommit?: SynchronousCommit;
}): Promise<string | null> {
  const { databaseUrl, source, statement, synchronousCommit } = connections;
  const required = {
    ...forms,
    ...meanings,
    ...(isPooled(databaseUrl) && statement !== undefined ? settingsOfRole(statement) : {}),
    ...(synchronousCommit === undefined ? {} : durability(synchronousCommit)),
    search_path: getSchema(databaseUrl),
  };
  const rows = await source.query({ text: differing }, [JSON.stringify(required)]);
  if (rows.length === 0) return null;
  const lacking = rows.map(([one]) => one).join(', ');
  return isPooled(databaseUrl)
    ? `the connections of PgBouncer lack ${lacking}: set them with ALTER ROLE, and RECONNECT PgBouncer`
    : `its connections lack ${lacking}: a pooler ignores the "options" of connections; connect to the server itself, or add pgbouncer=true for PgBouncer`;
}
