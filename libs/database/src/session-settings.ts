import type pg from 'pg';
import { isPooled, schemaOf } from '@resource-catalogue/program';
import { quoted } from './copy.js';

type Settings = Readonly<Record<string, string>>;

/** Times are read as text, so their form must not depend on the server. */
const forms: Settings = { timezone: 'UTC', datestyle: 'ISO' };

/** What texts and statements mean must not depend on what an operator set for the role, the database or the server. */
const meanings: Settings = {
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  quote_all_identifiers: 'off',
  default_transaction_isolation: 'read committed',
};

const planning: Settings = {
  // A page reads few rows, however large the table: to compile its plan or to begin workers for it takes longer than to read
  // them, and they are in memory or on a disk that seeks in no time.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
};

/** Lets the server notice within a minute that a client's machine or network is gone, and free its locks. */
const liveness: Settings = {
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '60000',
};

/** In milliseconds: ends the session of a suspended program, whose transaction would block writes. */
const suspension = { idle_in_transaction_session_timeout: 15_000 };

/** Every connection has these. The client's own probes notice a server that is gone. */
const anySession = {
  application_name: 'resource-catalogue',
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Only names of the schema are visible, not those of a schema that is called as the user. */
const path = (databaseUrl: string): Settings => ({ search_path: quoted(schemaOf(databaseUrl)) });

/** Parameters of the URL may change limits and planning, but not what statements mean. */
function direct(databaseUrl: string): pg.ClientConfig {
  const options = [
    ...toOptions({ ...planning, ...liveness }),
    ...new URL(databaseUrl).searchParams.getAll('options'),
    ...toOptions({ ...forms, ...meanings, ...path(databaseUrl) }),
  ];
  // The driver would prefer those of the URL. The rest stays as it is written: the driver forgives what URL would encode.
  const connectionString = databaseUrl.replace(/(?<=[?&])options=[^&]*/g, '');
  return { ...anySession, ...suspension, connectionString, options: options.join(' ') };
}

const toOptions = (settings: Settings): string[] =>
  Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`);

const set = async (client: pg.ClientBase, settings: Settings): Promise<void> =>
  void (await client.query('SELECT set_config(key, value, false) FROM json_each_text($1)', [JSON.stringify(settings)]));

/**
 * PgBouncer takes no `options`. What a client has set of the forms it sets again wherever it sends the client's statements; the
 * pool waits until that is done, though its types do not say so.
 */
const pooled = (databaseUrl: string) => ({
  ...anySession,
  connectionString: databaseUrl,
  onConnect: (client: pg.ClientBase) => set(client, forms),
});

/** How a pool connects whose statements take so many milliseconds at most. */
export const poolSettings = (databaseUrl: string, statement: number): pg.PoolConfig =>
  isPooled(databaseUrl) ? pooled(databaseUrl) : { ...direct(databaseUrl), statement_timeout: statement };

/** How a connection is made that is used alone. */
export const clientSettings = (databaseUrl: string): pg.ClientConfig =>
  isPooled(databaseUrl) ? { ...anySession, connectionString: databaseUrl } : direct(databaseUrl);

/** Sets what could not be asked for when the connection was made, and ends every time limit, of whichever version of PostgreSQL. */
export async function prepareAlone(client: pg.ClientBase, databaseUrl: string): Promise<void> {
  if (isPooled(databaseUrl)) {
    const { idle_in_transaction_session_timeout: idle } = suspension;
    await set(client, {
      ...forms,
      ...meanings,
      ...path(databaseUrl),
      idle_in_transaction_session_timeout: String(idle),
    });
  }
  await client.query(
    `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout')`,
  );
}

/** What the role must have set for connections of PgBouncer, as pg_settings shows it. */
export const settingsOfRole = (statement: number): Settings => ({
  ...planning,
  ...meanings,
  statement_timeout: String(statement),
});
