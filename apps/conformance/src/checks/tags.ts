import { textOf } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { onOperations } from './check.js';
import { expectStatus } from './expect.js';
import { tokensIn } from './header-values.js';
import { type Operation, pathOf } from './operations.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

const strong = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/** The path of a good GET of the operation. */
function goodPath(trial: Trial, operation: Operation): string {
  if (operation.kind === 'list') return `${pathOf(operation)}?limit=3`;
  const row = trial.need(trial.subject(operation.contract.name).rows[0], 'the collection is empty');
  return pathOf(operation, textOf(row['id']));
}

function tagOf(exchange: Exchange): string {
  const tag = exchange.header('etag');
  if (tag === null || !strong.test(tag)) return violated('a strong ETag', tag ?? 'none', exchange);
  return tag;
}

function expectNotModified(exchange: Exchange, tag: string, why: string): void {
  expectStatus(exchange, 304, why);
  if (exchange.bytes.length > 0) violated('304 without a body', `${exchange.bytes.length} bytes`, exchange);
  const found = exchange.header('etag');
  if (found !== null && found !== tag) violated(`the ETag ${tag}`, found, exchange);
}

const isReading = ({ method }: Operation): boolean => method === 'GET';

export const tagChecks = [
  onOperations({
    id: 'good-answers-have-their-headers',
    rules: ['HTTP-2'],
    applies: isReading,
    title: 'a 200 has a strong ETag, Cache-Control: private, no-cache and Vary: Authorization, Accept-Encoding',
    run: async (trial, operation) => {
      const exchange = await trial.get(goodPath(trial, operation));
      expectStatus(exchange, 200, 'a good request');
      tagOf(exchange);
      const directives = tokensIn(exchange, 'cache-control').join();
      if (directives !== 'no-cache,private') violated('Cache-Control: private, no-cache', directives, exchange);
      const vary = tokensIn(exchange, 'vary');
      for (const name of ['authorization', 'accept-encoding']) {
        if (!vary.includes(name)) violated(`Vary with ${name}`, exchange.header('vary') ?? 'none', exchange);
      }
    },
  }),
  onOperations({
    id: 'etag-stays-with-the-body',
    rules: ['HTTP-2'],
    applies: isReading,
    title: 'the same body has the same ETag, another body another one',
    run: async (trial, operation) => {
      const path = goodPath(trial, operation);
      const first = await trial.get(path);
      const again = await trial.get(path, { headers: { 'X-Request-Id': 'another' } });
      const tag = tagOf(first);
      if (first.text === again.text && tagOf(again) !== tag) violated(`the ETag ${tag} again`, tagOf(again), again);
      const others =
        operation.kind === 'list'
          ? ['limit=1', 'limit=2', 'sort=updated_at&limit=3'].map((query) => `${pathOf(operation)}?${query}`)
          : trial.random
              .sample(trial.subject(operation.contract.name).rows, 3)
              .map((row) => pathOf(operation, textOf(row['id'])));
      for (const other of others) {
        const exchange = await trial.get(other);
        if (exchange.text !== first.text && tagOf(exchange) === tag)
          violated('another ETag for another body', tag, first, exchange);
      }
      const { secondToken } = trial.given;
      if (secondToken === undefined) return;
      const theirs = await trial.get(path, { token: secondToken });
      if (theirs.text === first.text && tagOf(theirs) !== tag)
        violated(`the ETag ${tag} for every token`, tagOf(theirs), theirs);
    },
  }),
  onOperations({
    id: 'if-none-match-leads-to-304',
    rules: ['HTTP-2'],
    applies: isReading,
    title: 'If-None-Match with the tag, a list that has it, its weak form or * is 304 without a body; others are 200',
    run: async (trial, operation) => {
      const path = goodPath(trial, operation);
      const tag = tagOf(await trial.get(path));
      const ask = (value: string, method = 'GET') => trial.get(path, { method, headers: { 'If-None-Match': value } });
      for (const value of [tag, `"x", ${tag}`, `${tag}, "x"`, `"x","y", W/${tag}`, `W/${tag}`, '*']) {
        expectNotModified(await ask(value), tag, `If-None-Match: ${value}`);
      }
      for (const value of ['"x"', `"${tag.slice(1, -2)}"`, 'W/"x"']) {
        expectStatus(await ask(value), 200, `If-None-Match: ${value}`);
      }
      expectNotModified(await ask(tag, 'HEAD'), tag, 'HEAD with If-None-Match');
    },
  }),
];
