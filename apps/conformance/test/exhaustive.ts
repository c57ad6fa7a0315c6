/** Whether to run every case, which takes minutes, instead of the sample of the main run (see CONTRIBUTING.md). */
export const isExhaustive = process.env['EXHAUSTIVE'] !== undefined;

/** Number of seeds, counted from 1, with which the sound reference server must pass everything. */
export const seedCount = 50;
