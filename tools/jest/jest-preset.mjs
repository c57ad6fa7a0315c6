import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { completeEnvironment } from './environment.mjs';

completeEnvironment(process.env);

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The Jest configuration of every project: Node loads the sources unbuilt, compiling one file at a time. */
export default {
  runtime: beside('native-runtime.mjs'),
  testEnvironment: beside('native-environment.mjs'),
  injectGlobals: false,
  // Test files share the worker's own globals, and its sockets and messages need these.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] },
  transform: {},
  // Only stops tests that hang: no test depends on the speed of a machine. Tests of whole programs have longer.
  testTimeout: process.env.EXHAUSTIVE ? 900_000 : 300_000,
  // A worker that takes longer to exit is reported as a leak.
  workerGracefulExitTimeout: 60_000,
  // Tests often wait for the processes they start, so two processors can serve three workers.
  maxWorkers: Math.max(3, Math.min(4, availableParallelism())),
  // Memory of embedded databases is only released when the process exits; a single worker would not be restarted.
  workerIdleMemoryLimit: '1.5GB',
  testMatch: ['<rootDir>/**/!(*.e2e).spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/out-tsc', '<rootDir>/packaging/dist'],
};
