import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { givenServer, openTestServer } from './server.mjs';

// Creates the databases that tests copy, using the service's own command line: an empty one and a small seeded one.
// They are reproducible, and reused until migrations or programs change.
const root = fileURLToPath(new URL('../..', import.meta.url));
const seeding = ['seed', '--scale', '300', '--seed', '7', '--at', '2026-03-01T12:00:00.000Z', '--rare'];
const version = versionOf([
  'package-lock.json',
  'tools/test-databases',
  'prisma/migrations',
  'prisma/schema',
  'prisma/seed',
  'libs/contracts/src',
  'libs/markdown/src',
  'libs/database/src',
  'libs/demo/src',
  'apps/catalogue/src',
]);
// The prefix keeps checkouts apart that share a server.
const prefix = `catalogue_template_${digest(root).slice(0, 8)}_`;
const template = `${prefix}${version}`;
const emptyTemplate = `${template}_empty`;

const prepared = join(root, '.nx/test-databases.json');
const made = existsSync(prepared) ? JSON.parse(readFileSync(prepared, 'utf8')) : {};
if (made.version !== version) makeDirectories();
for (const server of [await openTestServer(), givenServer()]) if (server) await makeTemplates(server);
writeFileSync(prepared, `${JSON.stringify({ version, template, emptyTemplate })}\n`);

/** Data directories for tests that start whole programs on a copy. */
function makeDirectories() {
  for (const [name, words] of [
    ['test-data-empty', ['migrate']],
    ['test-data', seeding],
  ]) {
    const directory = join(root, '.nx', name);
    rmSync(directory, { recursive: true, force: true });
    catalogue(words, { DATA_DIR: directory });
  }
}

async function makeTemplates(server) {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [prefix]);
  const known = rows.map(({ datname }) => datname);
  for (const name of known.filter((each) => each !== template && each !== emptyTemplate)) {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
  /** Renames the database only once it is complete. */
  const make = async (name, from, words) => {
    if (known.includes(name)) return;
    const draft = `${prefix}draft`;
    await client.query(`CREATE DATABASE ${draft} TEMPLATE ${from}`);
    const url = new URL(server.url);
    url.pathname = `/${draft}`;
    catalogue(words, { DATABASE_URL: url.href });
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  };
  await make(emptyTemplate, 'template0', ['migrate']);
  await make(template, emptyTemplate, seeding);
  await client.end();
  await server.release();
}

function catalogue(words, environment) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const { status } = spawnSync(process.execPath, ['bundle/catalogue.js', ...words], {
    cwd: join(root, 'apps/server'),
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The test databases could not be created (see above).');
}

/** A version derived from the content of these files. */
function versionOf(...paths) {
  const files = paths.flat().flatMap((path) => filesIn(join(root, path)));
  return digest(...files.sort().flatMap((file) => [relative(root, file), readFileSync(file)])).slice(0, 12);
}

function filesIn(path) {
  if (/\.[a-z]+$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.spec)\.ts$|\.(?:mjs|prisma|sql|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function digest(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
