import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collections, isProblemCode } from '@resource-catalogue/contracts';
import fc from 'fast-check';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { costOf } from '@resource-catalogue/testing/work';
import { startTestService, type TestService } from '../support/service.js';
import { expectProblem } from './support/problems.js';
import { asAnswer, exchange, isParserRefusal, type RawAnswer, requestText } from './support/raw-client.js';

/** What an answer must never show, whatever was asked (ERR-5). */
const inside =
  /\n\s+at |node_modules|\/src\/|\/dist\/|\.[jt]s:\d|SELECT \w+\.|syntax error|prisma|pglite|postgres|ECONN/i;

const longest = 15_500;
const hostileQueries: readonly (readonly [name: string, query: string])[] = [
  ['a percent sign', '%'],
  ['broken percent-encoding', 'limit=%zz&filters[state][in]=%e'],
  ['invalid UTF-8', 'sort=%ff%fe&filters[state][in]=%c0%af'],
  ['raw bytes', 'sort=\u00ff\u00fe'],
  ['NUL', 'filters[email][in]=a%00b&cursor=%00'],
  ['deep brackets', `filters${'[a]'.repeat(5000)}=1`],
  ['open brackets', `${'['.repeat(longest)}=1`],
  ['closed brackets', `filters[${']'.repeat(longest)}=1`],
  ['__proto__', '__proto__[x]=1&filters[__proto__][in]=1&filters[constructor][prototype]=1&sort=__proto__'],
  ['prototype names', 'filters[toString][in]=1&filters[id][hasOwnProperty]=1&sort=constructor&limit=valueOf'],
  ['a long value', `filters[email][in]=${'a'.repeat(10_000)}`],
  ['a long name', `${'a'.repeat(longest)}=1`],
  ['a long cursor', `cursor=${'A'.repeat(longest)}`],
  ['a long number', `limit=${'9'.repeat(longest)}`],
  ['a long date', `filters[created_at][gt]=2026-01-01T00:00:00.${'0'.repeat(10_000)}`],
  [
    'thousands of parameters',
    Array.from({ length: 7_000 }, (_, index) => index.toString(36))
      .join('&')
      .slice(0, longest),
  ],
  ['thousands of pairs of one name', 'a&'.repeat(longest / 2)],
  ['thousands of empty pairs', '&'.repeat(longest)],
  ['thousands of commas', `filters[id][in]=${','.repeat(longest)}`],
  [
    'thousands of values',
    `filters[email][in]=${Array.from({ length: 5000 }, (_, index) => index.toString(36))
      .join(',')
      .slice(0, longest)}`,
  ],
  ['thousands of percent signs', '%'.repeat(longest)],
  ['thousands of pluses', '+'.repeat(longest)],
  ['SQL', "filters[email][in]=';DROP TABLE users;--&sort=name;SELECT 1&cursor=' OR 1=1--".replaceAll(' ', '%20')],
  ['a template', 'sort=${7*7}&limit={{7*7}}&filters[id][in]=<script>'],
  ['a fragment', 'limit=1#&sort=x'],
];

