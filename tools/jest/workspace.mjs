import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import preset from './jest-preset.mjs';

const inFolder = (parent) => readdirSync(join(root, parent)).map((name) => join(parent, name));
const folders = [...inFolder('apps'), ...inFolder('libs'), 'examples', 'prisma'];

/** Runs the tests of all projects together, so that no processor waits for the last file of a project. */
export const workspaceWith = (configuration) => ({
  projects: folders.map((folder) => join(root, folder, configuration)).filter(existsSync),
  rootDir: root,
  maxWorkers: preset.maxWorkers,
  workerIdleMemoryLimit: preset.workerIdleMemoryLimit,
});

// Jest takes the time limit from the run, not from the project.
export default { ...workspaceWith('jest.config.json'), testTimeout: preset.testTimeout };
