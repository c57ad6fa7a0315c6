import { textOf } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { onOperations, onServer } from './check.js';
import { expectProblem, expectStatus } from './expect.js';
import { nobody, type Operation, operations, pathOf } from './operations.js';
import { violated } from './violation.js';
import type { Trial } from './trial.js';

/** Headers that a HEAD shows as the GET does. Others may be about the one answer, or about its transport. */
const shownByBoth = [
  'content-type',
  'etag',
  'cache-control',
  'vary',
  'link',
  'content-encoding',
  'ratelimit-policy',
  'allow',
];

/** The methods of the path that an operation has (HTTP-3). */
function methodsOf({ template }: Operation): string[] {
  const own = operations.filter((other) => other.template === template).map(({ method }) => method);
  return [...new Set([...own, 'HEAD', 'OPTIONS'])].sort();
}

function expectAllow(exchange: Exchange, operation: Operation): void {
  const allow = (exchange.header('allow') ?? '')
    .toUpperCase()
    .split(/\s*,\s*/)
    .sort()
    .join();
  const expected = methodsOf(operation).join();
  if (allow !== expected) violated(`Allow: ${expected}`, allow === '' ? 'none' : allow, exchange);
}

function expectHead(get: Exchange, head: Exchange): void {
  if (head.status !== get.status) violated(`HEAD with ${get.status}, like GET`, String(head.status), get, head);
  if (head.bytes.length > 0) violated('HEAD without a body', `${head.bytes.length} bytes`, head);
  for (const name of shownByBoth) {
    const [one, other] = [get.header(name), head.header(name)];
    if (one !== other) violated(`HEAD with the ${name} of GET, ${one ?? 'none'}`, other ?? 'none', get, head);
  }
  const told = head.header('content-length');
  // The body of an error has the id of its request in it, which may be longer or shorter another time.
  const sameBody = get.status === 200 || told === '0';
  if (told !== null && sameBody && Number(told) !== get.bytes.length)
    violated(`HEAD with the Content-Length of GET, ${get.bytes.length}, or with none`, told, get, head);
}

export const methodChecks = [
  onOperations({
    id: 'head-is-get-without-a-body',
    rules: ['HTTP-3'],
    applies: ({ method }) => method === 'GET',
    title: 'where there is a GET there is a HEAD, with the same status and headers and without a body',
    run: async (trial, operation) => {
      const row = trial.subject(operation.contract.name).rows[0];
      const paths =
        operation.kind === 'list'
          ? [pathOf(operation), `${pathOf(operation)}?limit=1`, `${pathOf(operation)}?limit=0`]
          : [...(row ? [pathOf(operation, textOf(row['id']))] : []), pathOf(operation), pathOf(operation, 'me')];
      for (const path of paths) expectHead(await trial.get(path), await trial.get(path, { method: 'HEAD' }));
    },
  }),
  onOperations({
    id: 'options-needs-no-token',
    rules: ['HTTP-3', 'AUTH-2'],
    title: 'OPTIONS on a known path is 204 with Allow, with a token or without',
    run: async (trial, operation) => {
      for (const token of [null, trial.target.token]) {
        const exchange = await trial.get(pathOf(operation), { method: 'OPTIONS', token });
        expectStatus(exchange, 204, 'OPTIONS on a known path');
        expectAllow(exchange, operation);
        if (exchange.bytes.length > 0) violated('204 without a body', `${exchange.bytes.length} bytes`, exchange);
      }
    },
  }),
  onOperations({
    id: 'other-methods-are-405',
    rules: ['HTTP-3', 'ERR-3'],
    title: 'a method that a path does not have is 405 with Allow',
    run: async (trial, operation) => {
      const known = methodsOf(operation);
      // What a broken server might do with these, it does to an id that nothing has.
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'].filter((one) => !known.includes(one))) {
        await expectNotAllowed(trial, operation, method);
      }
    },
  }),
  onServer({
    id: 'options-on-an-unknown-path-is-like-any-other',
    rules: ['HTTP-3', 'HTTP-7'],
    title: 'OPTIONS on an unknown path is 404 with a token',
    run: async (trial) => {
      for (const path of ['/api/v1/nothing', `/api/v1/project_licenses/${nobody}`, '/api/v1/users/']) {
        expectProblem(await trial.get(path, { method: 'OPTIONS' }), 'not_found', `OPTIONS ${path}`);
      }
    },
  }),
];

async function expectNotAllowed(trial: Trial, operation: Operation, method: string): Promise<void> {
  const body =
    method === 'DELETE' || method === 'PURGE' ? {} : { body: '{}', headers: { 'Content-Type': 'application/json' } };
  const exchange = await trial.send({ path: pathOf(operation), method, ...body });
  expectProblem(exchange, 'method_not_allowed', `${method} ${operation.template}`);
  expectAllow(exchange, operation);
}
