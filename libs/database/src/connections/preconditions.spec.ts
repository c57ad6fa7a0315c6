import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listen } from '@resource-catalogue/testing/sockets';
import { createBareDatabase } from '../../test/support/databases.js';
import { runOn } from '../../test/support/server-sql.js';
import { connectPostgres, databaseTimeouts } from './postgres.js';
import { findUnmet } from './preconditions.js';

it.each([
  ['', 'its connections lack jit = off, datestyle = ISO: a pooler ignores the "options" of connections; '],
  ['?pgbouncer=true', 'the connections of PgBouncer lack jit = off, datestyle = ISO: set them with ALTER ROLE, '],
])('the reason lists settings that connections to …/catalogue%s lack, and what to do', async (parameters, reason) => {
  const source = { query: () => Promise.resolve([['jit = off'], ['datestyle = ISO']]) };
  const connections = { databaseUrl: `postgresql://127.0.0.1/catalogue${parameters}`, source, statement: 5000 };
  expect(await findUnmet(connections)).toContain(reason);
});

/** A pooler that accepts the options of a connection and ignores them, as PgBouncer can be told to. */
function ignoringOptions(databaseUrl: URL): Server {
  return createServer((near) => {
    const far = connect(Number(databaseUrl.port || '5432'), databaseUrl.hostname);
    near.once('data', (startup: Buffer) => {
      const value = startup.indexOf('options\0') + 'options\0'.length;
      far.write(startup.fill(' ', value, startup.indexOf('\0', value)));
      near.pipe(far);
    });
    far.pipe(near);
    for (const socket of [near, far]) socket.on('error', () => [near, far].map((one) => one.destroy()));
  });
}

describe('connections', () => {
  let scratch: Awaited<ReturnType<typeof createBareDatabase>>;
  let pooler: Server;
  let pooledUrl: string;

  beforeAll(async () => {
    scratch = await createBareDatabase();
    const url = new URL(scratch.url);
    const name = url.pathname.slice(1);
    await runOn(
      scratch.url,
      `ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`,
      `ALTER DATABASE ${name} SET datestyle = 'German'`,
      `ALTER DATABASE ${name} SET extra_float_digits = -10`,
    );
    pooler = ignoringOptions(new URL(scratch.url));
    url.hostname = '127.0.0.1';
    url.port = String(await listen(pooler));
    pooledUrl = url.href;
  });
  afterAll(async () => {
    await scratch.drop();
    pooler.close();
  });

  const reason =
    'its connections lack timezone = UTC, datestyle = ISO, extra_float_digits = 1: a pooler ignores the "options" of ' +
    'connections; connect to the server itself, or add pgbouncer=true for PgBouncer';

  it.each<[string, () => string | null]>([
    ['all connections', () => null],
    ['only pooled connections', () => scratch.url],
  ])('a primary is rejected if %s lack the settings of the service', async (_, directUrl) => {
    const opened = connectPostgres(pooledUrl, databaseTimeouts, { directUrl: directUrl() });
    await expect(opened).rejects.toThrow(new Error(reason));
  });

  it('a replica is not used if its connections lack the settings of the service', async () => {
    const lines: string[] = [];
    const replicas = { urls: [pooledUrl], lag: 5000, report: (line: string) => lines.push(line) };
    const database = await connectPostgres(scratch.url, databaseTimeouts, { replicas });
    await database.close();
    expect(lines).toEqual([expect.stringMatching(/^Replica \S+ is not used: /)]);
    expect(lines[0]).toContain(`: ${reason}.`);
  });
});
