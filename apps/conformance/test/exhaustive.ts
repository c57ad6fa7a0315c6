/** Whether a run takes the minutes for every case; the main run takes a few that stand for them (see CONTRIBUTING.md). */
export const exhaustive = process.env['EXHAUSTIVE'] !== undefined;

/** The seeds with which the sound reference server must pass everything, from 1 on. */
export const manySeeds = 50;
