import type { Exchange } from '../target/exchange.js';
import { readId } from '../json.js';
import { expectEqual, expectProblem, expectSameBody, expectStatus } from '../kit/expect.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onOperations, onServer } from '../kit/check.js';
import { fail } from '../kit/violation.js';
import { type Operation, operationPath, operations } from '../kit/subject.js';
import { type CaseOf, pairwise } from '../kit/pairwise.js';

/** Values of If-None-Match that match the ETag TAG (HTTP-2), and others; null sends no header. */
const matching = ['TAG', 'W/TAG', '"x", TAG', 'TAG,"x"', '"x","y", W/TAG', '*'];
const conditions = [null, ...matching, '"x"', 'W/"x"', '"TAG-"'];

const accepted = [
  ...['*/*', 'application/*', 'application/json', 'application/json; charset=utf-8', 'application/hal+json'],
  ...['application/vnd.api+json', 'text/html, application/json;q=0.5', 'text/html, */*;q=0.1'],
];
const rejected = ['text/html', 'application/xml', 'text/*', 'image/png, text/plain', 'application/json;q=0'];

/** Ranges that match JSON, the most specific first, each absent or with a weight; the first one of a header decides. */
const weighted = ['application/json', 'application/*', '*/*'].reduce<readonly (readonly string[])[]>(
  (headers, range) => headers.flatMap((header) => [header, [...header, `${range};q=0.5`], [...header, `${range};q=0`]]),
  [[]],
);

/** Values of Accept, and whether they accept JSON. */
const accepts: ReadonlyMap<string, boolean> = new Map([
  ...accepted.map((accept) => [accept, true] as const),
  ...rejected.map((accept) => [accept, false] as const),
  ...weighted.slice(1).flatMap((header) => {
    const isGood = header[0]?.endsWith(';q=0') === false;
    return [header, [...header].reverse()].map((ranges) => [ranges.join(', '), isGood] as const);
  }),
]);

const getCoding = (exchange: Exchange): string =>
  (exchange.header('content-encoding') ?? 'identity').trim().toLowerCase().replace(/^x-/, '');

/** Expects one of these codings (HTTP-5). The decoded body must be the same, which shows that the header is correct. */
function expectCoding(exchange: Exchange, requested: string, codings: readonly string[], plain: Exchange): string {
  expectStatus(exchange, 200, `a response with Accept-Encoding: ${requested}`);
  const coding = getCoding(exchange);
  if (!codings.includes(coding))
    fail(`${codings.join(' or ')} for Accept-Encoding: ${requested} and a body above 1 KiB`, coding, exchange);
  expectSameBody('the same body in every coding', plain, exchange);
  expectEqual('the ETag in every coding (HTTP-2)', exchange.header('etag'), plain.header('etag'), exchange);
  return coding;
}

/** A response that is probably above 1 KiB: a list of twenty rows, or the longest row. */
function largePath(context: CheckContext, operation: Operation): string {
  if (operation.kind === 'list') return `${operationPath(operation)}?limit=20`;
  const rows = context.subject(operation.contract.name).rows.slice(0, 100);
  const [longest] = rows.sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
  return operationPath(operation, readId(context.need(longest, 'the collection is empty')));
}

/** The paths of the lists and of the gets with a row. */
const readable = (context: CheckContext, kind: Operation['kind']): string[] =>
  operations
    .filter((one) => one.kind === kind && (kind === 'list' || context.subject(one.contract.name).rows.length > 0))
    .map((one) => `${context.pathOf(one)}${kind === 'list' ? '?limit=3' : ''}`);

const forms = {
  kind: ['list', 'get'],
  method: ['GET', 'HEAD'],
  condition: conditions,
  accept: [null, ...accepted.slice(0, 5)],
  coding: [null, 'identity', 'gzip', 'br;q=0.5, gzip', '*'],
  scheme: ['Bearer', 'bearer', 'BEARER', 'bEaReR'],
  requestId: [null, 'a', `run.${'x'.repeat(120)}_-9`],
} as const;

type HeaderCase = CaseOf<typeof forms>;

