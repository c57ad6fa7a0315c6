export { Bulkhead, Overload, type WaitingLimits, waitingLimits } from './bulkhead.js';
export { LargeResponses } from './large-responses.js';
export { within } from './time-limit.js';
