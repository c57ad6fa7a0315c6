import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { nx, root } from '../workspace.mjs';
import { WorkspaceCopy } from './copy.mjs';
import reads from './reads.json' with { type: 'json' };
import { stagesOf } from './stages.mjs';
import writes from './writes.json' with { type: 'json' };

// `npm run test:mutate` makes single mistakes in a copy of the product and reports which test detects each.
// `-- ID …` selects mistakes by the start of their id. `http` lists the HTTP tests that should detect a mistake;
// without it, unit tests should.
const starts = process.argv.slice(2);
const changes = [
  ...reads.map((change) => ({ ...change, area: ['src/resources', 'test/lists', 'test/http'] })),
  ...writes.map((change) => ({ ...change, area: ['test/projects', 'test/http'] })),
].filter(({ id }) => starts.length === 0 || starts.some((start) => id.startsWith(start)));

/** Tests known to pass without a change. */
const soundTests = new Set();

prepare();
const copy = new WorkspaceCopy();
process.once('exit', () => copy.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const survived = [];
for (const change of changes) {
  const by = await findDetectingTest(change).catch((error) => ({ error }));
  if (typeof by !== 'string') survived.push(change.id);
  if (by?.error) console.log(`UNKNOWN   ${change.id}: ${by.error.message}`);
  else console.log(by === null ? `SURVIVED  ${change.id}` : `detected  ${change.id}: ${by}`);
}
console.log(`${changes.length - survived.length} of ${changes.length} mistakes were detected.`);
process.exitCode = survived.length > 0 ? 1 : 0;

/** Builds everything that the tests need. */
function prepare() {
  const programs = [
    [nx, 'run-many', '-t', 'build', 'bundle', '-p', 'server', '--outputStyle=static'],
    [join(root, 'libs/testing/prepare.mjs')],
  ];
  for (const args of programs)
    if (spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
      throw new Error('The build failed: run `npm test` to see the errors.');
}

/** The first test that fails with the change and passes without it, or null. */
async function findDetectingTest(change) {
  const undo = copy.change(change);
  try {
    for (const { name, run } of stagesOf(copy.folder, change)) {
      const failed = await run();
      if (failed === null) continue;
      undo();
      if (!(await isSound(failed))) throw new Error(`${failed.path} also fails without a change: ${failed.title}`);
      return `${name}, ${basename(failed.path)}: ${failed.title}`;
    }
    return null;
  } finally {
    undo();
  }
}

async function isSound({ path, again }) {
  if (!soundTests.has(path) && (await again()) !== null) return false;
  soundTests.add(path);
  return true;
}
