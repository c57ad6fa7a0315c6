import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import preset from './jest-preset.mjs';

const inFolder = (parent) => readdirSync(join(root, parent)).map((name) => join(parent, name));

const configurations = ['jest.config.json', 'jest.e2e.json'];

const projects = [...inFolder('apps'), ...inFolder('libs'), 'examples', 'prisma'].flatMap((project) =>
  configurations.map((name) => join(root, project, name)).filter(existsSync),
);

const { maxWorkers, workerIdleMemoryLimit, workerGracefulExitTimeout } = preset;

/**
 * The tests of all projects in one run: what they share is loaded once for each worker, and no processor waits for the last
 * file of a project.
 */
export default {
  projects,
  rootDir: root,
  maxWorkers,
  workerIdleMemoryLimit,
  workerGracefulExitTimeout,
  // What whole programs need.
  testTimeout: 900_000,
};