async function expectSame(context: CheckContext, path: string, one: HeaderCase, plain: Exchange): Promise<void> {
  const tag = plain.header('etag') ?? fail('an ETag', 'none', plain);
  const same = one.condition !== null && matching.includes(one.condition);
  const sent = {
    Authorization: `${one.scheme} ${context.target.token}`,
    Accept: one.accept,
    'Accept-Encoding': one.coding,
    'If-None-Match': one.condition?.replace('"TAG-"', () => `"${tag.slice(1, -2)}"`).replace('TAG', () => tag) ?? null,
    'X-Request-Id': one.requestId,
  };
  const headers = Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const exchange = await context.get(path, { method: one.method, headers });
  const why = `${one.method} with ${JSON.stringify({ ...headers, Authorization: `${one.scheme} …` })}`;
  expectStatus(exchange, same ? 304 : 200, why);
  expectEqual('the ETag of a plain GET', exchange.header('etag') ?? (same ? tag : null), tag, plain, exchange);
  expectEqual(`the body, ${why}`, exchange.text, same || one.method === 'HEAD' ? '' : plain.text, plain, exchange);
  if (one.requestId !== null)
    expectEqual('the X-Request-Id that was sent', exchange.header('x-request-id'), one.requestId, exchange);
}

export const headerChecks: Checks = {
  'every-form-of-a-header-on-every-operation': onServer(['HTTP-1', 'HTTP-2', 'HTTP-3', 'HTTP-4', 'HTTP-5', 'AUTH-2'], {
    title: 'each form of the request headers is accepted by GET and HEAD, with the same body and ETag',
    run: async (context) => {
      const paths = { list: readable(context, 'list'), get: readable(context, 'get') };
      context.need(paths.get.length > 0, 'no collection has a row');
      for (const [turn, one] of pairwise<HeaderCase>(context, forms).entries()) {
        const path = paths[one.kind][turn % paths[one.kind].length] ?? '';
        await expectSame(context, path, one, await context.get(path));
      }
    },
  }),
  'accept-is-honoured': onServer(['HTTP-4', 'ERR-3'], {
    title: 'an Accept that excludes application/json is a 406; wildcards match; the most specific range decides',
    run: async (context) => {
      const paths = [...readable(context, 'list'), ...readable(context, 'get')];
      await context.each([...accepts].entries(), async ([index, [Accept, isGood]]) => {
        const exchange = await context.get(paths[index % paths.length] ?? '', { headers: { Accept } });
        if (!isGood) return expectProblem(exchange, 'not_acceptable', `Accept: ${Accept}`);
        expectStatus(exchange, 200, `Accept: ${Accept}`);
        expectEqual('the media type', exchange.mediaType, 'application/json', exchange);
      });
    },
  }),
  'bodies-are-compressed-on-request': onOperations(['HTTP-5', 'HTTP-2'], {
    applies: ({ method }) => method === 'GET',
    title: 'a body above 1 KiB is compressed with gzip or brotli only on request',
    run: async (context, operation) => {
      const path = largePath(context, operation);
      const spec = (coding: string) => context.get(path, { headers: { 'Accept-Encoding': coding } });
      const plain = await context.get(path);
      expectEqual('the coding of a body without Accept-Encoding', getCoding(plain), 'identity', plain);
      context.need(plain.bytes.length > 1024, 'the body is not above 1 KiB');
      // A server may support only one of the two, which it must then use when requested.
      const known = expectCoding(await spec('gzip, br'), 'gzip, br', ['gzip', 'br'], plain);
      const place = operations.indexOf(operation);
      const coding = ['gzip', 'br'][place % 2] ?? 'gzip';
      expectCoding(await spec(coding), coding, coding === known ? [coding] : [coding, 'identity'], plain);
      const none = ['identity', 'gzip;q=0', 'deflate'][place % 3] ?? 'identity';
      const exchange = await spec(none);
      const found = getCoding(exchange);
      if (found === 'gzip' || found === 'br') fail(`no gzip or brotli for Accept-Encoding: ${none}`, found, exchange);
    },
  }),
};
