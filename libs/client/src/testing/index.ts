export { createMockFetch } from './mock-fetch.js';
export type { MockFetch, MockRequest, MockScript } from './mock-fetch.js';
export { oneAnswer, pageAnswer, problemAnswer } from './mock-answers.js';
export type { MockHeaders, MockPage } from './mock-answers.js';
export { createTestClock } from './test-clock.js';
export type { TestClock } from './test-clock.js';
