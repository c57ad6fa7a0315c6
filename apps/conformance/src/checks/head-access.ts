import { textOf } from '../json.js';
import { expectInvalidToken, expectMissingToken } from './challenge.js';
import { type Check, inFamily, onOperations } from './check.js';
import { nobody, pathOf } from './operations.js';
import { unknownToken } from './tokens.js';

/** Checks of who may send a HEAD: whoever may send the GET, and nobody else. */
export const headAccessChecks: readonly Check[] = inFamily('auth', [
  onOperations({
    id: 'no-head-works-without-a-token',
    rules: ['AUTH-1', 'AUTH-2', 'HTTP-3'],
    applies: ({ method }) => method === 'GET',
    title: 'a HEAD without a token, and with one that nobody was given, is 401 with a challenge, as its GET is',
    run: async (trial, operation) => {
      const row = trial.subject(operation.contract.name).rows[0];
      const ask = { path: pathOf(operation, row ? textOf(row['id']) : nobody), method: 'HEAD' };
      expectMissingToken(await trial.send({ ...ask, token: null }), 'HEAD without a token');
      expectInvalidToken(await trial.send({ ...ask, token: unknownToken(trial.random) }), 'HEAD, an unknown token');
    },
  }),
]);
