import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from './is-built.mjs';
import { nx, root } from './workspace.mjs';

// `node tools/run.mjs PROGRAM …` builds a project if anything changed, runs its program and exits with its status. Nx
// could run it too, but adds its own output, and does not pass on signals and standard input.
const programs = {
  // npm runs scripts in the root of the workspace, so DATA_DIR always means the same directory.
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
    // Statuses up to 5 are results of the suite.
    buildFailed: 6,
  },
};

/** Milliseconds after which a rebuild is announced; a first build is announced at once. */
const quietFor = 10_000;

/** The shell between npm and this process. */
const shell = process.ppid;

const [name, ...args] = process.argv.slice(2);
const { project, target } = programs[name];
if (!isBuilt(project, target)) await build(programs[name]);
run(programs[name]);

/** Builds the project. Prints to stderr only, because stdout belongs to the program. */
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
  console.error('The build failed (see above). If dependencies have changed, run npm ci first.');
  process.exit(buildFailed);
}

function run({ file, folder }) {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, file), ...args], {
    cwd: folder,
    stdio: 'inherit',
    // For hints about the command line.
    env: { ...process.env, CATALOGUE_COMMAND: 'npm run catalogue --' },
  });
  // A terminal sends Ctrl-C to both processes; wait until the child has stopped cleanly.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A signal to npm ends only its shell, so stop the child once that shell is gone.
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== shell && child.kill(), 250).unref();
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
