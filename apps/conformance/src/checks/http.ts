import { textOf } from '../json.js';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import type { Exchange } from '../target/exchange.js';
import { inFamily, onCollections, onOperations, onServer } from './check.js';
import { expectPage, expectProblem, expectStatus } from './expect.js';
import { methodChecks } from './methods.js';
import { nobody, type Operation, pathOf } from './operations.js';
import type { Trial } from './trial.js';
import { idOf } from '../census/row.js';
import { violated } from './violation.js';
import { tagChecks } from './tags.js';

type Coding = 'gzip' | 'br' | 'identity';

/** HTTP-5: in one of these codings; the body must be the same once it is undone, so that the header tells the truth. */
function expectCoding(exchange: Exchange, asked: string, codings: readonly Coding[], plain: Exchange): Coding {
  expectStatus(exchange, 200, `a list for Accept-Encoding: ${asked}`);
  const found = codingOf(exchange);
  const coding = codings.find((one) => one === found);
  if (coding === undefined)
    return violated(`${codings.join(' or ')} for Accept-Encoding: ${asked} and a body above 1 KiB`, found, exchange);
  let text = '';
  try {
    text = undone[coding](exchange.bytes).toString();
  } catch {
    violated(`a body in ${coding}`, 'bytes that are none', exchange);
  }
  if (text !== plain.text) violated('the same body in every coding', 'another one', plain, exchange);
  const [tag, other] = [plain.header('etag'), exchange.header('etag')];
  if (tag !== other) violated(`the ETag ${tag} in every coding (HTTP-2)`, String(other), exchange);
  return coding;
}

const undone: Readonly<Record<Coding, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
};

const codingOf = (exchange: Exchange): string =>
  (exchange.header('content-encoding') ?? 'identity').trim().toLowerCase().replace(/^x-/, '');

/** What is likely to have a body above 1 KiB: twenty rows, or the longest one. */
function largePath(trial: Trial, operation: Operation): string {
  if (operation.kind === 'list') return `${pathOf(operation)}?limit=20`;
  const { rows } = trial.subject(operation.contract.name);
  const sizes = trial.random.sample(rows, 100).map((row) => ({ row, size: JSON.stringify(row).length }));
  const [longest] = sizes.sort((a, b) => b.size - a.size);
  return pathOf(operation, idOf(trial.need(longest, 'the collection is empty').row));
}

const accepted = [
  '*/*',
  'application/*',
  'application/json',
  'application/json; charset=utf-8',
  'application/hal+json',
  'application/vnd.api+json',
  'text/html, application/json;q=0.5',
  'text/html, */*;q=0.1',
];
const refused = ['text/html', 'application/xml', 'text/*', 'image/png, text/plain', 'application/json;q=0'];

