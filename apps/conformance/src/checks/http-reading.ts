import { nextCursor, toText } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { expectEqual, expectNoBody, expectProblem, expectStatus, tokensIn } from '../kit/expect.js';
import { type Checks, onOperations } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { type Operation, operations, operationPath } from '../kit/subject.js';
import { onProjects } from '../kit/projects.js';

/** Headers that HEAD and GET share. Others may depend on the single response or its transport. */
const shownByBoth = [
  ...['content-type', 'etag', 'cache-control', 'vary', 'link', 'content-encoding', 'ratelimit-policy', 'allow'],
];

function listMethods({ template }: Operation): string[] {
  const own = operations.filter((other) => other.template === template).map(({ method }) => method);
  return [...new Set([...own, 'HEAD', 'OPTIONS'])].sort();
}

function expectAllow(exchange: Exchange, operation: Operation): void {
  expectEqual('Allow', tokensIn(exchange, 'allow').join().toUpperCase(), listMethods(operation).join(), exchange);
}

function expectHead(get: Exchange, head: Exchange): void {
  if (head.status !== get.status) violated(`HEAD with ${get.status}, like GET`, String(head.status), get, head);
  expectNoBody(head);
  for (const name of shownByBoth)
    expectEqual(`HEAD with the ${name} of GET`, head.header(name), get.header(name), get, head);
  const told = head.header('content-length');
  // The body of an error contains its request id, whose length may vary.
  const sameBody = get.status === 200 || told === '0';
  if (told !== null && sameBody && Number(told) !== get.bytes.length)
    violated(`HEAD with the Content-Length of GET, ${get.bytes.length}, or without one`, told, get, head);
}

export const methodChecks: Checks = {
  'head-is-get-without-a-body': onOperations(['HTTP-3'], {
    applies: ({ method }) => method === 'GET',
    title: 'every GET has a HEAD with the same status and headers and without a body',
    run: async (context, operation) => {
      const path = operationPath(operation);
      const paths =
        operation.kind === 'list'
          ? [path, `${path}?limit=1`, `${path}?limit=0`]
          : [context.pathOf(operation), path, operationPath(operation, 'me')];
      for (const one of new Set(paths)) expectHead(await context.get(one), await context.get(one, { method: 'HEAD' }));
    },
  }),
  'options-needs-no-token': onOperations(['HTTP-3', 'AUTH-2'], {
    title: 'OPTIONS on a known path is a 204 with Allow, with or without a token',
    run: async (context, operation) => {
      for (const token of [null, context.target.token]) {
        const exchange = await context.get(operationPath(operation), { method: 'OPTIONS', token });
        expectStatus(exchange, 204, 'OPTIONS on a known path');
        expectAllow(exchange, operation);
        expectNoBody(exchange);
      }
    },
  }),
  'other-methods-are-405': onOperations(['HTTP-3', 'ERR-3'], {
    title: 'a method that a path does not support is a 405 with Allow',
    run: async (context, operation) => {
      const known = listMethods(operation);
      const json = { body: '{}', headers: { 'Content-Type': 'application/json' } };
      // The id does not exist, so that a broken server cannot change a row.
      for (const [method, ask] of [
        ['POST', json],
        ['PUT', json],
        ['PATCH', json],
        ['DELETE', {}],
        ['PURGE', {}],
      ] as const) {
        if (known.includes(method)) continue;
        const exchange = await context.get(operationPath(operation), { method, ...ask });
        expectProblem(exchange, 'method_not_allowed', `${method} ${operation.template}`);
        expectAllow(exchange, operation);
      }
    },
  }),
};

const tagOf = (exchange: Exchange): string =>
  exchange.header('etag') ?? violated('an ETag', exchange.header('etag') ?? 'none', exchange);

export const tagChecks: Checks = {
  'etag-moves-with-the-body': onProjects(['HTTP-2', 'PAGE-1'], {
    title:
      'after a write a get, a list and a page that gets a next page have another ETag, and the former one leads to a 200',
    run: async (projects) => {
      const { context } = projects;
      // Both states have the same length.
      const { id } = await projects.create({ ...projects.small(), summary: 'One.' });
      const since = toText((await projects.create()).project['created_at']);
      const paths = [
        ...[`/api/v1/projects/${id}`, `/api/v1/projects?filters[id][in]=${id}`],
        `/api/v1/projects?filters[created_at][gte]=${since}&sort=created_at&limit=1`,
      ];
      const before = await Promise.all(paths.map((path) => context.get(path)));
      context.need(nextCursor(before.at(-1)?.json) === null, 'another project was made meanwhile');
      await projects.update(id, { summary: 'Two.' });
      await projects.create();
      for (const [place, former] of before.entries()) {
        const after = await context.get(paths[place] ?? '');
        const conditional = await context.get(paths[place] ?? '', { headers: { 'If-None-Match': tagOf(former) } });
        expectStatus(conditional, 200, 'If-None-Match with the ETag of the state before a write');
        if (tagOf(after) === tagOf(former)) violated('another ETag for another body', tagOf(after), former, after);
      }
    },
  }),
};
