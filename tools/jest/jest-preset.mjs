import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { completeEnvironment } from './environment.mjs';

completeEnvironment(process.env);

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The jest configuration that every project shares: Node loads the sources, compiled one file at a time, unbuilt. */
export default {
  runtime: beside('native-runtime.mjs'),
  testEnvironment: beside('native-environment.mjs'),
  injectGlobals: false,
  transform: {},
  // For what would wait for ever alone: how fast a machine is, is no matter of tests. Those of whole programs have more.
  testTimeout: process.env.EXHAUSTIVE ? 900_000 : 300_000,
  // So long a worker may take to end before its end is told as a leak.
  workerGracefulExitTimeout: 60_000,
  // A test often waits for what it has started, so that two processors have work for three.
  maxWorkers: Math.max(3, Math.min(4, availableParallelism())),
  // Only the end of a process gives back what its databases have taken. One worker would be none.
  workerIdleMemoryLimit: '1.5GB',
  testMatch: ['<rootDir>/**/!(*.e2e).spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/out-tsc', '<rootDir>/packaging/dist'],
};
