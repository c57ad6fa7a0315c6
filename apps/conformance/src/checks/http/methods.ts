import type { Exchange } from '../../target/exchange.js';
import { expectEqual, expectNoBody, expectStatus, tokensIn } from '../assertions/answer.js';
import { expectProblem } from '../assertions/problem.js';
import { type Checks, onOperations, onServer } from '../context/check.js';
import { type Operation, operations, pathOf, unknownId } from '../context/operations.js';
import { violated } from '../context/violation.js';

/** Headers that a HEAD shows as the GET does. Others may be about the one answer, or about its transport. */
const shownByBoth = [
  ...['content-type', 'etag', 'cache-control', 'vary', 'link', 'content-encoding', 'ratelimit-policy', 'allow'],
];

function methodsOf({ template }: Operation): string[] {
  const own = operations.filter((other) => other.template === template).map(({ method }) => method);
  return [...new Set([...own, 'HEAD', 'OPTIONS'])].sort();
}

function expectAllow(exchange: Exchange, operation: Operation): void {
  expectEqual('Allow', tokensIn(exchange, 'allow').join().toUpperCase(), methodsOf(operation).join(), exchange);
}

function expectHead(get: Exchange, head: Exchange): void {
  if (head.status !== get.status) violated(`HEAD with ${get.status}, like GET`, String(head.status), get, head);
  expectNoBody(head);
  for (const name of shownByBoth)
    expectEqual(`HEAD with the ${name} of GET`, head.header(name), get.header(name), get, head);
  const told = head.header('content-length');
  // The body of an error has the id of its request in it, which may be longer or shorter another time.
  const sameBody = get.status === 200 || told === '0';
  if (told !== null && sameBody && Number(told) !== get.bytes.length)
    violated(`HEAD with the Content-Length of GET, ${get.bytes.length}, or with none`, told, get, head);
}

export const methodChecks: Checks = {
  'head-is-get-without-a-body': onOperations(['HTTP-3'], {
    applies: ({ method }) => method === 'GET',
    title: 'where there is a GET there is a HEAD, with the same status and headers and without a body',
    run: async (context, operation) => {
      const path = pathOf(operation);
      const paths =
        operation.kind === 'list'
          ? [path, `${path}?limit=1`, `${path}?limit=0`]
          : [context.pathOf(operation), path, pathOf(operation, 'me')];
      for (const one of new Set(paths)) expectHead(await context.get(one), await context.get(one, { method: 'HEAD' }));
    },
  }),
  'options-needs-no-token': onOperations(['HTTP-3', 'AUTH-2'], {
    title: 'OPTIONS on a known path is 204 with Allow, with a token or without',
    run: async (context, operation) => {
      for (const token of [null, context.target.token]) {
        const exchange = await context.get(pathOf(operation), { method: 'OPTIONS', token });
        expectStatus(exchange, 204, 'OPTIONS on a known path');
        expectAllow(exchange, operation);
        expectNoBody(exchange);
      }
    },
  }),
  'other-methods-are-405': onOperations(['HTTP-3', 'ERR-3'], {
    title: 'a method that a path does not have is 405 with Allow',
    run: async (context, operation) => {
      const known = methodsOf(operation);
      const json = { body: '{}', headers: { 'Content-Type': 'application/json' } };
      // What a broken server might do with these, it does to an id that nothing has.
      for (const [method, ask] of [
        ['POST', json],
        ['PUT', json],
        ['PATCH', json],
        ['DELETE', {}],
        ['PURGE', {}],
      ] as const) {
        if (known.includes(method)) continue;
        const exchange = await context.get(pathOf(operation), { method, ...ask });
        expectProblem(exchange, 'method_not_allowed', `${method} ${operation.template}`);
        expectAllow(exchange, operation);
      }
    },
  }),
  'options-on-an-unknown-path-is-like-any-other': onServer(['HTTP-3', 'HTTP-7'], {
    title: 'OPTIONS on an unknown path is 404 with a token',
    run: async (context) => {
      for (const path of ['/api/v1/nothing', `/api/v1/project_licenses/${unknownId}`, '/api/v1/users/'])
        expectProblem(await context.get(path, { method: 'OPTIONS' }), 'not_found', `OPTIONS ${path}`);
    },
  }),
};
