export { runChecks } from './run/run.js';
export type { RunOptions } from './run/run.js';
