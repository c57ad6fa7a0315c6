import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Runs the collection generator on a directory, as Nx would, once per set of options. Prints the changes or the error
// of each run as JSON.
const [root, folder, runs] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(root, path)).href);
const { FsTree, flushChanges } = await load('node_modules/nx/dist/src/generators/tree.js');
const { default: collection } = await load('tools/collection/generator.mjs');
const outcomes = [];
for (const options of JSON.parse(runs)) {
  const tree = new FsTree(folder, false);
  try {
    await collection(tree, options);
    const changes = tree.listChanges();
    flushChanges(folder, changes);
    outcomes.push({ changes: changes.map(({ type, path }) => `${type} ${path}`), error: null });
  } catch (error) {
    outcomes.push({ changes: [], error: error.message });
  }
}
console.log(JSON.stringify(outcomes));
