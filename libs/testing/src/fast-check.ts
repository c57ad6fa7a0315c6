import fc from 'fast-check';

// Reproducible: failures print seed and path.
fc.configureGlobal({ seed: Number(process.env['TEST_SEED']), numRuns: process.env['EXHAUSTIVE'] ? 1000 : 50 });

export default fc;
export type { Arbitrary } from 'fast-check';
