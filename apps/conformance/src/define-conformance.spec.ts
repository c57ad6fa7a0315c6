import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startMutant } from '../mutants/start-mutant.js';
import { defineConformance } from './define-conformance.js';

// The library as a team uses it: one test per rule of the reference server.
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
