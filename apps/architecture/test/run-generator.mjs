import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Runs the generator of a collection on a folder, as Nx does with a workspace, once for each set of options, and prints of
// each run what it wrote or why it refused.
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
    outcomes.push({ changes: changes.map(({ type, path }) => `${type} ${path}`), refusal: null });
  } catch (error) {
    outcomes.push({ changes: [], refusal: error.message });
  }
}
console.log(JSON.stringify(outcomes));
