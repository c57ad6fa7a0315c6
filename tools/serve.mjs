import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './workspace.mjs';

// `node tools/serve.mjs PROJECT FILE` runs the sources of a project from FILE on, and starts again after each change. Half of
// a start is the loading of packages, so a spare process has loaded them already and waits for its program.
const [project = '', program = ''] = process.argv.slice(2);
const { dependencies } = JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8'));
const packages = Object.keys(dependencies);
const libraries = packages.filter((name) => name.startsWith('@resource-catalogue/'));

/** Milliseconds in which the changes of one saving come. */
const savingTime = 50;

/** Milliseconds that a start has the processors for itself. */
const startingTime = 3000;

let running = null;
let spare = null;
let libraryChanged = false;
let spareTimer;
let saveTimer;
let last = Promise.resolve();

watchSources(join(root, project, 'src'));
for (const name of libraries)
  watchSources(realpathSync(join(root, 'node_modules', name)), () => (libraryChanged = true));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
restart();

function watchSources(folder, onChange = () => undefined) {
  watch(folder, { recursive: true }, (_, file) => {
    if (!/\.ts$/.test(file) || /(?:^|\/)(?:dist|node_modules|test)\/|\.(?:spec|d)\.ts$/.test(file)) return;
    onChange();
    clearTimeout(saveTimer);
    saveTimer = setTimeout(restart, savingTime);
  });
}

function restart() {
  last = last.then(async () => {
    clearTimeout(spareTimer);
    await stop(running);
    // The spare process has the libraries as they were.
    if (libraryChanged) spare = void (await stop(spare));
    libraryChanged = false;
    running = spare ?? newProcess([]);
    spare = null;
    running.send(join(root, program));
    spareTimer = setTimeout(() => (spare = newProcess(packages)), startingTime);
  });
}

function newProcess(loaded) {
  const execArgv = ['--conditions=@resource-catalogue/source', '--import', join(root, 'tools/typescript.mjs')];
  return fork(fileURLToPath(new URL('spare.mjs', import.meta.url)), loaded, { cwd: root, execArgv }).on(
    'exit',
    (status) => status && console.error('Waiting for a change before the next start.'),
  );
}

/** As Ctrl-C does, which needs no delay for a balancer. */
async function stop(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
}

async function end() {
  clearTimeout(saveTimer);
  await last;
  clearTimeout(spareTimer);
  await Promise.all([stop(running), stop(spare)]);
  process.exit(0);
}
