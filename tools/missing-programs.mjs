import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const succeeds = (program, ...args) => spawnSync(program, args).status === 0;

const needed = [
  {
    tests: 'the tests on PostgreSQL, with replicas and faults of a server',
    present: () => Boolean(process.env.TEST_DATABASE_URL),
    remedy: 'Set TEST_DATABASE_URL to a server where databases may be created.',
  },
  {
    tests: 'reads on replicas, and faults of a PostgreSQL server',
    present: () => existsSync('/usr/lib/postgresql') || succeeds('pg_config', '--bindir'),
    remedy: 'Install the programs of a PostgreSQL server (apt-get install postgresql).',
  },
  {
    tests: 'the explorer, the client, the HTML report and the reference in a browser',
    present: () => succeeds('chromium', '--version'),
    remedy: 'Install chromium (apt-get install chromium).',
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
    tests: 'two commands of the guides',
    present: () => succeeds('jq', '--version'),
    remedy: 'Install jq (apt-get install jq).',
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