export const httpChecks = inFamily('http', [
  onServer({
    id: 'request-id-is-the-clients-own',
    rules: ['HTTP-1'],
    title: 'a well-formed X-Request-Id comes back, also on errors; any other is replaced by a new one',
    run: async (trial) => {
      for (const path of ['/api/v1/spaces', `/api/v1/spaces/${nobody}`, '/api/v1/spaces?limit=0', '/api/v1/nothing']) {
        for (const id of ['a', 'Az09._-', 'x'.repeat(128)]) {
          const exchange = await trial.get(path, { headers: { 'X-Request-Id': id } });
          const found = exchange.header('x-request-id');
          if (found !== id) violated(`X-Request-Id: ${id}`, String(found), exchange);
          if (exchange.status >= 400)
            expectProblem(exchange, exchange.status === 404 ? 'not_found' : 'invalid_request', path);
        }
        for (const id of ['x'.repeat(129), 'a b', 'a;b', 'ä', 'a/b', '<a>', 'a,b']) {
          const exchange = await trial.get(path, { headers: { 'X-Request-Id': Buffer.from(id).toString('latin1') } });
          const found = exchange.header('x-request-id');
          if (found === null || found === id || !/^[\w.-]{1,128}$/.test(found)) {
            violated(`a new X-Request-Id instead of ${id.slice(0, 20)}`, String(found).slice(0, 140), exchange);
          }
        }
      }
    },
  }),
  onServer({
    id: 'new-request-ids-differ',
    rules: ['HTTP-1'],
    title: 'requests without an X-Request-Id each get one of their own',
    run: async (trial) => {
      const asks = [{}, {}, {}, { token: null }, { method: 'HEAD' }, { method: 'DELETE' }];
      const exchanges = await Promise.all(asks.map((ask) => trial.get('/api/v1/spaces?limit=1', ask)));
      const ids = exchanges.map((exchange) => exchange.header('x-request-id'));
      if (ids.includes(null) || new Set(ids).size < ids.length)
        violated('an id for each', ids.join(', '), ...exchanges.slice(-1));
    },
  }),
  onOperations({
    id: 'accept-is-obeyed',
    rules: ['HTTP-4', 'ERR-3'],
    applies: ({ method }) => method === 'GET',
    title: 'an Accept that rules out application/json is 406; wildcards and +json get JSON',
    run: async (trial, operation) => {
      const row = trial.subject(operation.contract.name).rows[0];
      const path = pathOf(operation, row ? textOf(row['id']) : nobody);
      if (row || operation.kind === 'list') {
        for (const accept of trial.random.sample(accepted, 4)) {
          const exchange = await trial.get(path, { headers: { Accept: accept } });
          expectStatus(exchange, 200, `Accept: ${accept}`);
          if (exchange.mediaType !== 'application/json') violated('application/json', exchange.mediaType, exchange);
        }
      }
      for (const accept of trial.random.sample(refused, 3)) {
        const exchange = await trial.get(path, { headers: { Accept: accept } });
        expectProblem(exchange, 'not_acceptable', `Accept: ${accept}`);
      }
    },
  }),
  onServer({
    id: 'every-accept-is-judged',
    rules: ['HTTP-4'],
    title: 'each form of Accept is judged as it means',
    run: async (trial) => {
      for (const accept of accepted)
        expectPage(await trial.get('/api/v1/plans', { headers: { Accept: accept } }), `Accept: ${accept}`);
      for (const accept of refused) {
        expectProblem(
          await trial.get('/api/v1/plans', { headers: { Accept: accept } }),
          'not_acceptable',
          `Accept: ${accept}`,
        );
      }
    },
  }),
  onOperations({
    id: 'bodies-are-compressed-when-asked',
    rules: ['HTTP-5', 'HTTP-2'],
    applies: ({ method }) => method === 'GET',
    title: 'a body above 1 KiB comes in gzip or brotli when asked for, and as it is when not',
    run: async (trial, operation) => {
      const path = largePath(trial, operation);
      const ask = (coding?: string) =>
        trial.get(path, coding === undefined ? {} : { headers: { 'Accept-Encoding': coding } });
      const plain = await ask();
      const none = codingOf(plain);
      if (none !== 'identity') violated('no coding that was not asked for', none, plain);
      trial.need(plain.bytes.length > 1024, 'the body is not above 1 KiB');
      // A server may know one of the two alone; the one that it knows it sends to whoever asks for that.
      const known = expectCoding(await ask('gzip, br'), 'gzip, br', ['gzip', 'br'], plain);
      for (const coding of ['gzip', 'br'] as const) {
        const others = coding === known ? [] : (['identity'] as const);
        expectCoding(await ask(coding), coding, [coding, ...others], plain);
      }
      for (const coding of ['identity', 'gzip;q=0', 'deflate']) {
        const exchange = await ask(coding);
        const found = codingOf(exchange);
        if (found === 'gzip' || found === 'br')
          violated(`no gzip or brotli for Accept-Encoding: ${coding}`, found, exchange);
      }
    },
  }),
  onServer({
    id: 'unnamed-origins-are-not-allowed',
    rules: ['HTTP-6'],
    title: 'an origin that nobody named is not allowed, neither by an answer nor by a preflight',
    run: async (trial) => {
      const origin = 'https://conformance.invalid';
      const asks = [
        { path: '/api/v1/spaces', headers: { Origin: origin } },
        {
          path: '/api/v1/spaces',
          method: 'OPTIONS',
          token: null,
          headers: {
            Origin: origin,
            'Access-Control-Request-Method': 'GET',
            'Access-Control-Request-Headers': 'authorization',
          },
        },
      ];
      for (const ask of asks) {
        const exchange = await trial.send(ask);
        const allowed = exchange.header('access-control-allow-origin');
        if (allowed === origin || allowed === '*') violated('no Access-Control-Allow-Origin', allowed, exchange);
      }
    },
  }),
  onCollections({
    id: 'paths-are-taken-exactly',
    rules: ['HTTP-7', 'VER-1', 'ERR-3'],
    title: 'another case, a slash at the end, an extension and anything behind are 404',
    run: async (trial, { path, contract, rows }) => {
      const id = rows[0] ? textOf(rows[0]['id']) : nobody;
      const single = [`${path}/${id}/`, `${path}/${id}/x`, `${path}/${id}.json`.replace(/\.json$/, '/.json')];
      const others = [
        `${path}/`,
        `${path}.json`,
        path.toUpperCase().replace('/API/V1', '/api/v1'),
        `/api/v1/${contract.name.charAt(0).toUpperCase()}${contract.name.slice(1)}`,
        `/api/v1//${contract.name}`,
        path.replace(/s$/, ''),
        ...(contract.name.includes('_') ? [path.replaceAll('_', '-'), path.replaceAll('_', '')] : []),
        ...(contract.get ? single : [`${path}/${id}`]),
      ];
      for (const other of others) expectProblem(await trial.get(other), 'not_found', other);
    },
  }),
  ...tagChecks,
  ...methodChecks,
]);
