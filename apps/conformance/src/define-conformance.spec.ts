import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startMutant } from '../mutants/start-mutant.js';
import { defineConformance } from './define-conformance.js';

// The library as a team uses it: here each rule of the reference server is a test of its own.
const server = await startMutant({ size: 'poor' });
const { full, second, limited } = server.tokens;
defineConformance(server.url, {
  runner: { describe, beforeAll, it },
  token: full,
  secondToken: second,
  limitedToken: limited,
  only: ['envelope', 'get', 'auth', 'sort'],
});
afterAll(() => server.close());
