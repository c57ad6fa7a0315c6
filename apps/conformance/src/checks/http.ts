import { readId } from '../json.js';
import { expectEqual, expectProblem, expectStatus } from '../kit/expect.js';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { unknownId } from '../kit/subject.js';
import { connectionChecks } from './http-connections.js';
import { headerChecks } from './http-headers.js';
import { methodChecks, tagChecks } from './http-reading.js';

function nearPaths(path: string, name: string, hasGet: boolean, id: string): string[] {
  return [
    ...[`${path}/`, `${path}.json`, `/api/v1//${name}`, path.replace(/s$/, '')],
    ...[name.toUpperCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`].map((other) => `/api/v1/${other}`),
    ...(name.includes('_') ? [path.replaceAll('_', '-'), path.replaceAll('_', '')] : []),
    ...(hasGet ? [`${path}/${id}/`, `${path}/${id}/x`, `${path}/${id}/.json`] : [`${path}/${id}`]),
  ];
}

export const httpChecks: Checks = {
  'request-id-is-the-clients-own': onServer(['HTTP-1'], {
    title: 'a well-formed X-Request-Id is returned, also on errors; any other, or none, leads to a new one',
    run: async (context) => {
      const paths = [
        ['/api/v1/spaces', null],
        [`/api/v1/spaces/${unknownId}`, 'not_found'],
        ['/api/v1/spaces?limit=0', 'invalid_request'],
        ['/api/v1/nothing', 'not_found'],
      ] as const;
      await context.each(paths, async ([path, code]) => {
        await context.each(['a', 'Az09._-', 'x'.repeat(128)], async (id) => {
          const exchange = await context.get(path, { headers: { 'X-Request-Id': id } });
          expectEqual('X-Request-Id', exchange.header('x-request-id'), id, exchange);
          if (code !== null) expectProblem(exchange, code, path);
        });
        await context.each(['x'.repeat(129), 'a b', 'a;b', 'ä', 'a/b', '<a>', 'a,b'], async (id) => {
          const exchange = await context.get(path, { headers: { 'X-Request-Id': Buffer.from(id).toString('latin1') } });
          const found = exchange.header('x-request-id');
          if (found === null || found === id || !/^[\w.-]{1,128}$/.test(found))
            violated(`a new X-Request-Id instead of ${id.slice(0, 20)}`, String(found).slice(0, 140), exchange);
        });
      });
      const asks = [{}, {}, {}, { token: null }, { method: 'HEAD' }, { method: 'DELETE' }];
      const exchanges = await Promise.all(asks.map((ask) => context.get('/api/v1/spaces?limit=1', ask)));
      const ids = exchanges.map((exchange) => exchange.header('x-request-id'));
      if (ids.includes(null) || new Set(ids).size < ids.length)
        violated('a different id for each request without one', ids.join(', '), ...exchanges.slice(-1));
    },
  }),
  ...headerChecks,
  'unnamed-origins-are-not-allowed': onServer(['HTTP-6'], {
    title: 'an origin that the operator did not name is allowed neither in a response nor in a preflight',
    run: async (context) => {
      const Origin = 'https://conformance.invalid';
      const preflight = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'authorization' };
      for (const ask of [
        { headers: { Origin } },
        { headers: { Origin, ...preflight }, method: 'OPTIONS', token: null },
      ]) {
        const exchange = await context.get('/api/v1/spaces', ask);
        const allowed = exchange.header('access-control-allow-origin');
        if (allowed === Origin || allowed === '*') violated('no Access-Control-Allow-Origin', allowed, exchange);
      }
    },
  }),
  'paths-are-taken-exactly': onCollections(['HTTP-7', 'VER-1', 'ERR-3'], {
    title: 'a path in another case, or with a trailing slash, an extension or a suffix, is a 404',
    run: async (context, { path, contract, rows }) => {
      const id = rows[0] ? readId(rows[0]) : unknownId;
      for (const other of nearPaths(path, contract.name, contract.get, id))
        expectProblem(await context.get(other), 'not_found', other);
    },
  }),
  'unclear-requests-are-refused': onServer(['HTTP-9'], {
    title: 'two Host headers, an invalid Host, two tokens and two media types are 400',
    run: async (context) => {
      const { host } = context.target.base;
      const bearer = `Bearer ${context.target.token}`;
      const unclear: readonly (readonly [what: string, headers: Record<string, string | readonly string[]>])[] = [
        ['two Hosts', { Host: [host, 'other.invalid'] }],
        ['one Host twice', { Host: [host, host] }],
        ['a list of Hosts', { Host: `${host}, other.invalid` }],
        ['a Host with a user', { Host: `me@${host}` }],
        ['two tokens', { Authorization: [bearer, 'Bearer other'] }],
        ['one token twice', { Authorization: [bearer, bearer] }],
        ['two media types', { 'Content-Type': ['application/json', 'text/plain'] }],
      ];
      await context.each(unclear, async ([what, headers]) => {
        // Many HTTP parsers reject these requests themselves.
        const exchange = await context.get('/api/v1/spaces?limit=1', { headers, odd: true });
        expectStatus(exchange, 400, what);
      });
    },
  }),
  ...tagChecks,
  ...methodChecks,
  ...connectionChecks,
};
