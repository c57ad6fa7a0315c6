import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { completeEnvironment } from './environment.mjs';

completeEnvironment(process.env);
// Node needs a flag for ES modules. Workers inherit it, and run all tests unless Jest is called with `--runInBand`.
const flags = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${flags}`.trim();

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const swc = JSON.parse(readFileSync(beside('../../.swcrc'), 'utf8'));

/** The Jest configuration of every project. */
export default {
  testEnvironment: 'node',
  // Tests often wait for the processes they start, so two processors can serve three workers.
  maxWorkers: Math.max(3, Math.min(4, availableParallelism())),
  // Jest does not free the modules of a test file before its worker ends.
  workerIdleMemoryLimit: '1GB',
  // Sources of other projects are loaded unbuilt.
  testEnvironmentOptions: { customExportConditions: ['@resource-catalogue/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': ['@swc/jest', { ...swc, swcrc: false }] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  injectGlobals: false,
  // Sockets need the real functions.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] },
  // Only stops tests that hang: no test depends on the speed of a machine. End-to-end tests have a longer limit.
  testTimeout: process.env.EXHAUSTIVE ? 900_000 : 300_000,
  testMatch: ['<rootDir>/**/!(*.e2e).spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/out-tsc', '<rootDir>/packaging/dist'],
};
