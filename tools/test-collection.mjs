import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { completeEnvironment } from './jest/environment.mjs';
import { flags } from './jest/flags.mjs';
import { nx, root } from './workspace.mjs';

// `npm run test:collection -- lockers`: what tells of one collection whether its parts fit together.
const [name = ''] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run test:collection -- lockers');
  process.exit(2);
}
completeEnvironment(process.env);

const specs = [
  `apps/server/src/resources/.*${name.replaceAll('_', '-')}\\.controller\\.spec`,
  'apps/server/test/lists/indexes\\.spec',
  'apps/architecture/test/workspace\\.spec',
  'libs/transfer/test/rules-between-fields\\.spec',
  'prisma/drift\\.spec',
  'prisma/seed/(?:tables|richness|invariants)\\.spec',
];

run(nx, 'run-many', '-t', 'test-databases', '--outputStyle=static');
run(join(root, 'node_modules/jest/bin/jest.js'), '--config=tools/jest/workspace.mjs', '--ci', ...specs);

function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [...flags, program, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
