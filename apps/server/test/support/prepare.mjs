import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

// Makes the databases that the HTTP tests copy: small, seeded by the service's own command line, the same every time.
const server = fileURLToPath(new URL('../..', import.meta.url));
const embedded = fileURLToPath(new URL('../../../../.nx/test-data', import.meta.url));
const adminUrl = process.env.TEST_DATABASE_URL;

rmSync(embedded, { recursive: true, force: true });
seed({ DATA_DIR: embedded });
await writeImage();
if (adminUrl) {
  const url = new URL(adminUrl);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('DROP DATABASE IF EXISTS catalogue_test_template WITH (FORCE)');
  await client.query('CREATE DATABASE catalogue_test_template');
  await client.end();
  url.pathname = '/catalogue_test_template';
  seed({ DATABASE_URL: url.href });
}

/** Most suites load one file into memory, which takes half the time of copying a thousand. */
async function writeImage() {
  const engine = await PGlite.create({ dataDir: join(embedded, 'postgres') });
  const image = await engine.dumpDataDir('none');
  await engine.close();
  writeFileSync(`${embedded}.tar`, Buffer.from(await image.arrayBuffer()));
}

function seed(environment) {
  const args = ['dist/cli/main.js', 'seed', '--scale', '300', '--seed', '7', '--at', '2026-03-01T12:00:00.000Z'];
  const { DATABASE_URL: _, ...inherited } = process.env;
  const { status } = spawnSync(process.execPath, args, {
    cwd: server,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The test database could not be seeded: see above.');
}
