import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import preset from './jest-preset.mjs';

const inFolder = (parent) => readdirSync(join(root, parent)).map((name) => join(parent, name));
const folders = [...inFolder('apps'), ...inFolder('libs'), 'examples', 'prisma'];

const { maxWorkers, workerIdleMemoryLimit, workerGracefulExitTimeout } = preset;

/**
 * The tests of all projects in one run: modules that they share are loaded once for each worker, and no processor waits for
 * the last file of a project.
 */
export const workspaceWith = (configuration) => ({
  projects: folders.map((folder) => join(root, folder, configuration)).filter(existsSync),
  rootDir: root,
  maxWorkers,
  workerIdleMemoryLimit,
  workerGracefulExitTimeout,
});

// Jest takes the time limit of the run, not that of a project.
export default { ...workspaceWith('jest.config.json'), testTimeout: preset.testTimeout };
