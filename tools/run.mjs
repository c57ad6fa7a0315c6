import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from './is-built.mjs';
import { nx, root } from './workspace.mjs';

// `node tools/run.mjs PROGRAM …` builds a project if anything changed, runs its program and ends as it ends. Nx runs tasks
// as well, but prints around their output and keeps signals and standard input to itself.
const programs = {
  // npm goes to the workspace for its scripts: DATA_DIR means the same folder, however this was called.
  start: { project: 'server', target: 'bundle', file: 'apps/server/bundle/main.js', folder: root, buildFailed: 1 },
  catalogue: {
    project: 'server',
    target: 'bundle',
    file: 'apps/server/bundle/catalogue.js',
    folder: root,
    buildFailed: 1,
  },
  bench: { project: 'server', target: 'bundle', file: 'apps/bench/bench.mjs', folder: root, buildFailed: 1 },
  conformance: {
    project: 'conformance',
    target: 'build',
    file: 'apps/conformance/dist/src/cli/main.js',
    folder: process.env.INIT_CWD ?? process.cwd(),
    // Statuses up to 5 are results of a run.
    buildFailed: 6,
  },
};

/** A build that takes longer than this, though there is one already, is worth a line. */
const quietFor = 10_000;

/** The shell that npm puts between, as it was when this process began. */
const shell = process.ppid;

const [name, ...args] = process.argv.slice(2);
const { project, target } = programs[name];
if (!isBuilt(project, target)) await build(programs[name]);
run(programs[name]);

/** Writes to stderr only, and little: stdout is the program's. */
async function build({ project, target, file, buildFailed }) {
  const notice = setTimeout(() => console.error('Building …'), existsSync(join(root, file)) ? quietFor : 0);
  const child = spawn(process.execPath, [nx, target, `@resource-catalogue/${project}`, '--outputStyle=static'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  clearTimeout(notice);
  if (status === 0) return;
  process.stderr.write(Buffer.concat(output));
  console.error('The build failed: see above. After a change of dependencies, run npm ci first.');
  process.exit(buildFailed);
}

function run({ file, folder }) {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, file), ...args], {
    cwd: folder,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to both; the child decides when it has stopped cleanly.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A signal to npm ends the shell that it puts between, and reaches nobody else.
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== shell && child.kill(), 250).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
