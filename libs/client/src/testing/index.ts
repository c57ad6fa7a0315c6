export { createMockFetch, resourceResponse, pageResponse, problemResponse } from './mock-fetch.js';
export type { MockFetch, MockHeaders, MockPage, MockRequest, MockScript } from './mock-fetch.js';
export { createTestClock } from './test-clock.js';
export type { TestClock } from './test-clock.js';
