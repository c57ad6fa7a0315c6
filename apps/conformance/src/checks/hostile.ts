import { collections } from '@resource-catalogue/contracts';
import type { RequestSpec } from '../target/exchange.js';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import { unknownToken } from '../kit/choose.js';
import type { CheckContext } from '../kit/context.js';
import { expectStatus } from '../kit/expect.js';
import { thirdOf, unknownId } from '../kit/subject.js';
import { fail } from '../kit/violation.js';

/** Accepts any response except a failure of the server. Errors of the HTTP parser need not be problems. */
async function expectSurvival(context: CheckContext, spec: RequestSpec): Promise<void> {
  const exchange = await context.send({ ...spec, odd: true });
  if (exchange.status >= 500) fail('no 500 for any input (ERR-5)', String(exchange.status), exchange);
  if (exchange.status === 200 && spec.path.includes('__'))
    fail('400 for an unknown parameter (FILT-9)', '200', exchange);
}

const values = [
  ...["'%20OR%20'1'='1", '1;DROP%20TABLE%20users;--', '%27%22%60%5C', '..%2F..%2Fetc%2Fpasswd'],
  ...['%24%7Bjndi%3Aldap%3A%2F%2Fx%7D', '%7B%7B7*7%7D%7D', '%F0%9F%94%A7', '%E2%80%AE', '%EF%BF%BF', '%00'],
  ...['%0D%0ASet-Cookie%3A%20a%3Db', 'a'.repeat(5000), '1e309', '-0', 'NaN'],
];

const names = [
  ...['filters[__proto__][in]', 'filters[constructor][prototype]', '__proto__[a]', 'constructor[prototype][a]'],
  ...[`filters${'[a]'.repeat(200)}`, `filters[${'a'.repeat(3000)}][in]`, 'filters[[[in]]]', `${'a=1&'.repeat(300)}b`],
  ...['filters[id', 'filters]id[', '%5B%5D', '[]'],
];

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies that a correct server rejects and that may break others. */
const bodies: readonly (string | Buffer)[] = [
  `{"name":${deep(500)}}`,
  `{"name":${deep(20_000)}}`,
  deep(3000),
  '{"a":'.repeat(3000),
  '{"name":"\\ud800","author_id":"x"}',
  '{"name":1e999}',
  '{"__proto__":{"name":"a"},"constructor":{"prototype":{}}}',
  `{${Array.from({ length: 2000 }, (_, index) => `"k${index}":0`).join()}}`,
  Buffer.from('{"n":"\xff\xfe"}', 'latin1'),
  '\u0000\u0001',
];

const headers: readonly Record<string, string>[] = [
  { Accept: 'a'.repeat(2000) },
  { Accept: ',,;q=,;' },
  { 'Accept-Encoding': 'gzip;q=x, br;q=-1, ***' },
  { 'If-None-Match': '"' },
  { 'If-None-Match': 'W/' },
  { 'If-None-Match': ','.repeat(500) },
  { 'X-Forwarded-For': "'; DROP TABLE users", 'X-Forwarded-Host': 'evil.example' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { Range: 'bytes=0-1' },
  { 'If-Modified-Since': 'yesterday' },
];

export const hostileChecks: Checks = {
  'hostile-values-do-no-harm': onCollections(['ERR-5', 'FILT-9'], {
    title: 'quotes, paths, templates, long and unusual texts in any parameter never cause a 500',
    run: async (context, { path, contract, filters, place }) => {
      const own = [...filters.map(({ field, operators }) => `filters[${field}][${operators[0]}]`), 'sort', 'cursor'];
      // The next collection gets the other values.
      for (const [index, value] of thirdOf(values, place).entries()) {
        await expectSurvival(context, { path: `${path}?${own[(index + place) % own.length]}=${value}` });
        if (contract.get && index % 2 === 0) await expectSurvival(context, { path: `${path}/${value}` });
      }
      // Only text values reach the database unparsed.
      for (const { field } of filters.filter(({ kind }) => kind === 'text')) {
        const all = values.filter((value) => value.length < 100).map((value) => `filters[${field}][in][]=${value}`);
        for (const sent of [all, all.filter((one) => !one.includes('%00'))])
          await expectSurvival(context, { path: `${path}?${sent.join('&')}` });
      }
    },
  }),
  'hostile-names-do-no-harm': onServer(['ERR-5', 'FILT-9'], {
    title: 'prototype keys, deep and broken brackets in names never cause a 500, and are not ignored',
    run: async (context) => {
      await context.each(names.entries(), async ([index, name]) => {
        const path = `/api/v1/${collections[index % collections.length]?.name}`;
        expectStatus(await context.get(`${path}?${name}=a`, { odd: true }), 400, name.slice(0, 60));
      });
    },
  }),
  'hostile-bodies-do-no-harm': onServer(['ERR-5', 'WRITE-3'], {
    needs: ['writes'],
    title: 'deeply nested, unusual and broken bodies are a 400 and never cause a 500',
    run: async (context) => {
      const json = { 'Content-Type': 'application/json' };
      await context.each(bodies, async (body) => {
        const post = { path: '/api/v1/projects', method: 'POST', headers: json, body };
        const patch = { ...post, path: `${post.path}/${unknownId}`, method: 'PATCH' };
        for (const spec of [post, patch]) expectStatus(await context.send(spec), 400, 'an unusual body');
      });
    },
  }),
  'hostile-headers-do-no-harm': onServer(['ERR-5', 'HTTP-4', 'HTTP-2'], {
    title: 'unusual headers never cause a 500',
    run: async (context) => {
      const path = '/api/v1/spaces?limit=1';
      for (let time = 0; time < 2; time += 1)
        await expectSurvival(context, { path, token: unknownToken(context.random) });
      await context.each(headers, async (one) => {
        await expectSurvival(context, { path, headers: one });
      });
    },
  }),
};
