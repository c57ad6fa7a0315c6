import { specsWithoutTests } from '../missing-programs.mjs';
import preset from './jest-preset.mjs';

/** Tests of whole programs, other databases, browsers and packages: files named `*.e2e.spec.ts`. */
export default {
  ...preset,
  testTimeout: 900_000,
  testMatch: ['<rootDir>/**/*.e2e.spec.ts'],
  testPathIgnorePatterns: [...preset.testPathIgnorePatterns, ...specsWithoutTests()],
};
