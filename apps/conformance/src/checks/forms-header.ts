import type { Exchange } from '../target/exchange.js';
import { expectEqual, expectStatus } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { type Operation, operations } from '../kit/subject.js';
import { everyPair } from '../kit/pairwise.js';

/** Ways to ask whether a response has changed since its tag was TAG; null for not asking (HTTP-2). */
const conditions = [null, 'TAG', 'W/TAG', '"x", TAG', 'TAG,"x"', '*', '"x"'];

const ranges = ['*/*', 'application/*', 'application/json', 'text/html, application/json;q=0.5', 'text/*, */*;q=0.1'];
const codings = [null, 'identity', 'gzip', 'br;q=0.5, gzip', '*'];

interface HeaderCase {
  readonly operation: Operation;
  readonly method: 'GET' | 'HEAD';
  readonly condition: string | null;
  readonly accept: string | null;
  readonly coding: string | null;
  readonly scheme: 'Bearer' | 'bearer' | 'BEARER';
  readonly requestId: string | null;
}

async function expectSame(context: CheckContext, path: string, one: HeaderCase, plain: Exchange): Promise<void> {
  const tag = plain.header('etag') ?? violated('an ETag', 'none', plain);
  const same = one.condition !== null && one.condition !== '"x"';
  const sent = {
    Authorization: `${one.scheme} ${context.target.token}`,
    Accept: one.accept,
    'Accept-Encoding': one.coding,
    'If-None-Match': one.condition?.replace('TAG', () => tag) ?? null,
    'X-Request-Id': one.requestId,
  };
  const headers = Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const exchange = await context.get(path, { method: one.method, headers });
  const why = `${one.method} with ${JSON.stringify({ ...headers, Authorization: `${one.scheme} …` })}`;
  expectStatus(exchange, same ? 304 : 200, why);
  if (!same) expectEqual('the ETag of a plain GET', exchange.header('etag'), tag, plain, exchange);
  expectEqual(`the body, ${why}`, exchange.text, same || one.method === 'HEAD' ? '' : plain.text, plain, exchange);
  if (one.requestId !== null)
    expectEqual('the X-Request-Id that was sent', exchange.header('x-request-id'), one.requestId, exchange);
}

export const headerFormChecks: Checks = {
  'every-form-of-a-header-on-every-operation': onServer(['HTTP-1', 'HTTP-2', 'HTTP-3', 'HTTP-4', 'HTTP-5', 'AUTH-2'], {
    title: 'each form of the request headers is accepted on each reading operation, by GET and by HEAD',
    run: async (context) => {
      const plain = new Map<Operation, { path: string; exchange: Exchange }>();
      for (const operation of operations.filter(({ method }) => method === 'GET')) {
        const path = `${context.pathOf(operation)}${operation.kind === 'list' ? '?limit=3' : ''}`;
        const exchange = await context.get(path);
        if (exchange.status === 200) plain.set(operation, { path, exchange });
      }
      await everyPair<HeaderCase>(
        context,
        {
          operation: [...plain.keys()],
          method: ['GET', 'HEAD'],
          condition: conditions,
          accept: [null, ...ranges],
          coding: codings,
          scheme: ['Bearer', 'bearer', 'BEARER'],
          requestId: [null, 'a', `run.${'x'.repeat(120)}_-9`],
        },
        () => true,
        (one) => {
          const known = plain.get(one.operation);
          return known ? () => expectSame(context, known.path, one, known.exchange) : null;
        },
      );
    },
  }),
};
