import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

// Creates the databases that tests copy, using the service's own command line: an empty one and a small seeded one.
// They are reproducible, and reused until migrations or programs change.
const root = fileURLToPath(new URL('../..', import.meta.url));
const server = join(root, 'apps/server');
const empty = join(root, '.nx/test-data-empty');
const embedded = join(root, '.nx/test-data');
const imageOf = (folder) => `${folder}.tar`;
const prepared = join(root, '.nx/test-databases.json');
const adminUrl = process.env.TEST_DATABASE_URL;

const seeding = ['seed', '--scale', '300', '--seed', '7', '--at', '2026-03-01T12:00:00.000Z', '--rare'];
const version = versionOf([
  'package-lock.json',
  'libs/testing/prepare.mjs',
  'prisma/migrations',
  'prisma/schema',
  'prisma/seed',
  'libs/contracts/src',
  'libs/markdown/src',
  'libs/embedded-database/src',
  'libs/database/src',
  'libs/demo/src',
  'apps/catalogue/src',
]);
// The prefix keeps checkouts apart that share a server.
const prefix = `catalogue_test_template_${digest(root).slice(0, 8)}_`;
const template = `${prefix}${version}`;
const emptyTemplate = `${template}_empty`;

const made = existsSync(prepared) ? JSON.parse(readFileSync(prepared, 'utf8')) : {};
if (made.version !== version || ![embedded, empty].every((folder) => existsSync(folder) && existsSync(imageOf(folder))))
  await makeEmbedded();
if (adminUrl) await makeTemplates();
writeFileSync(prepared, `${JSON.stringify({ version, template, emptyTemplate })}\n`);

async function makeEmbedded() {
  for (const path of [prepared, embedded, empty]) rmSync(path, { recursive: true, force: true });
  catalogue(['migrate'], { DATA_DIR: empty });
  writeFileSync(imageOf(empty), await slim(empty));
  cpSync(empty, embedded, { recursive: true });
  catalogue(seeding, { DATA_DIR: embedded });
  writeFileSync(imageOf(embedded), await slim(embedded));
}

/**
 * Shrinks a data directory and returns an image of it, because most suites load one file faster than they copy many.
 */
async function slim(folder) {
  // The smallest possible log.
  const startParams = [...PGlite.defaultStartParams, '-c', 'min_wal_size=2MB', '-c', 'max_wal_size=2MB'];
  const engine = await PGlite.create({ dataDir: join(folder, 'postgres'), startParams });
  // The template databases take half of all files and are not used again.
  for (const name of ['template0', 'template1']) {
    await engine.exec(`UPDATE pg_database SET datistemplate = false WHERE datname = '${name}'`);
    await engine.exec(`DROP DATABASE IF EXISTS ${name}`);
  }
  await engine.exec('CHECKPOINT; SELECT pg_switch_wal(); CHECKPOINT');
  const dump = await engine.dumpDataDir('none');
  await engine.close();
  return Buffer.from(await dump.arrayBuffer());
}

async function makeTemplates() {
  const client = new pg.Client({ connectionString: adminUrl });
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
    const url = new URL(adminUrl);
    url.pathname = `/${draft}`;
    catalogue(words, { DATABASE_URL: url.href });
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  };
  await make(emptyTemplate, 'template1', ['migrate']);
  await make(template, emptyTemplate, seeding);
  await client.end();
}

function catalogue(words, environment) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const { status } = spawnSync(process.execPath, ['--liftoff-only', 'bundle/catalogue.js', ...words], {
    cwd: server,
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
    .filter((entry) => entry.isFile() && /(?<!\.spec)\.ts$|\.(?:prisma|sql|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function digest(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
