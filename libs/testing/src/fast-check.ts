import fc from 'fast-check';

// Reproducible runs, of which an exhaustive test run has more. Failures print seed and path.
fc.configureGlobal({ seed: Number(process.env['TEST_SEED']), numRuns: process.env['EXHAUSTIVE'] ? 1000 : 50 });

export default fc;
export type { Arbitrary } from 'fast-check';