describe('hostile requests', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded');
  });
  afterAll(async () => {
    // After all of it the service still answers.
    expect((await service.request('/api/v1/users')).status).toBe(200);
    await service.close();
  });

  const ask = async (line: string, headers: readonly string[] = []): Promise<readonly RawAnswer[]> =>
    (await exchange(service.port, requestText(line, [`Authorization: Bearer ${service.token}`, ...headers]))).answers;

  it.each(hostileQueries)('ERR-5, FILT-9: %s in the query is refused, or harmless', async (_, query) => {
    for (const path of ['/api/v1/users', '/api/v1/users/00000000-0000-7000-8000-000000000000', '/', '/docs']) {
      const [answer] = await ask(`GET ${path}?${query} HTTP/1.1`);
      expectSound(answer);
    }
  });

  it('ERR-5: no one request keeps the service busy for as long as fifty plain ones', async () => {
    const requests = [
      ...hostileQueries.flatMap(([name, query]) => [
        { name, line: `GET /api/v1/users?${query} HTTP/1.1`, headers: ['Accept-Encoding: br'] },
        { name: `${name} in Accept`, line: 'GET /api/v1/users HTTP/1.1', headers: [`Accept: ${visible(query)}`] },
      ]),
      { name: 'quotes', line: 'GET /api/v1/users HTTP/1.1', headers: [`If-None-Match: ${'"'.repeat(15_000)}`] },
      { name: 'codings', line: 'GET /api/v1/users HTTP/1.1', headers: [`Accept-Encoding: ${'a,'.repeat(7_000)}`] },
      { name: 'the document', line: 'GET /openapi.json HTTP/1.1', headers: [] },
    ];
    const plain = 'GET /api/v1/users HTTP/1.1';
    // What is done for the first time is compiled, once.
    for (const { line, headers } of [...requests, { line: plain, headers: [] }]) await ask(line, headers);
    const usual = await costOf(() => ask(plain));
    for (const { name, line, headers } of requests) {
      const cost = await costOf(() => ask(line, headers), 50 * usual);
      expect([name, cost < 50 * usual]).toEqual([name, true]);
    }
  });

  const text = (characters: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(characters, { maxLength }).map((parts) => parts.join(''));
  // Every byte that a request line can hold, those with a meaning more often.
  const byte = fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code));
  const piece = fc.oneof(
    byte,
    fc.constantFrom(
      'filters',
      '[',
      ']',
      '[in]',
      '[lt]',
      '=',
      '&',
      ',',
      '%',
      '%00',
      '%5B',
      '+',
      '?',
      '#',
      '/',
      '..',
      '__proto__',
    ),
    fc.constantFrom(
      'limit',
      'sort',
      'cursor',
      'state',
      'created_at',
      'id',
      'true',
      '-1',
      '2026-03-01',
      '%ff',
      'http://',
    ),
  );
  const path = fc.oneof(
    fc.constantFrom(...collections.map(({ name }) => `/api/v1/${name}`)),
    fc
      .tuple(fc.constantFrom(...collections.map(({ name }) => name)), text(piece, 8))
      .map(([name, id]) => `/api/v1/${name}/${id}`),
    text(piece, 10).map((rest) => `/${rest}`),
    text(piece, 10).map((rest) => `http://${rest}`),
    fc.constantFrom('*', '//', '/api/v1', '/api/v1/', '/docs', '/problems/', '/health/ready'),
  );
  const header = fc
    .tuple(
      fc.constantFrom(
        'Accept',
        'Accept-Encoding',
        'If-None-Match',
        'X-Request-Id',
        'Origin',
        'Host',
        'Range',
        'Cookie',
      ),
      text(fc.oneof(piece, fc.constant(' '), fc.constantFrom('*/*', 'gzip', ';q=0', '"')), 12),
    )
    .map(([name, value]) => `${name}: ${value}`);
  const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE', 'TRACE');

  it('ERR-5: no request whatever gives a 5xx, a hang, or a look inside', async () => {
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        text(piece, 20),
        fc.array(header, { maxLength: 3 }),
        async (verb, target, query, headers) => {
          const bytes = requestText(`${verb} ${target}?${query} HTTP/1.1`, [
            `Authorization: Bearer ${service.token}`,
            ...headers,
          ]);
          const { answers } = await exchange(service.port, bytes, { head: verb === 'HEAD' });
          expectSound(answers[0], verb);
        },
      ),
      { numRuns: 400 },
    );
  });
});

/** What a header can hold of it. */
const visible = (text: string): string => text.slice(0, 15_000).replace(/[^\x20-\x7e]/g, '');

function expectSound(answer: RawAnswer | undefined, method = 'GET'): void {
  if (!answer) throw new Error('There was no answer.');
  if (isParserRefusal(answer)) return;
  const { status, headers, text } = asAnswer(answer);
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect([200, 204, 304, 400, 401, 403, 404, 405, 406, 415]).toContain(status);
  if (status < 400) return;
  expect(headers['content-type']).toBe('application/problem+json');
  if (method === 'HEAD' || headers['content-encoding']) return;
  expect(text).not.toMatch(inside);
  const code = textOf(objectOf(JSON.parse(text))['code']);
  if (!isProblemCode(code)) throw new Error(`${code} is no code of the interface.`);
  expectProblem({ status, headers, text }, code);
}
