import fc from 'fast-check/unseeded';

// What tests get for `fast-check`, since loading it for all of them takes its time. What fails prints seed and path.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED), numRuns: process.env.EXHAUSTIVE ? 1000 : 50 });

export default fc;
