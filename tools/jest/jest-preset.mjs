import { availableParallelism } from 'node:os';

/** The jest configuration that every project shares: ESM sources, compiled one file at a time, resolved unbuilt. */
export default {
  testEnvironment: 'node',
  // A database is copied and a service started in a hook; on a busy machine that takes its time.
  testTimeout: 60_000,
  // Modules of a finished file stay in memory: only a process of its own, ended in time, gives it back. One worker would be none.
  maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
  workerIdleMemoryLimit: '1GB',
  testEnvironmentOptions: { customExportConditions: ['@resource-catalogue/source', 'node', 'node-addons'] },
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/out-tsc'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};
