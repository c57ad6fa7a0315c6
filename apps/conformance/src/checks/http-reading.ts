import { nextCursor, readId, toText } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { expectEqual, expectNoBody, expectProblem, expectStatus, tokensIn } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onOperations, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { type Operation, operations, operationPath, unknownId } from '../kit/subject.js';
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
  'options-on-an-unknown-path-is-like-any-other': onServer(['HTTP-3', 'HTTP-7'], {
    title: 'OPTIONS with a token on an unknown path is a 404',
    run: async (context) => {
      for (const path of ['/api/v1/nothing', `/api/v1/project_licenses/${unknownId}`, '/api/v1/users/'])
        expectProblem(await context.get(path, { method: 'OPTIONS' }), 'not_found', `OPTIONS ${path}`);
    },
  }),
};

const strong = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

function goodPath(context: CheckContext, operation: Operation): string {
  if (operation.kind === 'list') return `${operationPath(operation)}?limit=3`;
  context.need(context.subject(operation.contract.name).rows[0], 'the collection is empty');
  return context.pathOf(operation);
}

function getTag(exchange: Exchange): string {
  const tag = exchange.header('etag');
  if (tag === null || !strong.test(tag)) return violated('a strong ETag', tag ?? 'none', exchange);
  return tag;
}

function expectTag(exchange: Exchange, { text }: Exchange, tag: string): void {
  if (exchange.text === text) expectEqual('the ETag of the same body', getTag(exchange), tag, exchange);
}

function expectNotModified(exchange: Exchange, tag: string, why: string): void {
  expectStatus(exchange, 304, why);
  expectNoBody(exchange);
  expectEqual('the ETag of a 304, if it has one', exchange.header('etag') ?? tag, tag, exchange);
}

const isReading = ({ method }: Operation): boolean => method === 'GET';

export const tagChecks: Checks = {
  'good-answers-have-their-headers': onOperations(['HTTP-2'], {
    applies: isReading,
    title: 'a 200 has a strong ETag, Cache-Control: private, no-cache and Vary: Authorization, Accept-Encoding',
    run: async (context, operation) => {
      const exchange = await context.get(goodPath(context, operation));
      expectStatus(exchange, 200, 'a good request');
      getTag(exchange);
      expectEqual('Cache-Control', tokensIn(exchange, 'cache-control'), ['no-cache', 'private'], exchange);
      const vary = tokensIn(exchange, 'vary');
      for (const name of ['authorization', 'accept-encoding'])
        if (!vary.includes(name)) violated(`Vary with ${name}`, exchange.header('vary') ?? 'none', exchange);
    },
  }),
  'etag-stays-with-the-body': onOperations(['HTTP-2'], {
    applies: isReading,
    title: 'equal bodies have the same ETag, different bodies different ones',
    run: async (context, operation) => {
      const path = goodPath(context, operation);
      const first = await context.get(path);
      const again = await context.get(path, { headers: { 'X-Request-Id': 'another' } });
      const tag = getTag(first);
      expectTag(again, first, tag);
      const others = context.random.sample(context.subject(operation.contract.name).rows, 3);
      for (const other of operation.kind === 'list'
        ? ['limit=1', 'limit=2', 'sort=updated_at&limit=3'].map((query) => `${operationPath(operation)}?${query}`)
        : others.map((row) => operationPath(operation, readId(row)))) {
        const exchange = await context.get(other);
        if (exchange.text !== first.text && getTag(exchange) === tag)
          violated('another ETag for another body', tag, first, exchange);
      }
      const { secondToken: token } = context.given;
      if (token !== undefined) expectTag(await context.get(path, { token }), first, tag);
    },
  }),
  'etag-moves-with-the-body': onProjects(['HTTP-2'], {
    title: 'after a write the get and the list have another ETag, and the former one leads to a 200',
    run: async (projects) => {
      const { context } = projects;
      // Both states have the same length.
      const { id } = await projects.create({ ...projects.small(), summary: 'One.' });
      const paths = [`/api/v1/projects/${id}`, `/api/v1/projects?filters[id][in]=${id}`];
      const before = await Promise.all(paths.map((path) => context.get(path)));
      await projects.update(id, { summary: 'Two.' });
      for (const [place, former] of before.entries()) {
        const [path = '', tag] = [paths[place], getTag(former)];
        const after = await context.get(path);
        if (getTag(after) === tag) violated('another ETag for another body', tag, former, after);
        const conditional = await context.get(path, { headers: { 'If-None-Match': tag } });
        expectStatus(conditional, 200, 'If-None-Match with the ETag of the state before a write');
      }
    },
  }),
  'a-tag-covers-the-next-page': onProjects(['HTTP-2', 'PAGE-1'], {
    title: 'a page whose rows stay, but which gets or loses a next page, has another ETag',
    run: async (projects) => {
      const { context } = projects;
      const { project } = await projects.create();
      const path = `/api/v1/projects?filters[created_at][gte]=${toText(project['created_at'])}&sort=created_at&limit=1`;
      const before = await context.get(path);
      context.need(nextCursor(before.json) === null, 'another project was made meanwhile');
      await projects.create();
      const after = await context.get(path, { headers: { 'If-None-Match': getTag(before) } });
      expectStatus(after, 200, 'If-None-Match with the ETag of the page before it had a next page');
      if (getTag(after) === getTag(before)) violated('another ETag for another body', getTag(after), before, after);
      if (nextCursor(after.json) === null) violated('meta.next after another project was made', 'null', after);
    },
  }),
  'if-none-match-leads-to-304': onOperations(['HTTP-2'], {
    applies: isReading,
    title: 'If-None-Match with the tag, its weak form, a list with it or * is a 304 without a body; others are 200',
    run: async (context, operation) => {
      const path = goodPath(context, operation);
      const tag = getTag(await context.get(path));
      const ask = (value: string, method = 'GET') => context.get(path, { method, headers: { 'If-None-Match': value } });
      for (const value of [tag, `"x", ${tag}`, `${tag}, "x"`, `"x","y", W/${tag}`, `W/${tag}`, '*'])
        expectNotModified(await ask(value), tag, `If-None-Match: ${value}`);
      for (const value of ['"x"', `"${tag.slice(1, -2)}"`, 'W/"x"'])
        expectStatus(await ask(value), 200, `If-None-Match: ${value}`);
      expectNotModified(await ask(tag, 'HEAD'), tag, 'HEAD with If-None-Match');
    },
  }),
};
