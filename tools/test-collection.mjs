import { spawnSync } from 'node:child_process';
import { completeEnvironment } from './jest/environment.mjs';
import { jest, nx, root } from './workspace.mjs';

// `npm run test:collection`: tests that the parts of each collection fit together.
completeEnvironment(process.env);

const specs = [
  'apps/server/test/lists/(?:conformance|indexes)\\.spec',
  'apps/architecture/test/workspace\\.spec',
  'apps/conformance/src/kit/references\\.spec',
  'apps/conformance/mutants/harness/soundness\\.spec',
  'apps/reference-server/src/dataset/dataset\\.spec',
  'apps/explorer/src/api/references\\.spec',
  'libs/contracts/',
  'libs/mirror/src/run-mirror\\.spec',
  'libs/transfer/src/export/template-workbook\\.spec',
  'libs/transfer/src/import-files\\.spec',
  'libs/transfer/test/rules-between-fields\\.spec',
  'prisma/drift\\.spec',
  'prisma/seed/(?:tables|richness|invariants)\\.spec',
];

run(nx, 'run-many', '-t', 'test-databases', '--outputStyle=static');
run(jest, '--config=jest.config.mjs', '--ci', ...specs);

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
