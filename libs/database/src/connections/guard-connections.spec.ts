import { createServer, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { listen } from '@resource-catalogue/testing/sockets';
import { lineTo } from '@resource-catalogue/testing/line';
import { createBareDatabase } from '../../test/support/databases.js';
import { isUnavailable } from '../database-errors.js';
import { guardConnections } from './guard-connections.js';

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

/** A message of PostgreSQL's protocol: its type, its length, its content. */
function message(type: string, content: string): Buffer {
  const head = Buffer.from(`${type}....`);
  head.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

describe('the connections of a pool to any server (ERR-6)', () => {
  it('a server that disconnects right after it was ready ends only that connection', async () => {
    const welcome = [message('R', '\0\0\0\0'), message('Z', 'I')];
    const leave = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([...welcome, leave])));
    });
    const port = await listen(server);
    const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'somebody', database: 'any' });
    guardConnections(pool, 60_000);
    const client = await pool.connect();
    expect(isUnavailable(await failureOf(client.query('SELECT 1')))).toBe(true);
    client.release();
    expect(pool.totalCount).toBe(0);
    await pool.end();
    server.close();
  });
});

describe('the connections of a pool to PostgreSQL (ERR-6)', () => {
  let server: Awaited<ReturnType<typeof createBareDatabase>>;
  let route: Awaited<ReturnType<typeof lineTo>>;
  const pools: pg.Pool[] = [];
  /** Clients that a failed test did not release; the pool cannot end before they are. */
  const lent = new Set<pg.PoolClient>();

  beforeAll(async () => {
    server = await createBareDatabase();
    route = await lineTo(server.url);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const client of lent) client.release(true);
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
  });
  afterAll(async () => {
    await route.line.close();
    await server.drop();
  });

  const timeout = 60_000;
  let now = 0;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });

  function guarded(connections = 3): pg.Pool {
    const pool = new pg.Pool({ connectionString: route.url, max: connections });
    guardConnections(pool, timeout);
    pool.on('acquire', (client) => lent.add(client)).on('release', (_, client) => lent.delete(client));
    pools.push(pool);
    return pool;
  }

  /** Lets time pass without data on the connection, until the timeout event of its socket. */
  function passSilently({ connection: { stream } }: pg.PoolClient, passed = timeout): void {
    if (!(stream instanceof Socket)) throw new Error('The connection has no socket.');
    expect(stream.timeout).toBe(timeout);
    now += passed;
    stream.emit('timeout');
  }

  it('a statement with an overdue response fails, and no silent connection is used again', async () => {
    const pool = guarded();
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    const [first] = clients;
    await first.query('BEGIN');
    for (const client of clients.slice(1)) client.release();
    route.line.silence();
    const overdue = failureOf(first.query('SELECT 1'));
    passSilently(first);
    expect(isUnavailable(await overdue)).toBe(true);
    expect(isUnavailable(await failureOf(first.query('ROLLBACK')))).toBe(true);
    first.release();
    expect(pool.totalCount).toBe(0);
    expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  });

  it('a response is overdue by the timer of its socket, regardless of the wall clock', async () => {
    const client = await guarded().connect();
    await client.query('SELECT 1');
    route.line.silence();
    const overdue = failureOf(client.query('SELECT 1'));
    // Node's timers count from the start of a turn of the event loop, which may be long in a busy process.
    passSilently(client, timeout - 1000);
    expect(isUnavailable(await overdue)).toBe(true);
    client.release();
  });

  it('a response that has arrived but was not read yet is not overdue', async () => {
    const client = await guarded().connect();
    const response = client.query('SELECT 1');
    let bytesRead = 0;
    Object.defineProperty(client.connection.stream, 'bytesRead', { get: () => (bytesRead += 1) });
    passSilently(client);
    expect((await response).rowCount).toBe(1);
    expect(bytesRead).toBe(2);
    client.release();
  });

  it('statements on other silent connections fail with the first', async () => {
    const pool = guarded();
    const [first, second] = await Promise.all([pool.connect(), pool.connect()]);
    route.line.silence();
    const failures = [first, second].map((client) => failureOf(client.query('SELECT 1')));
    // By itself, the second one would wait longer.
    passSilently(first);
    for (const failure of await Promise.all(failures)) expect(isUnavailable(failure)).toBe(true);
    for (const client of [first, second]) client.release();
    expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  });

  it('a connection without a pending response may stay idle', async () => {
    const pool = guarded();
    const client = await pool.connect();
    await client.query('SELECT 1');
    passSilently(client);
    expect((await client.query('SELECT 1')).rowCount).toBe(1);
    client.release();
    expect(pool.totalCount).toBe(1);
  });

  it('a connection whose prepared statement no longer fits its table is closed', async () => {
    const pool = guarded(1);
    await pool.query('CREATE TABLE unicorns (name text)');
    const read = async () => {
      const client = await pool.connect();
      return client.query({ name: 'read', text: 'SELECT name FROM unicorns' }).finally(() => client.release());
    };
    await read();
    await pool.query('ALTER TABLE unicorns ALTER COLUMN name TYPE varchar(9)');
    expect(isUnavailable(await failureOf(read()))).toBe(true);
    expect((await read()).rowCount).toBe(0);
  });
});
