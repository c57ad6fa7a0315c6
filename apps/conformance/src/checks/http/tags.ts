import { idOf } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';
import { expectEqual, expectNoBody, expectStatus, tokensIn } from '../assertions/answer.js';
import type { CheckContext } from '../context/check-context.js';
import { type Checks, onOperations } from '../context/check.js';
import { type Operation, pathOf } from '../context/operations.js';
import { violated } from '../context/violation.js';

const strong = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

function goodPath(context: CheckContext, operation: Operation): string {
  if (operation.kind === 'list') return `${pathOf(operation)}?limit=3`;
  context.need(context.subject(operation.contract.name).rows[0], 'the collection is empty');
  return context.pathOf(operation);
}

function tagOf(exchange: Exchange): string {
  const tag = exchange.header('etag');
  if (tag === null || !strong.test(tag)) return violated('a strong ETag', tag ?? 'none', exchange);
  return tag;
}

function expectTag(exchange: Exchange, { text }: Exchange, tag: string): void {
  if (exchange.text === text) expectEqual('the ETag of the same body', tagOf(exchange), tag, exchange);
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
      tagOf(exchange);
      expectEqual('Cache-Control', tokensIn(exchange, 'cache-control'), ['no-cache', 'private'], exchange);
      const vary = tokensIn(exchange, 'vary');
      for (const name of ['authorization', 'accept-encoding'])
        if (!vary.includes(name)) violated(`Vary with ${name}`, exchange.header('vary') ?? 'none', exchange);
    },
  }),
  'etag-stays-with-the-body': onOperations(['HTTP-2'], {
    applies: isReading,
    title: 'the same body has the same ETag, another body another one',
    run: async (context, operation) => {
      const path = goodPath(context, operation);
      const first = await context.get(path);
      const again = await context.get(path, { headers: { 'X-Request-Id': 'another' } });
      const tag = tagOf(first);
      expectTag(again, first, tag);
      const others = context.random.sample(context.subject(operation.contract.name).rows, 3);
      for (const other of operation.kind === 'list'
        ? ['limit=1', 'limit=2', 'sort=updated_at&limit=3'].map((query) => `${pathOf(operation)}?${query}`)
        : others.map((row) => pathOf(operation, idOf(row)))) {
        const exchange = await context.get(other);
        if (exchange.text !== first.text && tagOf(exchange) === tag)
          violated('another ETag for another body', tag, first, exchange);
      }
      const { secondToken: token } = context.given;
      if (token !== undefined) expectTag(await context.get(path, { token }), first, tag);
    },
  }),
  'if-none-match-leads-to-304': onOperations(['HTTP-2'], {
    applies: isReading,
    title: 'If-None-Match with the tag, a list that has it, its weak form or * is 304 without a body; others are 200',
    run: async (context, operation) => {
      const path = goodPath(context, operation);
      const tag = tagOf(await context.get(path));
      const ask = (value: string, method = 'GET') => context.get(path, { method, headers: { 'If-None-Match': value } });
      for (const value of [tag, `"x", ${tag}`, `${tag}, "x"`, `"x","y", W/${tag}`, `W/${tag}`, '*'])
        expectNotModified(await ask(value), tag, `If-None-Match: ${value}`);
      for (const value of ['"x"', `"${tag.slice(1, -2)}"`, 'W/"x"'])
        expectStatus(await ask(value), 200, `If-None-Match: ${value}`);
      expectNotModified(await ask(tag, 'HEAD'), tag, 'HEAD with If-None-Match');
    },
  }),
};
