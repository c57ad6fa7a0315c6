export { logEvents } from './log-events.js';
export type { Logger, LogLevel } from './log-events.js';
