export { Bulkhead, Overload, type WaitingLimits, waitingLimits } from './bulkhead.js';
export { LargeResponses } from './large-answers.js';
export { within } from './time-limit.js';
