import type { ProblemCode } from '@resource-catalogue/contracts';
import type { Ask } from '../target/target.js';
import { onServer } from './check.js';
import { expectFaults, expectProblem } from './expect.js';
import { nobody } from './operations.js';
import { unknownToken } from './tokens.js';

const json = { 'Content-Type': 'application/json' };

/** One plain request for each code that any client can meet without writing. */
const refused: readonly (readonly [ask: Ask, code: ProblemCode])[] = [
  [{ path: '/api/v1/spaces?limit=0' }, 'invalid_request'],
  [{ path: '/api/v1/spaces?cursor=next' }, 'invalid_cursor'],
  [{ path: '/api/v1/spaces', token: null }, 'missing_token'],
  [{ path: `/api/v1/spaces/${nobody}` }, 'not_found'],
  [{ path: '/api/v1/spaces', method: 'DELETE' }, 'method_not_allowed'],
  [{ path: '/api/v1/spaces', headers: { Accept: 'text/html' } }, 'not_acceptable'],
];

/** How problems say what is wrong, and where. */
export const problemNameChecks = [
  onServer({
    id: 'each-refusal-has-its-code',
    rules: ['ERR-3'],
    title: 'each plain way to be refused has the status and the code of the table',
    run: async (trial) => {
      const unknown = { path: '/api/v1/spaces', token: unknownToken(trial.random) };
      for (const [ask, code] of [...refused, [unknown, 'invalid_token'] as const])
        expectProblem(await trial.send(ask), code, `a request that is ${code}`);
    },
  }),
  onServer({
    id: 'a-bad-id-is-called-id',
    rules: ['ERR-2', 'GET-2'],
    title: 'the fault of a bad id in a path is at the parameter id',
    run: async (trial) => {
      const exchange = await trial.get('/api/v1/spaces/42');
      expectFaults(exchange, expectProblem(exchange, 'invalid_request', 'a bad id'), [{ parameter: 'id' }]);
    },
  }),
  onServer({
    id: 'faults-of-bodies-are-pointed-at',
    rules: ['ERR-2'],
    needs: ['writes'],
    title: 'the fault of a body is at an RFC 6901 pointer, also inside an array',
    run: async (trial) => {
      // A bad body comes before an unknown id (ERR-4): nothing is written.
      const body = JSON.stringify({ name: 1, steps: [{ title: 1 }] });
      const exchange = await trial.send({ path: `/api/v1/projects/${nobody}`, method: 'PATCH', headers: json, body });
      const faults = expectProblem(exchange, 'invalid_request', 'a bad body');
      expectFaults(exchange, faults, [{ pointer: '/name' }, { pointer: '/steps/0/title' }]);
    },
  }),
];
