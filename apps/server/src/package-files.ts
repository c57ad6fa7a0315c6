/**
 * Files that the programs read in addition to their code. `src/`, `dist/` and `bundle/` are equally deep, so these
 * paths work in all three as long as this module stays at the top of `src/`.
 */
const beside = (path: string): URL => new URL(path, import.meta.url);

export const viewerScript = beside('../bundle/viewer.js');
/** Always the bundled one: Node runs no TypeScript in a worker thread. */
export const renderWorker = beside('../bundle/render-worker.js');
export const explorerFolder = beside('../../explorer/bundle/');
